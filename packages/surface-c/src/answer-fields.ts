import { codedAreas } from '@loadcast/core';
import * as z from 'zod';
import { UTILITY_RUNS } from './utility-runs.data.js';

export const tacArea = z.enum(codedAreas('c').map(({ code }) => code)).describe('Canonical code of the utility.');
export const marketRun = z.enum(UTILITY_RUNS);
