import { kernelsFor } from './fastest-kernels.js';
import type { RidgeSystem } from './kernels.js';

/**
 * Solves (A + ridge) x = b by Cholesky factorisation for `count` vectors that lie one after the other, in place.
 *
 * @param vectors hold b from `offset`, `size` values each; replaced by x
 * @throws {RangeError} the sum is not positive definite
 * @see Golub & Van Loan, Matrix Computations, 4th ed., section 4.2
 * @example
 * const x = Float64Array.of(8, 7);
 * solveRidge({ triangle: Float64Array.of(3, 2, 4), ridge: Float64Array.of(1, 1), size: 2 }, x, 0, 1);
 * [...x] // => [1.625, 0.75]
 */
export function solveRidge(system: RidgeSystem, vectors: Float64Array, offset: number, count: number): void {
  const failed = kernelsFor(system.size).solveRidge(system, vectors, offset, count);
  if (failed >= 0) throw new RangeError(`not positive definite at row ${failed}`);
}
