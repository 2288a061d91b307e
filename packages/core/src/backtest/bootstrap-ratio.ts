import { BudgetMap } from '../budgets/budget-map.js';
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
 * replacement, since errors of neighboring days go together. The same days give the same interval.
 *
 * @param days the scored days, in order
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
  const blocks = Math.ceil(days.length / BLOCK_DAYS);
  const drawn = drawnBlocks(days.length);
  const ratios = new Float64Array(RESAMPLES);
  for (let sample = 0; sample < RESAMPLES; sample++) {
    let [above, below] = [0, 0];
    for (let block = sample * blocks; block < (sample + 1) * blocks; block++) {
      const first = drawn[block]!;
      above += over[first]!;
      below += under[first]!;
    }
    ratios[sample] = above / below;
  }
  ratios.sort();
  const at = (level: number): number => ratios[Math.round(level * (RESAMPLES - 1))]!;
  return { low: at(0.025), high: at(0.975) };
}

/** Which blocks are drawn depends on how many days there are alone. */
const drawnByDays = new BudgetMap<number, Uint32Array>('drawn_blocks');

/** First days of the blocks of each sample, sample by sample. */
function drawnBlocks(days: number): Uint32Array {
  const known = drawnByDays.get(days);
  if (known) return known;
  const random = mulberry32(days);
  const starts = days - BLOCK_DAYS + 1;
  const drawn = Uint32Array.from({ length: RESAMPLES * Math.ceil(days / BLOCK_DAYS) }, () =>
    Math.floor(random() * starts),
  );
  drawnByDays.set(days, drawn);
  return drawn;
}
