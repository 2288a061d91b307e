import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { DayTable } from '../inputs/day-table.js';
import { monthlyCutoff } from '../inputs/training-cutoff.js';
import {
  combineLogs,
  type EnsembleMember,
  type EnsembleWeights,
  type ForecastsByDay,
  initialWeights,
  LAST_LEAD_DAY,
} from './ensemble.js';
import { MemberErrors } from './member-errors.js';
import type { TrailingError } from './trailing/trailing-error.js';

/** An ensemble's out-of-sample forecasts of the past, by issue day. */
export interface PastForecasts {
  readonly logs: ForecastsByDay;
  /** For each lead day of an issue day whether a primary member forecast it: if not, the fallback members did. */
  readonly hasPrimaryForecast: ReadonlyMap<DayNumber, readonly boolean[]>;
  /** The refit's: no later day's load is in the weights. */
  readonly trainingCutoff: DayNumber;
  /** Weights from the errors of the whole past. */
  readonly weights: EnsembleWeights;
  /** State after the last past forecast, where trailing errors were taken off. */
  readonly trailing?: TrailingError | undefined;
  /** Shares of the autoregression in the hours after the known ones, where past forecasts were compared with its own. */
  readonly nearShares?: Float64Array | undefined;
}

const NO_FORECAST = new Float64Array();

/** The past of an ensemble that has none. */
export function noPast(members: readonly EnsembleMember[]): PastForecasts {
  return {
    logs: new Map(),
    hasPrimaryForecast: new Map(),
    trainingCutoff: Number.NEGATIVE_INFINITY,
    weights: initialWeights(members),
  };
}

/**
 * The ensemble's past forecasts, combined each month with the weights from the errors before it. Members without a
 * forecast of a day are skipped.
 *
 * @param actual the series as known at the refit
 * @param trainingCutoff the refit's: target days from here on are not used
 */
export function combinePast(
  members: readonly EnsembleMember[],
  actual: DayTable,
  trainingCutoff: DayNumber,
): PastForecasts {
  const days = [...new Set(members.flatMap(({ member }) => [...member.past.keys()]))].sort((a, b) => a - b);
  const errors = new MemberErrors(members, actual, days[0] ?? trainingCutoff, trainingCutoff);
  const logs = new Map<DayNumber, Float64Array>();
  const hasPrimaryForecast = new Map<DayNumber, readonly boolean[]>();
  let month = Number.NEGATIVE_INFINITY;
  for (const day of days) {
    if (monthlyCutoff(day) > month) {
      month = monthlyCutoff(day);
      errors.fitTo(month);
    }
    const memberLogs = members.map(({ member }) => member.past.get(day) ?? NO_FORECAST);
    const combined = combineLogs(members, memberLogs, errors.weights);
    if (combined.every(Number.isNaN)) continue;
    logs.set(day, combined);
    hasPrimaryForecast.set(day, leadDaysWithPrimary(members, memberLogs));
  }
  errors.fitTo(trainingCutoff);
  return { logs, hasPrimaryForecast, trainingCutoff, weights: errors.weights };
}

/** For each lead day whether a primary member has a forecast of its last hour. */
function leadDaysWithPrimary(members: readonly EnsembleMember[], memberLogs: readonly Float64Array[]): boolean[] {
  return Array.from({ length: LAST_LEAD_DAY + 1 }, (_, leadDay) =>
    members.some(({ isFallback }, i) => !isFallback && !Number.isNaN(memberLogs[i]![leadDay * 24 + 23] ?? Number.NaN)),
  );
}
