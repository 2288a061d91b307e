import { solveRidge } from '../../linear-algebra/ridge.js';
import { WEIGHTS } from '../settings.data.js';

/**
 * The weights with which a weighted mean of forecasts would have had the smallest squared error: none negative, adding
 * up to 1.
 *
 * Forecasts with equal and uncorrelated errors get equal weights; a forecast that does not reduce the error of the
 * others gets 0. Forecasts with a negative weight are removed one at a time, the most negative first.
 *
 * @param products count x count sums of products of errors, row-major, only the lower triangle is read; their scale
 *   does not matter
 * @see Granger & Ramanathan 1984, "Improved methods of combining forecasts", doi:10.1002/for.3980030207
 * @example
 * Array.from(combinationWeights(Float64Array.of(1, 0, 0, 1), 2)) // => [0.5, 0.5]
 */
export function combinationWeights(products: Float64Array, count: number): Float64Array {
  let trace = 0;
  for (let i = 0; i < count; i++) trace += products[i * count + i]!;
  const weights = new Float64Array(count);
  if (trace === 0) return weights.fill(1 / count);
  let included = Array.from({ length: count }, (_, i) => i);
  for (;;) {
    const solved = solveFor(products, count, included, (WEIGHTS.shrinkage * trace) / count);
    const smallest = solved.reduce((least, value, i) => (value < solved[least]! ? i : least), 0);
    if (solved[smallest]! >= 0) {
      const sum = solved.reduce((total, value) => total + value, 0);
      included.forEach((forecast, i) => {
        weights[forecast] = solved[i]! / sum;
      });
      return weights;
    }
    included = included.filter((_, i) => i !== smallest);
  }
}

/** (P + shrinkage I)^-1 1 over the included forecasts: proportional to the best weights that add up to 1. */
function solveFor(products: Float64Array, count: number, included: readonly number[], shrinkage: number): Float64Array {
  const size = included.length;
  const triangle = included.flatMap((a, i) => included.slice(0, i + 1).map((b) => products[a * count + b]!));
  const ridge = new Float64Array(size).fill(shrinkage);
  const solved = new Float64Array(size).fill(1);
  solveRidge({ triangle: Float64Array.from(triangle), ridge, size }, solved, 0, 1);
  return solved;
}
