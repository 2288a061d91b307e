import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { DayTable } from '../inputs/day-table.js';
import { monthlyCutoff } from '../inputs/training-cutoff.js';
import {
  combineLogs,
  type EnsembleWeights,
  type ForecastsByDay,
  LAST_LEAD_DAY,
  type Part,
  untriedWeights,
} from './ensemble.js';
import { MemberErrors } from './member-errors.js';

/** An ensemble's out-of-sample forecasts of the past, by issue day. */
export interface PastForecasts {
  readonly logs: ForecastsByDay;
  /** For each lead day of an issue day whether a first-choice member forecast it: if not, the reserves did. */
  readonly isFirstChoice: ReadonlyMap<DayNumber, readonly boolean[]>;
  /** What the whole past says of how much each part's word should count. */
  readonly weights: EnsembleWeights;
}

const SILENT = new Float64Array();

/** The past of an ensemble that has none. */
export function noPast(parts: readonly Part[]): PastForecasts {
  return { logs: new Map(), isFirstChoice: new Map(), weights: untriedWeights(parts) };
}

/**
 * The ensemble's past, each month combined as the errors before it taught; a member that made no forecast on a day has
 * no opinion.
 *
 * @param actual the series as known at the refit
 * @param trainingCutoff the refit's: target days from here on are not looked at
 */
export function combinePast(parts: readonly Part[], actual: DayTable, trainingCutoff: DayNumber): PastForecasts {
  const days = [...new Set(parts.flatMap(({ member }) => [...member.past.keys()]))].sort((a, b) => a - b);
  const errors = new MemberErrors(parts, actual, days[0] ?? trainingCutoff);
  const logs = new Map<DayNumber, Float64Array>();
  const isFirstChoice = new Map<DayNumber, readonly boolean[]>();
  let month = Number.NEGATIVE_INFINITY;
  for (const day of days) {
    if (monthlyCutoff(day) > month) {
      month = monthlyCutoff(day);
      errors.learnTo(month);
    }
    const opinions = parts.map(({ member }) => member.past.get(day) ?? SILENT);
    const combined = combineLogs(parts, opinions, errors.weights);
    if (combined.every(Number.isNaN)) continue;
    logs.set(day, combined);
    isFirstChoice.set(day, leadsSpoken(parts, opinions));
  }
  errors.learnTo(trainingCutoff);
  return { logs, isFirstChoice, weights: errors.weights };
}

/** For each lead day whether a first-choice member has an opinion on its last hour. */
function leadsSpoken(parts: readonly Part[], opinions: readonly Float64Array[]): boolean[] {
  return Array.from({ length: LAST_LEAD_DAY + 1 }, (_, lead) =>
    parts.some(({ isReserve }, i) => !isReserve && !Number.isNaN(opinions[i]![lead * 24 + 23] ?? Number.NaN)),
  );
}
