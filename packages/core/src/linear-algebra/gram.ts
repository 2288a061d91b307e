import { kernelsFor, PLAIN_KERNELS } from './fastest-kernels.js';
import type { Kernels } from './kernels.js';

/** Of fewer rows the sums cost less than copying them into the memory of the SIMD kernels. */
const FEWEST_SIMD_ROWS = 4;

/**
 * Adds `X'X` to the lower triangle of a symmetric matrix. Each sum is made row after row, then added.
 *
 * @param gram `triangleLength(size)` numbers: the lower triangle, row after row without gaps
 * @param rows count x size, row-major
 * @param count how many rows
 * @param size columns
 */
export function addGram(gram: Float64Array, rows: Float64Array, count: number, size: number): void {
  kernelsForRows(count, size).addGram(gram, rows, count, size);
}

/**
 * Adds `X'Y` to a matrix kept one output after the other. Each sum is made row after row, then added.
 *
 * @param cross outputs x size, row-major: row `o` is X'y of output `o`
 * @param rows count x size, row-major
 * @param targets count x outputs, row-major
 */
export function addCross(
  cross: Float64Array,
  rows: Float64Array,
  targets: Float64Array,
  count: number,
  size: number,
  outputs: number,
): void {
  kernelsForRows(count, size).addCross(cross, rows, targets, count, size, outputs);
}

function kernelsForRows(count: number, size: number): Kernels {
  return count < FEWEST_SIMD_ROWS ? PLAIN_KERNELS : kernelsFor(size);
}
