import type { DayNumber } from '../calendar/holidays.js';
import type { Member } from './member.js';

/** Lead days 0 to 17: 384 hours from any hour of a day that may itself be a day old. */
export const LAST_LEAD_DAY = 17;
/** Outputs of an ensemble: lead day by hour. */
export const OUTPUTS = 24 * (LAST_LEAD_DAY + 1);

/** A member of an ensemble. */
export interface Part {
  readonly member: Member;
  /** Heard only where no member of the first choice has an opinion. */
  readonly isReserve: boolean;
}

/**
 * Mean of log forecasts, output by output, over the members that have one; over the reserves where none has.
 *
 * @param logs one array per part; shorter ones stop at their last lead day; NaN is no opinion
 * @returns NaN where nobody has an opinion
 */
export function combineLogs(parts: readonly Part[], logs: readonly Float64Array[]): Float64Array {
  const combined = new Float64Array(OUTPUTS);
  for (let output = 0; output < OUTPUTS; output++) {
    const first = meanOpinion(parts, logs, output, false);
    combined[output] = Number.isNaN(first) ? meanOpinion(parts, logs, output, true) : first;
  }
  return combined;
}

function meanOpinion(parts: readonly Part[], logs: readonly Float64Array[], output: number, reserve: boolean): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < parts.length; i++) {
    if (parts[i]!.isReserve !== reserve) continue;
    const log = logs[i]![output] ?? Number.NaN;
    if (Number.isNaN(log)) continue;
    sum += log;
    count++;
  }
  return sum / count;
}

/** Log forecasts by issue day. */
export type ForecastsByDay = ReadonlyMap<DayNumber, Float64Array>;

const SILENT = new Float64Array();

/** An ensemble's out-of-sample forecasts of the past, by issue day. */
export interface PastForecasts {
  readonly logs: ForecastsByDay;
  /** For each lead day of an issue day whether a first-choice member forecast it: if not, the reserves did. */
  readonly isFirstChoice: ReadonlyMap<DayNumber, readonly boolean[]>;
}

export const NO_PAST: PastForecasts = { logs: new Map(), isFirstChoice: new Map() };

/** The ensemble's past; a member that made no forecast on a day has no opinion. */
export function combinePast(parts: readonly Part[]): PastForecasts {
  const days = [...new Set(parts.flatMap(({ member }) => [...member.past.keys()]))].sort((a, b) => a - b);
  const logs = new Map<DayNumber, Float64Array>();
  const isFirstChoice = new Map<DayNumber, readonly boolean[]>();
  for (const day of days) {
    const opinions = parts.map(({ member }) => member.past.get(day) ?? SILENT);
    const combined = combineLogs(parts, opinions);
    if (combined.every(Number.isNaN)) continue;
    logs.set(day, combined);
    isFirstChoice.set(day, leadsSpoken(parts, opinions));
  }
  return { logs, isFirstChoice };
}

/** For each lead day whether a first-choice member has an opinion on its last hour. */
function leadsSpoken(parts: readonly Part[], opinions: readonly Float64Array[]): boolean[] {
  return Array.from({ length: LAST_LEAD_DAY + 1 }, (_, lead) =>
    parts.some(({ isReserve }, i) => !isReserve && !Number.isNaN(opinions[i]![lead * 24 + 23] ?? Number.NaN)),
  );
}
