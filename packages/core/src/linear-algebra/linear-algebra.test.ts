import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { choleskyInPlace, choleskySolve } from './cholesky.js';
import { dot } from './dot.js';
import { kernelsFor } from './fastest-kernels.js';
import { addGram, addProducts } from './gram.js';
import { matrixOf, triangleLength } from './triangle.js';

const numbers = (length: number) =>
  fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: length, maxLength: length });

/** X'X + I of a random X: symmetric positive definite. */
function positiveDefinite(values: readonly number[], rows: number, size: number): Float64Array {
  const triangle = new Float64Array(triangleLength(size));
  addGram(triangle, Float64Array.from(values), rows, size);
  const gram = matrixOf(triangle, size);
  for (let i = 0; i < size; i++) gram[i * size + i]! += 1;
  return gram;
}

const symmetric = (lower: Float64Array, size: number, i: number, j: number): number =>
  lower[Math.max(i, j) * size + Math.min(i, j)]!;

test.each([1, 3, 4, 5, 9])('the Gram of %i rows is the sum of their outer products, in the lower triangle', (rows) => {
  const size = 3;
  const x = Float64Array.from({ length: rows * size }, (_, i) => Math.sin(i + 1));
  const triangle = new Float64Array(triangleLength(size));
  addGram(triangle, x, rows, size);
  const gram = matrixOf(triangle, size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      let sum = 0;
      for (let row = 0; row < rows; row++) sum += x[row * size + i]! * x[row * size + j]!;
      expect(gram[i * size + j]).toBeCloseTo(j <= i ? sum : 0, 12);
    }
  }
});

test.each([1, 4, 6])(
  'the cross products of %i rows lie output after output, added to what was there, faded',
  (rows) => {
    const x = Float64Array.from({ length: rows * 2 }, (_, i) => i + 1);
    const y = Float64Array.from({ length: rows * 3 }, (_, i) => 10 - i);
    const cross = new Float64Array(6).fill(8);
    addProducts({ gram: new Float64Array(3), cross }, 0.5, x, y, { count: rows, size: 2, outputs: 3 });
    for (let output = 0; output < 3; output++) {
      for (let j = 0; j < 2; j++) {
        let sum = 4;
        for (let row = 0; row < rows; row++) sum += y[row * 3 + output]! * x[row * 2 + j]!;
        expect(cross[output * 2 + j]).toBeCloseTo(sum, 12);
      }
    }
  },
);

describe('Cholesky', () => {
  test('the solution of a random positive definite system satisfies it', () => {
    fc.assert(
      fc.property(numbers(7 * 6), numbers(6), (values, right) => {
        const matrix = positiveDefinite(values, 7, 6);
        const factor = matrix.slice();
        choleskyInPlace(factor, 6);
        const x = Float64Array.from(right);
        choleskySolve(factor, 6, x);
        for (let i = 0; i < 6; i++) {
          let sum = 0;
          for (let j = 0; j < 6; j++) sum += symmetric(matrix, 6, i, j) * x[j]!;
          expect(sum).toBeCloseTo(right[i]!, 8);
        }
      }),
      { numRuns: 50 },
    );
  });

  test.each([1, 3, 4, 7])('%i systems at once are solved as one by one', (count) => {
    const factor = positiveDefinite(
      Array.from({ length: 40 }, (_, i) => Math.cos(i)),
      8,
      5,
    );
    choleskyInPlace(factor, 5);
    const together = Float64Array.from({ length: 5 * count }, (_, i) => Math.sin(i));
    const single = together.slice();
    kernelsFor(5).solve(factor, 5, together, 0, count);
    for (let vector = 0; vector < count; vector++) choleskySolve(factor, 5, single, vector * 5);
    for (const [i, value] of together.entries()) expect(value).toBeCloseTo(single[i]!, 12);
  });

  test.each([
    { name: 'indefinite', matrix: [1, 2, 2, 1] },
    { name: 'zero', matrix: [0, 0, 0, 0] },
    { name: 'not a number', matrix: [Number.NaN, 0, 0, 1] },
  ])('a matrix that is $name is refused', ({ matrix }) => {
    expect(() => choleskyInPlace(Float64Array.from(matrix), 2)).toThrow(RangeError);
  });
});

test.each([0, 1, 4, 6])('the inner product of %i values', (length) => {
  const a = Float64Array.from({ length: 8 }, (_, i) => i + 1);
  const b = Float64Array.from({ length: 8 }, (_, i) => 2 * i - 3);
  let sum = 0;
  for (let i = 0; i < length; i++) sum += a[1 + i]! * b[2 + i]!;
  expect(dot(a, 1, b, 2, length)).toBe(sum);
});
