/**
 * Adds arrays, each times its weight, to `sum`, one after the other.
 *
 * @param arrays each as long as `sum`
 */
export function addWeighted(sum: Float64Array, arrays: readonly Float64Array[], weights: readonly number[]): void {
  for (const [which, array] of arrays.entries()) {
    const weight = weights[which]!;
    for (let i = 0; i < sum.length; i++) sum[i]! += weight * array[i]!;
  }
}
