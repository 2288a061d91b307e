/** A sample sorted by value, each value with a weight. */
export interface WeightedSample {
  readonly values: Float64Array;
  readonly weights: Float64Array;
}

/**
 * Quantiles of a weighted sample.
 *
 * Each value is placed at the middle of its own share of the total weight; between values the quantile is linear, beyond
 * the first and last it is flat.
 *
 * @param levels ascending, 0 to 1
 * @param out receives one quantile per level from `at`; zeros for an empty sample
 * @example
 * const out = new Float64Array(1);
 * writeQuantiles({ values: Float64Array.of(1, 2, 3), weights: Float64Array.of(1, 1, 1) }, [0.5], out, 0);
 * out[0] // => 2
 */
export function writeQuantiles(
  { values, weights }: WeightedSample,
  levels: readonly number[],
  out: Float64Array,
  at: number,
): void {
  const count = values.length;
  let total = 0;
  for (let i = 0; i < count; i++) total += weights[i]!;
  let i = 0;
  let before = 0;
  let middle = count > 0 ? weights[0]! / 2 : 0;
  let previousMiddle = middle;
  levels.forEach((level, position) => {
    const target = level * total;
    while (i < count - 1 && middle < target) {
      before += weights[i]!;
      i++;
      previousMiddle = middle;
      middle = before + weights[i]! / 2;
    }
    if (count === 0) out[at + position] = 0;
    else if (i === 0 || middle <= target || middle === previousMiddle) out[at + position] = values[i]!;
    else {
      const share = (target - previousMiddle) / (middle - previousMiddle);
      out[at + position] = values[i - 1]! + share * (values[i]! - values[i - 1]!);
    }
  });
}
