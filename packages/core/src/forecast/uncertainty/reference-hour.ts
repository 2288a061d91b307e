import { REFERENCE } from '../settings.data.js';
import type { DayCalibration } from './calibration.js';

/**
 * Known hours of the issue day at which models are calibrated.
 *
 * Past forecasts are made for this hour only. An issue at another hour of the day has its own fit; its error quantiles
 * are the reference's, scaled by the growth of errors with the distance from the newest load.
 */
export const REFERENCE_HOURS = REFERENCE.knownHours;

const ERROR_GROWTH = Object.entries(REFERENCE.errorGrowth).map(([hours, error]) => [Number(hours), error] as const);

/** Size of errors at a distance, interpolated between the rows of the table. */
export function errorAt(hours: number): number {
  const upper = ERROR_GROWTH.findIndex(([at]) => at >= hours);
  if (upper <= 0) return upper === 0 ? ERROR_GROWTH[0]![1] : ERROR_GROWTH.at(-1)![1];
  const [highAt, high] = ERROR_GROWTH[upper]!;
  const [lowAt, low] = ERROR_GROWTH[upper - 1]!;
  return low + ((high - low) * (hours - lowAt)) / (highAt - lowAt);
}

/**
 * The reference's calibration scaled to an issue at which `knownHours` hours of the issue day are known.
 *
 * Hours of the issue day that are known at the reference have no errors there; tomorrow's are used.
 *
 * @param filledHours how many of the newest known hours are filled in: the distance from the newest measured load is
 *   that much longer, and the bounds are wider
 */
export function calibrationAt(reference: DayCalibration, knownHours: number, filledHours = 0): DayCalibration {
  if (knownHours === REFERENCE_HOURS && filledHours === 0) return reference;
  return {
    errorQuantile(lead, hour, level) {
      const from = lead === 0 && hour < REFERENCE_HOURS ? 1 : lead;
      const distance = lead * 24 + hour - knownHours + filledHours;
      const ratio = errorAt(distance) / errorAt(from * 24 + hour - REFERENCE_HOURS);
      return ratio * reference.errorQuantile(from, hour, level);
    },
  };
}
