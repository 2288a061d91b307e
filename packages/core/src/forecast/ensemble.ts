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

/** The ensemble's out-of-sample forecasts of the past; a member that made none on a day has no opinion. */
export function combinePast(parts: readonly Part[]): Map<DayNumber, Float64Array> {
  const days = new Set(parts.flatMap(({ member }) => [...member.past.keys()]));
  const combined = new Map<DayNumber, Float64Array>();
  for (const day of [...days].sort((a, b) => a - b)) {
    const logs = combineLogs(
      parts,
      parts.map(({ member }) => member.past.get(day) ?? SILENT),
    );
    if (!logs.every(Number.isNaN)) combined.set(day, logs);
  }
  return combined;
}
