import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WEIGHTS } from '../settings.data.js';
import { combinationWeights } from './combination-weights.js';

test.each<{ name: string; products: number[]; weights: number[] }>([
  { name: 'equal, uncorrelated errors: equal weights', products: [1, 0, 0, 1], weights: [0.5, 0.5] },
  { name: 'no errors at all: equal weights', products: [0, 0, 0, 0], weights: [0.5, 0.5] },
  { name: 'one forecast: all of the weight', products: [4], weights: [1] },
  {
    name: 'a third of the squared error: nearly three times the weight',
    products: [1, 0, 0, 3],
    weights: [0.742, 0.258],
  },
  { name: 'a worse copy of the other: no weight', products: [1, 1.4, 1.4, 2], weights: [1, 0] },
  {
    name: 'two copies share what a third does not',
    products: [1, 1, 0, 1, 1, 0, 0, 0, 1],
    weights: [0.254, 0.254, 0.493],
  },
])('$name', ({ products, weights }) => {
  const found = combinationWeights(Float64Array.from(products), weights.length);
  weights.forEach((weight, i) => {
    expect(found[i]).toBeCloseTo(weight, 2);
  });
  expect(found.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
});

test('the scale of the errors does not matter', () => {
  const products = Float64Array.of(2, 0.5, 0.5, 3);
  const thousandfold = products.map((value) => 1000 * value);
  combinationWeights(thousandfold, 2).forEach((weight, i) => {
    expect(weight).toBeCloseTo(combinationWeights(products, 2)[i]!, 12);
  });
});

test('the upper triangle of the products is not read', () => {
  const symmetric = Float64Array.of(2, 0.5, 0.1, 0.5, 3, 0.4, 0.1, 0.4, 1);
  const lower = symmetric.map((value, at) => (at % 3 > Math.floor(at / 3) ? Number.NaN : value));
  expect(combinationWeights(lower, 3)).toEqual(combinationWeights(symmetric, 3));
});

/** Sums of products of the errors of `count` forecasts on some days. */
const errorProducts = (count: number) =>
  fc
    .array(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: count, maxLength: count }), {
      minLength: 1,
      maxLength: 20,
    })
    .map((days) =>
      Float64Array.from({ length: count * count }, (_, at) =>
        days.reduce((sum, errors) => sum + errors[Math.floor(at / count)]! * errors[at % count]!, 0),
      ),
    )
    .filter((products) => products.some((product) => product > 1e-6));

/** The products with the shrinkage on the diagonal: what the weights are best for. */
function shrunk(products: Float64Array, count: number): (a: number, b: number) => number {
  let trace = 0;
  for (let i = 0; i < count; i++) trace += products[i * count + i]!;
  return (a, b) => products[a * count + b]! + (a === b ? (WEIGHTS.shrinkage * trace) / count : 0);
}

test('of two forecasts the weights are those of the formula of Bates and Granger, 0 and 1 at the ends', () => {
  fc.assert(
    fc.property(errorProducts(2), (products) => {
      const p = shrunk(products, 2);
      const best = (p(1, 1) - p(0, 1)) / (p(0, 0) + p(1, 1) - 2 * p(0, 1));
      expect(combinationWeights(products, 2)[0]).toBeCloseTo(Math.max(0, Math.min(1, best)), 9);
    }),
  );
});

test('of any forecasts no weight is negative, they add up to 1, and no shift between two used ones helps', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }).chain((count) => fc.tuple(fc.constant(count), errorProducts(count))),
      ([count, products]) => {
        const weights = combinationWeights(products, count);
        expect(weights.every((weight) => weight >= 0)).toBe(true);
        expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
        const p = shrunk(products, count);
        const slopes = [...weights.keys()]
          .filter((a) => weights[a]! > 0)
          .map((a) => weights.reduce((sum, weight, b) => sum + weight * p(a, b), 0));
        for (const slope of slopes) expect(slope / slopes[0]!).toBeCloseTo(1, 6);
      },
    ),
  );
});

test('forecasts in another order have their weights in that order', () => {
  const [one, other, both] = [2, 3, 0.5];
  const [a, b] = combinationWeights(Float64Array.of(one, both, both, other), 2);
  const [c, d] = combinationWeights(Float64Array.of(other, both, both, one), 2);
  expect([c, d]).toEqual([b, a].map((weight) => expect.closeTo(weight!, 12)));
});
