import { expect, test } from 'vitest';
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
