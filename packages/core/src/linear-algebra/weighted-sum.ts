import { kernelsFor } from './fastest-kernels.js';

/**
 * Adds arrays, each times its weight, to `sum`, one after the other.
 *
 * @param arrays each as long as `sum`
 */
export function addWeighted(sum: Float64Array, arrays: readonly Float64Array[], weights: readonly number[]): void {
  kernelsFor(sum.length).addWeighted(sum, arrays, weights);
}
