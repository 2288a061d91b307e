import { choleskyInPlace, choleskySolve } from '../../linear-algebra/cholesky.js';

/** Pull towards equal weights, as a share of the mean squared error. */
const SHRINKAGE = 0.03;

/**
 * The weights with which a mean of forecasts would have had the smallest squared error: not negative, adding up to 1.
 *
 * Without shrinkage and with equal errors that do not go together all are equal; a forecast that adds nothing to the
 * others gets 0.
 *
 * @param products count x count sums of products of errors, row-major, symmetric; their scale does not matter
 * @see Granger & Ramanathan 1984, "Improved methods of combining forecasts", doi:10.1002/for.3980030207
 * @example
 * Array.from(combinationWeights(Float64Array.of(1, 0, 0, 1), 2)) // => [0.5, 0.5]
 */
export function combinationWeights(products: Float64Array, count: number): Float64Array {
  let trace = 0;
  for (let i = 0; i < count; i++) trace += products[i * count + i]!;
  const weights = new Float64Array(count);
  if (trace === 0) return weights.fill(1 / count);
  let heard = Array.from({ length: count }, (_, i) => i);
  for (;;) {
    const solved = solveFor(products, count, heard, (SHRINKAGE * trace) / count);
    const worst = solved.reduce((least, value, i) => (value < solved[least]! ? i : least), 0);
    if (solved[worst]! >= 0) {
      const sum = solved.reduce((total, value) => total + value, 0);
      heard.forEach((part, i) => {
        weights[part] = solved[i]! / sum;
      });
      return weights;
    }
    heard = heard.filter((_, i) => i !== worst);
  }
}

/** (P + shrinkage I)^-1 1 over some of the forecasts: proportional to the best weights that add up to 1. */
function solveFor(products: Float64Array, count: number, heard: readonly number[], shrinkage: number): Float64Array {
  const size = heard.length;
  const matrix = new Float64Array(size * size);
  heard.forEach((a, i) => {
    heard.forEach((b, j) => {
      matrix[i * size + j] = products[a * count + b]! + (i === j ? shrinkage : 0);
    });
  });
  choleskyInPlace(matrix, size);
  const solved = new Float64Array(size).fill(1);
  choleskySolve(matrix, size, solved);
  return solved;
}
