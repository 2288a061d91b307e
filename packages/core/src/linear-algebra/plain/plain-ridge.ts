import { dot } from '../dot.js';
import type { Kernels } from '../kernels.js';
import { matrixOf } from '../triangle.js';

/** See `solveRidge`. Vectors are solved four at a time in other kernels, which round other sums. @returns as `plainCholesky` */
export const plainSolveRidge: Kernels['solveRidge'] = ({ triangle, ridge, size }, vectors, offset, count) => {
  const factor = matrixOf(triangle, size);
  for (let i = 0; i < size; i++) factor[i * size + i]! += ridge[i]!;
  const failed = plainCholesky(factor, size);
  const inFours = wholeFours(count);
  for (let vector = 0; failed < 0 && vector < count; vector++) {
    if (vector < inFours) solveOneOfFour(factor, size, vectors, offset + vector * size);
    else solveOne(factor, size, size, vectors, offset + vector * size);
  }
  return failed;
};

/**
 * Cholesky factor of a symmetric positive definite matrix, in place: the lower triangle becomes L with A = L L'. Row by
 * row (Cholesky-Banachiewicz), so that every inner product runs along memory.
 *
 * @returns -1, or the row at which the matrix is not positive definite
 */
function plainCholesky(matrix: Float64Array, size: number): number {
  for (let i = 0; i < size; i++) {
    const rowI = i * size;
    for (let j = 0; j < i; j++) {
      const rowJ = j * size;
      matrix[rowI + j] = (matrix[rowI + j]! - dot(matrix, rowI, matrix, rowJ, j)) / matrix[rowJ + j]!;
    }
    const pivot = matrix[rowI + i]! - dot(matrix, rowI, matrix, rowI, i);
    if (!(pivot > 0)) return i;
    matrix[rowI + i] = Math.sqrt(pivot);
  }
  return -1;
}

/** How many of some vectors are solved four at a time; the others one by one. */
export const wholeFours = (count: number): number => count - (count % 4);

/** Solves L L' x = b for one vector. @param stride numbers from a row of the factor to the next */
export function solveOne(
  factor: Float64Array,
  stride: number,
  size: number,
  vector: Float64Array,
  offset: number,
): void {
  for (let i = 0; i < size; i++) {
    const row = i * stride;
    vector[offset + i] = (vector[offset + i]! - dot(factor, row, vector, offset, i)) / factor[row + i]!;
  }
  for (let i = size - 1; i >= 0; i--) {
    const row = i * stride;
    const x = vector[offset + i]! / factor[row + i]!;
    vector[offset + i] = x;
    for (let j = 0; j < i; j++) vector[offset + j]! -= x * factor[row + j]!;
  }
}

/** The same with sums in one order and inverted pivots, as the SIMD kernels solve four vectors at a time. */
function solveOneOfFour(factor: Float64Array, size: number, vector: Float64Array, offset: number): void {
  for (let i = 0; i < size; i++) {
    const row = i * size;
    let sum = vector[offset + i]!;
    for (let j = 0; j < i; j++) sum -= factor[row + j]! * vector[offset + j]!;
    vector[offset + i] = sum * (1 / factor[row + i]!);
  }
  for (let i = size - 1; i >= 0; i--) {
    const row = i * size;
    const x = vector[offset + i]! * (1 / factor[row + i]!);
    vector[offset + i] = x;
    for (let j = 0; j < i; j++) vector[offset + j]! -= factor[row + j]! * x;
  }
}
