import type { DayNumber } from '../calendar/holidays.js';
import type { Member } from './member.js';

/** Lead days 0 to 17: 384 hours from any hour of a day that may itself be a day old. */
export const LAST_LEAD_DAY = 17;
/** Outputs of an ensemble: lead day by hour. */
export const OUTPUTS = 24 * (LAST_LEAD_DAY + 1);

/** A member and what its word counts for at a lead day. */
export interface Part {
  readonly member: Member;
  weight(leadDay: number): number;
}

/**
 * Weighted mean of log forecasts, output by output, over the members that have one.
 *
 * @param logs one array per part; shorter ones stop at their last lead day; NaN is no opinion
 * @returns NaN where no member has an opinion
 */
export function combineLogs(parts: readonly Part[], logs: readonly Float64Array[]): Float64Array {
  const combined = new Float64Array(OUTPUTS);
  for (let output = 0; output < OUTPUTS; output++) {
    const lead = Math.floor(output / 24);
    let sum = 0;
    let total = 0;
    for (let i = 0; i < parts.length; i++) {
      const log = logs[i]![output] ?? Number.NaN;
      const weight = parts[i]!.weight(lead);
      if (Number.isNaN(log) || weight === 0) continue;
      sum += weight * log;
      total += weight;
    }
    combined[output] = sum / total;
  }
  return combined;
}

/** Log forecasts by issue day. */
export type ForecastsByDay = ReadonlyMap<DayNumber, Float64Array>;

/** The ensemble's out-of-sample forecasts of the past: of the days on which every member made one. */
export function combinePast(parts: readonly Part[]): Map<DayNumber, Float64Array> {
  const combined = new Map<DayNumber, Float64Array>();
  for (const day of parts[0]?.member.past.keys() ?? []) {
    const logs = parts.map(({ member }) => member.past.get(day));
    if (logs.every((log) => log !== undefined)) combined.set(day, combineLogs(parts, logs));
  }
  return combined;
}
