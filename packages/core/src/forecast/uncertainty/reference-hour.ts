import type { DayCalibration } from './calibration.js';

/**
 * Known hours of the issue day at which models are calibrated: the load up to 08:00, as at the morning gates.
 *
 * Past forecasts are made for this hour only. An issue at another hour of the day has its own fit; its error quantiles
 * are the reference's, scaled by the growth of errors with the distance from the newest load.
 */
export const REFERENCE_HOURS = 8;

/**
 * How errors grow with the hours from the end of the newest known hour to the start of the forecast hour, in any unit:
 * only ratios are used. Chosen so that of forecasts issued at all hours of the day (2023, CAISO, MISO, NYISO) four
 * hours in five lie inside the bounds.
 */
const ERROR_GROWTH: readonly (readonly [hours: number, error: number])[] = [
  [0, 1.1],
  [1, 1.7],
  [2, 2.1],
  [3, 2.35],
  [5, 2.8],
  [7, 3.1],
  [13, 4.05],
  [25, 5.45],
  [49, 8.1],
  [168, 9.7],
];

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
