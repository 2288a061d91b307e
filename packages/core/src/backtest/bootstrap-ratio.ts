import { mulberry32 } from '../peaks/normals.js';

/** What one day adds to the numerator and the denominator of a ratio. */
export interface DayRatio {
  readonly over: number;
  readonly under: number;
}

const BLOCK_DAYS = 7;
const RESAMPLES = 1000;

/**
 * The 95 % interval of a ratio of sums over days, by a moving-block bootstrap: blocks of seven days are drawn with
 * replacement, since errors of neighbouring days go together. The same days give the same interval.
 *
 * @param days in order, only those that count
 * @returns NaN with fewer than two blocks of days
 * @see Kuensch 1989, doi:10.1214/aos/1176347265
 */
export function bootstrapRatio(days: readonly DayRatio[]): { readonly low: number; readonly high: number } {
  if (days.length < 2 * BLOCK_DAYS) return { low: Number.NaN, high: Number.NaN };
  const starts = days.length - BLOCK_DAYS + 1;
  const over = new Float64Array(starts);
  const under = new Float64Array(starts);
  for (let first = 0; first < starts; first++) {
    for (let day = first; day < first + BLOCK_DAYS; day++) {
      over[first]! += days[day]!.over;
      under[first]! += days[day]!.under;
    }
  }
  const random = mulberry32(days.length);
  const blocks = Math.ceil(days.length / BLOCK_DAYS);
  const ratios = new Float64Array(RESAMPLES);
  for (let sample = 0; sample < RESAMPLES; sample++) {
    let [above, below] = [0, 0];
    for (let block = 0; block < blocks; block++) {
      const first = Math.floor(random() * starts);
      above += over[first]!;
      below += under[first]!;
    }
    ratios[sample] = above / below;
  }
  ratios.sort();
  const at = (level: number): number => ratios[Math.round(level * (RESAMPLES - 1))]!;
  return { low: at(0.025), high: at(0.975) };
}
