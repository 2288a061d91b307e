import { compare } from './compare.js';
import { explainPeak } from './explain-peak.js';
import { getForecast } from './get-forecast.js';
import { getScores } from './get-scores.js';
import { listRegions } from './list-regions.js';
import type { Tool } from './tool.js';

export const TOOLS: readonly Tool[] = [listRegions, getForecast, compare, getScores, explainPeak];
