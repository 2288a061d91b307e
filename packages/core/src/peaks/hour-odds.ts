import { PEAK_CALIBRATION } from './calibration.data.js';

/**
 * Calibrated odds of the hours of a day. Each hour gives shares of its odds to the hours beside it; a share for an hour
 * that can no longer be the highest, or that lies outside the day, stays where it is.
 *
 * @param counts of the paths whose highest hour it is
 * @param mayBeHighest whether the measured hours leave the hour a chance; true for each hour with a count
 * @returns probabilities that sum to 1
 */
export function calibratedHours(counts: Float64Array, mayBeHighest: readonly boolean[]): Float64Array {
  const { sharpness, spread, spreadFar } = PEAK_CALIBRATION;
  const all = counts.reduce((sum, count) => sum + count, 0);
  const sharp = counts.map((count) => (count / all) ** sharpness);
  const total = sharp.reduce((sum, odds) => sum + odds, 0);
  const odds = new Float64Array(counts.length);
  const give = (from: number, to: number, share: number): void => {
    const hour = mayBeHighest[to] ? to : from;
    odds[hour]! += (share * sharp[from]!) / total;
  };
  for (let hour = 0; hour < counts.length; hour++) {
    give(hour, hour, 1 - spread);
    for (const side of [-1, 1]) {
      give(hour, hour + side, (spread * (1 - spreadFar)) / 2);
      give(hour, hour + 2 * side, (spread * spreadFar) / 2);
    }
  }
  return odds;
}
