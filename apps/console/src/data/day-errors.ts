import { HOUR_MS, wallTime } from '../time/wall-clock.js';
import type { Comparison } from './comparison.js';

/** How far forecasts of one day were off, on the hours that were measured and that both have; ours alone where the operator has none. */
export interface DayErrors {
  /** `2026-11-21` */
  readonly day: string;
  /** Hours that were compared. */
  readonly hours: number;
  /** Mean absolute percentage errors. */
  readonly oursPct: number;
  /** Null: the operator published none. */
  readonly operatorPct: number | null;
  /** Hours with bounds in which the load was inside p10 to p90. */
  readonly inside: number;
  readonly withBounds: number;
}

/** Fewer hours say nothing about a day. */
const LEAST_HOURS = 20;

/** The errors of a calendar day of the grid; undefined where too few hours can be compared. */
export function dayErrors(
  { startMs, actual, forecast, operator, p10, p90 }: Comparison,
  day: string,
  zone: string,
): DayErrors | undefined {
  const hasOperator = operator.some((value) => value !== null);
  const sums = { hours: 0, ours: 0, operator: 0, inside: 0, withBounds: 0 };
  for (let i = 0; i < actual.length; i++) {
    if (wallTime(startMs + i * HOUR_MS, zone).day !== day) continue;
    const [load, ours, theirs] = [actual[i] ?? null, forecast[i] ?? null, operator[i] ?? null];
    if (load === null || ours === null || (hasOperator && theirs === null) || load <= 0) continue;
    sums.hours += 1;
    sums.ours += Math.abs(ours - load) / load;
    sums.operator += Math.abs((theirs ?? load) - load) / load;
    const [low, high] = [p10[i] ?? null, p90[i] ?? null];
    if (low === null || high === null) continue;
    sums.withBounds += 1;
    if (load >= low && load <= high) sums.inside += 1;
  }
  const { hours, inside, withBounds } = sums;
  if (hours < LEAST_HOURS) return undefined;
  return {
    day,
    hours,
    oursPct: (100 * sums.ours) / hours,
    operatorPct: hasOperator ? (100 * sums.operator) / hours : null,
    inside,
    withBounds,
  };
}
