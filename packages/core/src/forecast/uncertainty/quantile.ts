/** Samples of the same values, sorted: each has a weight for each value, and they lie side by side. */
export interface WeightedSamples {
  /** Number of values; entries behind them are not read. */
  readonly count: number;
  readonly values: Float64Array;
  /** Whose weight each value has, as an index of `weights`. */
  readonly owners: Uint16Array;
  /** How many samples there are. */
  readonly samples: number;
  /** Weight of each owner, sample by sample; 0 where its values are not in a sample. */
  readonly weights: Float64Array;
  /** The sum of the weights before each value, and at `count` of all, sample by sample. */
  readonly before: Float64Array;
}

/**
 * Quantiles of a weighted sample.
 *
 * Each value is placed at the middle of its own share of the total weight; between values the quantile is linear, beyond
 * the first and last it is flat.
 *
 * @param sample which of the samples
 * @param levels 0 to 1
 * @param out receives one quantile per level from `at`; zeros for an empty sample
 * @example
 * const [values, owners, weights] = [Float64Array.of(1, 2, 3), Uint16Array.of(0, 0, 0), Float64Array.of(1)];
 * const out = new Float64Array(1);
 * writeQuantiles({ count: 3, values, owners, samples: 1, weights, before: Float64Array.of(0, 1, 2, 3) }, 0, [0.5], out, 0);
 * out[0] // => 2
 */
export function writeQuantiles(
  samples: WeightedSamples,
  sample: number,
  levels: readonly number[],
  out: Float64Array,
  at: number,
): void {
  const { count, values, before, samples: width } = samples;
  for (let position = 0; position < levels.length; position++) {
    const target = levels[position]! * before[count * width + sample]!;
    const i = firstNotBefore(samples, sample, target);
    const previous = lastWithWeight(samples, sample, i - 1);
    const middle = middleOf(samples, sample, i);
    const previousMiddle = previous >= 0 ? middleOf(samples, sample, previous) : middle;
    if (i < 0) out[at + position] = 0;
    else if (previous < 0 || middle <= target || middle === previousMiddle) out[at + position] = values[i]!;
    else {
      const share = (target - previousMiddle) / (middle - previousMiddle);
      out[at + position] = values[previous]! + share * (values[i]! - values[previous]!);
    }
  }
}

/** The first value of a sample whose middle is not below a sum of weights, its last if all are; -1 without any. */
function firstNotBefore(samples: WeightedSamples, sample: number, target: number): number {
  let [first, last] = [0, samples.count - 1];
  while (first < last) {
    const half = (first + last) >> 1;
    if (middleOf(samples, sample, half) < target) first = half + 1;
    else last = half;
  }
  while (first < samples.count && weightOf(samples, sample, first) === 0) first++;
  return first < samples.count ? first : lastWithWeight(samples, sample, samples.count - 1);
}

/** The last value of a sample up to some value; -1 if there is none. */
function lastWithWeight(samples: WeightedSamples, sample: number, from: number): number {
  let last = from;
  while (last >= 0 && weightOf(samples, sample, last) === 0) last--;
  return last;
}

function weightOf({ owners, samples, weights }: WeightedSamples, sample: number, i: number): number {
  return weights[owners[i]! * samples + sample]!;
}

function middleOf(samples: WeightedSamples, sample: number, i: number): number {
  return samples.before[i * samples.samples + sample]! + weightOf(samples, sample, i) / 2;
}
