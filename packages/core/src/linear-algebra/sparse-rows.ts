import { kernelsFor, PLAIN_KERNELS } from './fastest-kernels.js';
import type { SparseRows } from './kernels.js';

/** Fewer rows are not worth the copy of the matrix into the memory of the SIMD kernels. */
const FEWEST_SIMD_ROWS = 4;

/**
 * Writes the products of some sparse rows with a matrix, row after row: 24 numbers each, added in the order of the entries.
 *
 * @param out receives 24 numbers a row from `at`
 * @param matrix columns x 24, row-major
 * @param first index of the first of `count` rows
 */
export function writeSparseRows(
  out: Float64Array,
  at: number,
  matrix: Float64Array,
  rows: SparseRows,
  first: number,
  count: number,
): void {
  const kernels = count < FEWEST_SIMD_ROWS ? PLAIN_KERNELS : kernelsFor(matrix.length / 24);
  kernels.sparseRows(out, at, matrix, rows, first, count);
}
