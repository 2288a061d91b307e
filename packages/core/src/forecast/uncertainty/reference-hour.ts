import type { DayCalibration } from './calibration.js';

/**
 * Known hours of the issue day at which models are calibrated: the load up to 08:00, as at the morning gates.
 *
 * Past forecasts are made for this hour only. At another hour of the day the forecast is that hour's own, and its
 * spread is the reference's, scaled by how errors grow with the distance from the newest load.
 */
export const REFERENCE_HOURS = 8;

/**
 * How errors grow with the hours from the end of the newest known hour to the start of the forecast hour, in any unit:
 * only ratios are used. Chosen so that forecasts issued at all hours of the day (2023, CAISO, MISO, NYISO) keep four
 * hours in five inside their bounds.
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

/** Size of errors at a distance; between the rows of the table a straight line. */
export function errorAt(hours: number): number {
  const upper = ERROR_GROWTH.findIndex(([at]) => at >= hours);
  if (upper <= 0) return upper === 0 ? ERROR_GROWTH[0]![1] : ERROR_GROWTH.at(-1)![1];
  const [highAt, high] = ERROR_GROWTH[upper]!;
  const [lowAt, low] = ERROR_GROWTH[upper - 1]!;
  return low + ((high - low) * (hours - lowAt)) / (highAt - lowAt);
}

/**
 * The reference's calibration as it holds when `knownHours` hours of the issue day are taken as known.
 *
 * Hours of the issue day that the reference takes as known borrow tomorrow's spread.
 *
 * @param silentHours how many hours, up to the last of those, had to be filled in: a forecast is that much farther from
 *   the newest load, and its spread says so
 */
export function calibrationAt(reference: DayCalibration, knownHours: number, silentHours = 0): DayCalibration {
  if (knownHours === REFERENCE_HOURS && silentHours === 0) return reference;
  return {
    errorQuantile(lead, hour, level) {
      const from = lead === 0 && hour < REFERENCE_HOURS ? 1 : lead;
      const distance = lead * 24 + hour - knownHours + silentHours;
      const ratio = errorAt(distance) / errorAt(from * 24 + hour - REFERENCE_HOURS);
      return ratio * reference.errorQuantile(from, hour, level);
    },
  };
}
