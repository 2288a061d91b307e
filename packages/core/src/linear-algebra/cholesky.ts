import { kernelsFor } from './fastest-kernels.js';
import type { RidgeSystem } from './kernels.js';
import { solveOne } from './plain/plain-cholesky.js';

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
  refuseFailure(kernelsFor(size).cholesky(matrix, size));
}

/** @param failed the row at which a matrix is not positive definite, or -1 */
function refuseFailure(failed: number): void {
  if (failed >= 0) throw new RangeError(`not positive definite at row ${failed}`);
}

/**
 * Solves A x = b, given the factor of A, in place.
 *
 * @param factor as `choleskyInPlace` left it
 * @param vector holds b from `offset`, `size` values long; replaced by x
 */
export function choleskySolve(factor: Float64Array, size: number, vector: Float64Array, offset = 0): void {
  solveOne(factor, size, size, vector, offset);
}

/**
 * Solves (A + ridge) x = b for `count` vectors that lie one after the other, in place, with the bits of `choleskyInPlace` and
 * `Kernels.solve`, but without a copy of the factor between the two.
 *
 * @param vectors hold b from `offset`, `size` values each; replaced by x
 * @throws {RangeError} the sum is not positive definite
 */
export function solveRidge(system: RidgeSystem, vectors: Float64Array, offset: number, count: number): void {
  refuseFailure(kernelsFor(system.size).solveRidge(system, vectors, offset, count));
}
