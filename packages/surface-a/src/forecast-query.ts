import { type CodedArea, type EpochMs, HORIZON_IDS, RESOLUTIONS, type Window } from '@loadcast/core';
import { ceilToHour } from '@loadcast/core/time';
import { areaParameter, asOfInstant, instantParameter, oneOf, refused } from '@loadcast/formats';
import * as z from 'zod';
import { shapeParameters } from './answer-shape.js';
import { extraParameters } from './columns/extra-columns.js';
import { rangeOf, rangeParameters } from './parameters/day-or-instant.js';
import { gateParameter, leadParameter } from './parameters/run-choice.js';

/** Selects the hours, the run and the instant of knowledge. */
export const choiceParameters = {
  ...rangeParameters,
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

type ChoiceValues = Pick<ForecastQueryValues, keyof typeof choiceParameters>;

/** @throws {ServiceError} both a gate and a lead are requested */
export function refuseTwoChoices({ gate, lead }: Pick<ChoiceValues, 'gate' | 'lead'>): void {
  if (gate !== undefined && lead !== undefined) throw refused('lead', 'no value with gate');
}

/** The hours of each region that start in a range. @param defaultsAt ends that are not given, by `as_of` rounded up */
export function windowsAsked(
  query: ChoiceValues & { readonly region: readonly CodedArea[] },
  receivedAt: EpochMs,
  defaultsAt: (hour: EpochMs) => Window,
) {
  refuseTwoChoices(query);
  const asOf = asOfInstant(query.as_of, receivedAt);
  const defaults = defaultsAt(ceilToHour(asOf));
  return query.region.map(({ area, code }) => {
    const { start, end } = rangeOf(query, area, defaults);
    return { area, code, window: { start: ceilToHour(start), end: ceilToHour(end) }, asOf };
  });
}
