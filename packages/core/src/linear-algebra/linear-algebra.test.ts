import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dot } from './dot.js';
import { addProducts } from './products.js';
import { solveRidge } from './ridge.js';
import { addSparseRow, writeSparseRows } from './sparse-rows.js';
import { matrixOf, triangleLength } from './triangle.js';

const numbers = (length: number) =>
  fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: length, maxLength: length });

/** The lower triangle of X'X of some rows. */
function gramOf(rows: ArrayLike<number>, size: number): Float64Array {
  const gram = new Float64Array(triangleLength(size));
  const none = new Float64Array();
  addProducts({ gram, cross: none }, 1, Float64Array.from(rows), none, { count: rows.length / size, size, outputs: 0 });
  return gram;
}

test.each([1, 3, 4, 5, 9])('the Gram of %i rows is the sum of their outer products, in the lower triangle', (rows) => {
  const size = 3;
  const x = Float64Array.from({ length: rows * size }, (_, i) => Math.sin(i + 1));
  const gram = matrixOf(gramOf(x, size), size);
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

describe('ridge systems', () => {
  test.each([1, 3, 4, 7])('the solutions of %i random systems at once satisfy them', (count) => {
    fc.assert(
      fc.property(numbers(7 * 6), numbers(6 * count), (values, right) => {
        const triangle = gramOf(values, 6);
        const x = Float64Array.from([9, ...right]);
        solveRidge({ triangle, ridge: new Float64Array(6).fill(1), size: 6 }, x, 1, count);
        for (let at = 0; at < right.length; at++) {
          const [i, first] = [at % 6, 1 + at - (at % 6)];
          let sum = x[first + i]!;
          for (let j = 0; j < 6; j++) sum += triangle[triangleLength(Math.max(i, j)) + Math.min(i, j)]! * x[first + j]!;
          expect(sum).toBeCloseTo(right[at]!, 8);
        }
        expect(x[0]).toBe(9);
      }),
      { numRuns: 50 },
    );
  });

  test.each([
    { name: 'indefinite', triangle: [1, 2, 1] },
    { name: 'zero', triangle: [0, 0, 0] },
    { name: 'not a number', triangle: [Number.NaN, 0, 1] },
  ])('a matrix that is $name is refused', ({ triangle }) => {
    const system = { triangle: Float64Array.from(triangle), ridge: new Float64Array(2), size: 2 };
    expect(() => solveRidge(system, new Float64Array(2), 0, 1)).toThrow(RangeError);
  });
});

describe('sparse rows', () => {
  const rows = {
    starts: Int32Array.of(0, 2, 2, 5),
    columns: Int32Array.of(0, 3, 1, 2, 3),
    values: Float64Array.of(1, 2, 3, 4, 5),
  };
  const dense = [
    [1, 0, 0, 2],
    [0, 0, 0, 0],
    [0, 3, 4, 5],
  ];

  test.each([
    { first: 0, count: 3, fromColumn: 0 },
    { first: 2, count: 1, fromColumn: 0 },
    { first: 0, count: 3, fromColumn: 3 },
  ])('their products with a matrix, from row $first, from column $fromColumn', ({ first, count, fromColumn }) => {
    const matrix = Float64Array.from({ length: 4 * 24 }, (_, i) => i);
    const out = new Float64Array(24 * count + 1).fill(7);
    writeSparseRows(out, 1, matrix, rows, first, count, fromColumn);
    const expected = dense
      .slice(first, first + count)
      .flatMap((row) =>
        Array.from({ length: 24 }, (_, hour) =>
          row.reduce((sum, value, column) => sum + (column < fromColumn ? 0 : value * matrix[24 * column + hour]!), 0),
        ),
      );
    expect([...out]).toEqual([7, ...expected]);
  });

  test.each([0, 1, 2])('the products of row %i with itself and with targets are added, times its factor', (row) => {
    const sums = { gram: new Float64Array(10).fill(1), cross: new Float64Array(4 * 24).fill(1) };
    const targets = Float64Array.from({ length: 25 }, (_, i) => i);
    addSparseRow(sums, rows, row, 0.5, targets, 1);
    dense[row]!.forEach((value, i) => {
      for (let j = 0; j <= i; j++) expect(sums.gram[triangleLength(i) + j]).toBe(1 + 0.5 * value * dense[row]![j]!);
      for (let hour = 0; hour < 24; hour++)
        expect(sums.cross[24 * i + hour]).toBe(1 + 0.5 * value * targets[1 + hour]!);
    });
  });
});

test.each([0, 1, 4, 6])('the inner product of %i values', (length) => {
  const a = Float64Array.from({ length: 8 }, (_, i) => i + 1);
  const b = Float64Array.from({ length: 8 }, (_, i) => 2 * i - 3);
  let sum = 0;
  for (let i = 0; i < length; i++) sum += a[1 + i]! * b[2 + i]!;
  expect(dot(a, 1, b, 2, length)).toBe(sum);
});
