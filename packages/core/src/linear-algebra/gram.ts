import { kernelsFor, PLAIN_KERNELS } from './fastest-kernels.js';
import type { Kernels, Products, RowShape } from './kernels.js';

/** Fewer rows are not worth the copy into the memory of the SIMD kernels. */
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
 * Multiplies both sums by `fade` and adds the products of some rows. Each sum of products is made row after row, then added.
 *
 * @param rows count x size, row-major
 * @param targets count x outputs, row-major
 */
export function addProducts(
  sums: Products,
  fade: number,
  rows: Float64Array,
  targets: Float64Array,
  shape: RowShape,
): void {
  kernelsForRows(shape.count, shape.size).addProducts(sums, fade, rows, targets, shape);
}

function kernelsForRows(count: number, size: number): Kernels {
  return count < FEWEST_SIMD_ROWS ? PLAIN_KERNELS : kernelsFor(size);
}
