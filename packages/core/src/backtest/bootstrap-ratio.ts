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
 * The 95 % interval of a ratio of sums over days, by a circular block bootstrap: blocks of seven days are drawn with
 * replacement, since errors of neighboring days are correlated. A block that reaches the last day wraps around to the first, so
 * every day is drawn equally often. Each sample has as many days as are given, so the interval lies around the ratio of all days.
 * The same days give the same interval.
 *
 * @param days the scored days, in order
 * @returns NaN with fewer than two blocks of days
 * @see Politis and Romano 1992, "A circular block-resampling procedure for stationary data"
 */
export function bootstrapRatio(days: readonly DayRatio[]): { readonly low: number; readonly high: number } {
  if (days.length < 2 * BLOCK_DAYS) return { low: Number.NaN, high: Number.NaN };
  const blocks = Math.ceil(days.length / BLOCK_DAYS);
  const whole = blockSums(days, BLOCK_DAYS);
  const last = blockSums(days, days.length - (blocks - 1) * BLOCK_DAYS);
  const drawn = drawnBlocks(days.length);
  const ratios = new Float64Array(RESAMPLES);
  for (let sample = 0; sample < RESAMPLES; sample++) {
    const end = (sample + 1) * blocks - 1;
    let [above, below] = [last.over[drawn[end]!]!, last.under[drawn[end]!]!];
    for (let block = sample * blocks; block < end; block++) {
      const first = drawn[block]!;
      above += whole.over[first]!;
      below += whole.under[first]!;
    }
    ratios[sample] = above / below;
  }
  ratios.sort();
  const at = (level: number): number => ratios[Math.round(level * (RESAMPLES - 1))]!;
  return { low: at(0.025), high: at(0.975) };
}

/** Sums of the days from each day on, around the end. */
function blockSums(days: readonly DayRatio[], length: number) {
  const over = new Float64Array(days.length);
  const under = new Float64Array(days.length);
  for (let first = 0; first < days.length; first++) {
    for (let i = 0; i < length; i++) {
      const day = days[(first + i) % days.length]!;
      over[first]! += day.over;
      under[first]! += day.under;
    }
  }
  return { over, under };
}

/** Which blocks are drawn depends on how many days there are alone. */
const drawnByDays = new BudgetMap<number, Uint32Array>('drawn_blocks');

/** First days of the blocks of each sample, sample by sample. */
function drawnBlocks(days: number): Uint32Array {
  const known = drawnByDays.get(days);
  if (known) return known;
  const random = mulberry32(days);
  const drawn = Uint32Array.from({ length: RESAMPLES * Math.ceil(days / BLOCK_DAYS) }, () =>
    Math.floor(random() * days),
  );
  drawnByDays.set(days, drawn);
  return drawn;
}
