import { PEAK_CALIBRATION } from './calibration.data.js';
import { Z90 } from './normals.js';

/**
 * Peaks of a day by path, those above the median stretched the more the farther they are: the highest days come out farther above
 * their forecast than normal errors say. Median and p90 stay, and so does the order of the paths;
 * nothing below the median moves.
 *
 * @param peaksMw of each path; where p90 is the median, as of a day that is measured, they stay as they are
 */
export function tailedPeaks(peaksMw: Float64Array, medianMw: number, p90Mw: number): Float64Array {
  const { tail } = PEAK_CALIBRATION;
  const sdMw = (p90Mw - medianMw) / Z90;
  if (!(sdMw > 0)) return peaksMw;
  return peaksMw.map((mw) => {
    if (mw <= medianMw) return mw;
    const z = (mw - medianMw) / sdMw;
    return medianMw + (sdMw * z * (1 + tail * z)) / (1 + tail * Z90);
  });
}
