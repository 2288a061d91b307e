import { HORIZON_IDS, RESOLUTIONS } from '@loadcast/core';
import { areaParameter, instantParameter, oneOf, refused } from '@loadcast/formats';
import * as z from 'zod';
import { shapeParameters } from './answer-shape.js';
import { extraParameters } from './columns/extra-columns.js';
import { dayOrInstantParameter } from './parameters/day-or-instant.js';
import { gateParameter, leadParameter } from './parameters/run-choice.js';

/** Selects the hours, the run and the instant of knowledge. */
export const choiceParameters = {
  start: dayOrInstantParameter().optional(),
  end: dayOrInstantParameter().optional(),
  gate: gateParameter().optional(),
  lead: leadParameter().optional(),
  as_of: instantParameter('iso').optional(),
};

export const forecastQuery = z.object({
  region: areaParameter('a'),
  /** It is refused together with a range, so that it has no default of its own: when omitted, it is the first. */
  horizon: oneOf(HORIZON_IDS).optional().meta({ default: HORIZON_IDS[0] }),
  resolution: oneOf(RESOLUTIONS).default('1h'),
  ...choiceParameters,
  ...extraParameters,
  ...shapeParameters,
});

export type ForecastQueryValues = z.output<typeof forecastQuery>;

/** @throws {ServiceError} both a gate and a lead are requested */
export function refuseTwoChoices({ gate, lead }: Pick<ForecastQueryValues, 'gate' | 'lead'>): void {
  if (gate !== undefined && lead !== undefined) throw refused('lead', 'no value with gate');
}
