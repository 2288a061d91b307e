/** A sample sorted by value, each value with a weight. */
export interface WeightedSample {
  /** How many values there are; what lies behind them is not read. */
  readonly count: number;
  readonly values: Float64Array;
  readonly weights: Float64Array;
  /** The sum of the weights before each value, and at `count` of all. */
  readonly before: Float64Array;
}

/**
 * Quantiles of a weighted sample.
 *
 * Each value is placed at the middle of its own share of the total weight; between values the quantile is linear, beyond
 * the first and last it is flat.
 *
 * @param levels 0 to 1
 * @param out receives one quantile per level from `at`; zeros for an empty sample
 * @example
 * const [values, weights, before] = [Float64Array.of(1, 2, 3), Float64Array.of(1, 1, 1), Float64Array.of(0, 1, 2, 3)];
 * const out = new Float64Array(1);
 * writeQuantiles({ count: 3, values, weights, before }, [0.5], out, 0);
 * out[0] // => 2
 */
export function writeQuantiles(sample: WeightedSample, levels: readonly number[], out: Float64Array, at: number): void {
  const { count, values, before } = sample;
  for (let position = 0; position < levels.length; position++) {
    const target = levels[position]! * before[count]!;
    const i = firstNotBefore(sample, target);
    const middle = middleOf(sample, i);
    const previousMiddle = i > 0 ? middleOf(sample, i - 1) : middle;
    if (count === 0) out[at + position] = 0;
    else if (i === 0 || middle <= target || middle === previousMiddle) out[at + position] = values[i]!;
    else {
      const share = (target - previousMiddle) / (middle - previousMiddle);
      out[at + position] = values[i - 1]! + share * (values[i]! - values[i - 1]!);
    }
  }
}

/** The first value whose middle is not below a sum of weights; the last if all are. */
function firstNotBefore(sample: WeightedSample, target: number): number {
  let [first, last] = [0, sample.count - 1];
  while (first < last) {
    const half = (first + last) >> 1;
    if (middleOf(sample, half) < target) first = half + 1;
    else last = half;
  }
  return first;
}

function middleOf({ weights, before }: WeightedSample, i: number): number {
  return before[i]! + weights[i]! / 2;
}
