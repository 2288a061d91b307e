import { REFERENCE } from '../settings.data.js';
import type { DayCalibration } from './calibration.js';

const ERROR_GROWTH = Object.entries(REFERENCE.errorGrowth).map(([hours, error]) => [Number(hours), error] as const);

/** Size of errors at a distance, interpolated between the rows of the table. */
export function errorAt(hours: number): number {
  const upper = ERROR_GROWTH.findIndex(([at]) => at >= hours);
  if (upper <= 0) return upper === 0 ? ERROR_GROWTH[0]![1] : ERROR_GROWTH.at(-1)![1];
  const [highAt, high] = ERROR_GROWTH[upper]!;
  const [lowAt, low] = ERROR_GROWTH[upper - 1]!;
  return low + ((high - low) * (hours - lowAt)) / (highAt - lowAt);
}

/** How an area's errors grow within a day from the newest load; lead days 0 and 1 by hour, NaN where it is not known. */
export interface NearGrowth {
  /** Mean errors at the known hours. */
  readonly near: Float64Array;
  /** Mean errors at the reference's. */
  readonly reference: Float64Array;
  /** Power of the growth. */
  readonly power: number;
  /** Factor of the spread. */
  readonly factor: number;
  /** How much of how wide the growth makes today's at the reference the spread follows: its power, 0 none and 1 all of it. */
  readonly ofToday: number;
}

/**
 * The reference's calibration scaled to an issue at which `knownHours` hours of the issue day are known.
 *
 * Within a day from the newest load the spread is tomorrow's, scaled by the area's own growth and by how wide that
 * makes today's at the reference. Elsewhere, and with hours filled in, it is the lead day's spread, scaled by the
 * growth of all areas; hours of the issue day that are known at the reference have no errors there, and tomorrow's are
 * used.
 *
 * @param filledHours how many of the newest known hours are filled in: the distance from the newest measured load is
 *   that much longer, and the bounds are wider
 */
export function calibrationAt(
  reference: DayCalibration,
  growth: NearGrowth,
  knownHours: number,
  filledHours = 0,
): DayCalibration {
  if (knownHours === REFERENCE.knownHours && filledHours === 0) return reference;
  const factor = growth.factor * factorOfToday(growth, reference) ** growth.ofToday;
  return {
    errorQuantile(lead, hour, level) {
      const distance = lead * 24 + hour - knownHours + filledHours;
      const near = filledHours === 0 && distance < 24 ? factor * growthRatio(growth, 24 * lead + hour) : Number.NaN;
      if (!Number.isNaN(near)) return Math.min(1, near) * reference.errorQuantile(1, hour, level);
      const from = lead === 0 && hour < REFERENCE.knownHours ? 1 : lead;
      const ratio = errorAt(distance) / errorAt(from * 24 + hour - REFERENCE.knownHours);
      return ratio * reference.errorQuantile(from, hour, level);
    },
  };
}

/**
 * How wide today's spread is at the reference, over what its growth makes of tomorrow's: the geometric mean of its hours. Today's
 * follows its own recent errors and misses, which a growth of two years does not know.
 *
 * @returns NaN where the growth of no hour is known
 */
function factorOfToday(growth: NearGrowth, calibration: DayCalibration): number {
  const width = (lead: number, hour: number) =>
    calibration.errorQuantile(lead, hour, 0.9) - calibration.errorQuantile(lead, hour, 0.1);
  let [sum, count] = [0, 0];
  for (let hour = REFERENCE.knownHours; hour < 24; hour++) {
    const log = Math.log(width(0, hour) / (width(1, hour) * growthRatio({ ...growth, near: growth.reference }, hour)));
    if (!Number.isFinite(log)) continue;
    sum += log;
    count++;
  }
  return Math.exp(sum / count);
}

/** Errors of an hour divided by the errors of tomorrow's same hour at the reference; NaN where either is unknown. */
function growthRatio({ near, reference, power }: NearGrowth, output: number): number {
  return ((near[output] ?? Number.NaN) / (reference[24 + (output % 24)] ?? Number.NaN)) ** power;
}
