import { HORIZON_IDS, RESOLUTIONS } from '@loadcast/core';
import {
  areaParameter,
  dayOrInstantParameter,
  gateParameter,
  instantParameter,
  leadParameter,
  oneOf,
} from '@loadcast/formats';
import * as z from 'zod';
import { shapeParameters } from './answer-shape.js';

export const forecastQuery = z.object({
  region: areaParameter('a'),
  /** Beside a range it is refused, so that it has no default of its own: absent, it is the first. */
  horizon: oneOf(HORIZON_IDS).optional().meta({ default: HORIZON_IDS[0] }),
  resolution: oneOf(RESOLUTIONS).default('1h'),
  start: dayOrInstantParameter().optional(),
  end: dayOrInstantParameter().optional(),
  gate: gateParameter().optional(),
  lead: leadParameter().optional(),
  as_of: instantParameter('iso').optional(),
  ...shapeParameters,
});

export type ForecastQueryValues = z.output<typeof forecastQuery>;
