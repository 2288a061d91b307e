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

/** From so many days with a first-choice opinion on, days without one say nothing of the ensemble. */
const FEWEST_FIRST_CHOICES = 120;

/**
 * The ensemble's out-of-sample forecasts of the past.
 *
 * Lead days for which the first choice has spoken often enough are NaN on days when it had not (before its inputs
 * began): what the reserves did then does not tell how good the ensemble is now.
 */
export function combinePast(parts: readonly Part[]): Map<DayNumber, Float64Array> {
  const days = [...new Set(parts.flatMap(({ member }) => [...member.past.keys()]))].sort((a, b) => a - b);
  const spoken = new Map(days.map((day) => [day, leadsSpoken(parts, day)]));
  const isSettled = Array.from({ length: LAST_LEAD_DAY + 1 }, (_, lead) => {
    let count = 0;
    for (const leads of spoken.values()) if (leads[lead]) count++;
    return count >= FEWEST_FIRST_CHOICES;
  });
  const combined = new Map<DayNumber, Float64Array>();
  for (const day of days) {
    const logs = combineLogs(
      parts,
      parts.map(({ member }) => member.past.get(day) ?? SILENT),
    );
    const leads = spoken.get(day)!;
    isSettled.forEach((settled, lead) => {
      if (settled && !leads[lead]) logs.fill(Number.NaN, lead * 24, lead * 24 + 24);
    });
    if (!logs.every(Number.isNaN)) combined.set(day, logs);
  }
  return combined;
}

/** For each lead day whether a first-choice member forecast its last hour on an issue day. */
function leadsSpoken(parts: readonly Part[], day: DayNumber): boolean[] {
  const first = parts.filter(({ isReserve }) => !isReserve).map(({ member }) => member.past.get(day) ?? SILENT);
  return Array.from({ length: LAST_LEAD_DAY + 1 }, (_, lead) =>
    first.some((logs) => !Number.isNaN(logs[lead * 24 + 23] ?? Number.NaN)),
  );
}
