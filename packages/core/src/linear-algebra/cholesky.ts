import { dot } from './dot.js';
import { kernelsFor } from './fastest-kernels.js';

/**
 * Cholesky factor of a symmetric positive definite matrix, in place: the lower triangle becomes L with A = L L'.
 *
 * Row by row (Cholesky-Banachiewicz), so that every inner product runs along memory.
 *
 * @param matrix size x size, row-major; the lower triangle is read and replaced, the rest untouched
 * @throws {RangeError} the matrix is not positive definite
 * @see Golub & Van Loan, Matrix Computations, 4th ed., section 4.2
 * @example
 * const a = Float64Array.of(4, 0, 2, 5);
 * choleskyInPlace(a, 2);
 * [a[0], a[2], a[3]] // => [2, 1, 2]
 */
export function choleskyInPlace(matrix: Float64Array, size: number): void {
  const failed = kernelsFor(size).cholesky(matrix, size);
  if (failed >= 0) throw new RangeError(`not positive definite at row ${failed}`);
}

/**
 * Solves A x = b, given the factor of A, in place.
 *
 * @param factor as `choleskyInPlace` left it
 * @param vector holds b from `offset`, `size` values long; replaced by x
 */
export function choleskySolve(factor: Float64Array, size: number, vector: Float64Array, offset = 0): void {
  for (let i = 0; i < size; i++) {
    const row = i * size;
    vector[offset + i] = (vector[offset + i]! - dot(factor, row, vector, offset, i)) / factor[row + i]!;
  }
  for (let i = size - 1; i >= 0; i--) {
    const row = i * size;
    const x = vector[offset + i]! / factor[row + i]!;
    vector[offset + i] = x;
    for (let j = 0; j < i; j++) vector[offset + j]! -= x * factor[row + j]!;
  }
}

/**
 * `choleskySolve` of `count` vectors that lie one after the other: four at a time, so that each row of the factor is
 * fetched once for all four. Of each four the pivots are inverted, so that the last bits are not those of `choleskySolve`.
 */
export function choleskySolveMany(
  factor: Float64Array,
  size: number,
  vectors: Float64Array,
  offset: number,
  count: number,
): void {
  const inFours = count - (count % 4);
  kernelsFor(size).solve(factor, size, vectors, offset, inFours);
  for (let vector = inFours; vector < count; vector++) choleskySolve(factor, size, vectors, offset + vector * size);
}
