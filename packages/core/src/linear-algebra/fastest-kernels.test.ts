import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { choleskyInPlace } from './cholesky.js';
import { kernelsFor, PLAIN_KERNELS } from './fastest-kernels.js';
import type { Products } from './kernels.js';
import { SimdKernels } from './simd/simd-kernels.js';
import { matrixOf, triangleLength } from './triangle.js';

const simd = new SimdKernels();

/** Values that arithmetic treats specially: signed zeros, subnormal numbers, numbers that overflow, infinities and NaN. */
const EDGES = [0, -0, 5e-324, -2.3e-310, 1e-160, -1e155, 1.7e308, Number.POSITIVE_INFINITY, Number.NaN];
const anyNumber = fc.oneof(
  { weight: 30, arbitrary: fc.double({ min: -3, max: 3, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(...EDGES) },
);
const numbers = (length: number, of = anyNumber) =>
  fc.array(of, { minLength: length, maxLength: length }).map((values) => Float64Array.from(values));
const finite = fc.double({ min: -3, max: 3, noNaN: true });

/** Sizes around the blocks of four. */
const shape = fc.record({ size: fc.integer({ min: 0, max: 21 }), outputs: fc.integer({ min: 0, max: 13 }) });

function expectSameBits(actual: Float64Array, expected: Float64Array): void {
  const differs = expected.findIndex((value, i) => !Object.is(actual[i], value));
  expect(differs, `first difference: ${actual[differs]} instead of ${expected[differs]}`).toBe(-1);
}

/** The lower triangle of X'X of a random X. */
function triangleOf(rows: Float64Array, size: number): Float64Array {
  const triangle = new Float64Array(triangleLength(size));
  if (size > 0) PLAIN_KERNELS.addGram(triangle, rows, rows.length / size, size);
  return triangle;
}

function lowerTriangle(matrix: Float64Array, size: number): Float64Array {
  const rows = Array.from({ length: size }, (_, i) => [...matrix.subarray(i * size, i * size + i + 1)]);
  return Float64Array.from(rows.flat());
}

/** X'X + ridge I of a random X. */
function positiveDefinite(rows: Float64Array, size: number): Float64Array {
  const gram = matrixOf(triangleOf(rows, size), size);
  for (let i = 0; i < size; i++) gram[i * size + i]! += 0.5;
  return gram;
}

describe('the SIMD kernels give the bits of the plain ones', () => {
  test('Gram matrices', () => {
    const cases = shape.chain(({ size, outputs: count }) =>
      fc.record({
        size: fc.constant(size),
        count: fc.constant(count),
        rows: numbers(size * count),
        gram: numbers(triangleLength(size)),
      }),
    );
    fc.assert(
      fc.property(cases, ({ size, count, rows, gram }) => {
        const expected = gram.slice();
        PLAIN_KERNELS.addGram(expected, rows, count, size);
        simd.addGram(gram, rows, count, size);
        expectSameBits(gram, expected);
      }),
    );
  });

  test('Gram matrices and cross products, added to faded ones', () => {
    const cases = fc.tuple(shape, fc.integer({ min: 0, max: 9 })).chain(([{ size, outputs }, count]) =>
      fc.record({
        shape: fc.constant({ size, outputs, count }),
        rows: numbers(size * count),
        targets: numbers(outputs * count),
        gram: numbers(triangleLength(size)),
        cross: numbers(size * outputs),
        fade: fc.constantFrom(1, 0.93),
      }),
    );
    fc.assert(
      fc.property(cases, ({ shape: ofRows, rows, targets, gram, cross, fade }) => {
        const expected = { gram: gram.slice(), cross: cross.slice() };
        PLAIN_KERNELS.addProducts(expected, fade, rows, targets, ofRows);
        simd.addProducts({ gram, cross }, fade, rows, targets, ofRows);
        expectSameBits(gram, expected.gram);
        expectSameBits(cross, expected.cross);
      }),
    );
  });

  test('inner products', () => {
    const cases = fc.tuple(shape, fc.integer({ min: 0, max: 6 })).chain(([{ size, outputs }, count]) =>
      fc.record({
        shape: fc.constant({ size, outputs, count }),
        left: numbers(size * count),
        right: numbers(size * outputs),
      }),
    );
    fc.assert(
      fc.property(cases, ({ shape: { size, outputs, count }, left, right }) => {
        const [made, expected] = [new Float64Array(count * outputs), new Float64Array(count * outputs)];
        PLAIN_KERNELS.dots(expected, left, count, right, outputs, size);
        simd.dots(made, left, count, right, outputs, size);
        expectSameBits(made, expected);
      }),
    );
  });

  test('sparse rows', () => {
    const row = fc.array(fc.record({ column: fc.integer({ min: 0, max: 18 }), value: finite }), { maxLength: 9 });
    const cases = fc.record({ matrix: numbers(19 * 24, finite), rows: fc.array(row, { maxLength: 7 }) });
    fc.assert(
      fc.property(cases, ({ matrix, rows }) => {
        const entries = rows.flat();
        const sparse = {
          starts: Int32Array.from([0, ...rows.keys()], (_, i) => rows.slice(0, i).flat().length),
          columns: Int32Array.from(entries, ({ column }) => column),
          values: Float64Array.from(entries, ({ value }) => value),
        };
        const [made, expected] = [new Float64Array(24 * 8), new Float64Array(24 * 8)];
        const first = Math.min(1, rows.length);
        PLAIN_KERNELS.sparseRows(expected, 3, matrix, sparse, first, rows.length - first);
        simd.sparseRows(made, 3, matrix, sparse, first, rows.length - first);
        expectSameBits(made, expected);
      }),
    );
  });

  test.each([0, 1, 7])('products of %i sparse rows, some of them twice, added to both sums', (count) => {
    const rows = {
      starts: Int32Array.of(0, 2, 2, 5, 9),
      columns: Int32Array.of(0, 18, 1, 4, 7, 0, 2, 3, 18),
      values: Float64Array.from({ length: 9 }, (_, i) => Math.sin(i + 1)),
    };
    const each = Array.from({ length: count }, (_, i) => i);
    const added = {
      rows,
      which: each.map((i) => (3 * i + 3) % 4),
      factors: each.map((i) => Math.cos(i) / 3),
      targets: Float64Array.from({ length: 24 * 5 }, (_, i) => Math.sin(7 * i) + 9),
      targetRows: each.map((i) => i % 5),
    };
    const [sums, expected] = [0, 1].map(() => ({
      gram: Float64Array.from({ length: triangleLength(19) }, (_, i) => i / 7),
      cross: Float64Array.from({ length: 19 * 24 }, (_, i) => i / 3),
    })) as [Products, Products];
    PLAIN_KERNELS.addSparseProducts(expected, added);
    simd.addSparseProducts(sums, added);
    expectSameBits(sums.gram, expected.gram);
    expectSameBits(sums.cross, expected.cross);
  });

  test.each([
    { count: 0, length: 5 },
    { count: 3, length: 17 },
    { count: 12, length: 2048 },
    { count: 13, length: 4101 },
  ])('$count arrays of $length numbers, weighed', ({ count, length }) => {
    const arrays = Array.from({ length: count }, (_, row) =>
      Float64Array.from({ length }, (_unused, i) => Math.sin(31 * row + i + 1)),
    );
    const weights = arrays.map((_, row) => Math.cos(row) / 3);
    const [sum, expected] = [new Float64Array(length).fill(0.1), new Float64Array(length).fill(0.1)];
    PLAIN_KERNELS.addWeighted(expected, arrays, weights);
    simd.addWeighted(sum, arrays, weights);
    expectSameBits(sum, expected);
  });

  test('factors, and solutions with them', () => {
    const cases = shape.chain(({ size, outputs }) =>
      fc.record({
        size: fc.constant(size),
        count: fc.constant(4 * Math.floor(outputs / 4)),
        rows: numbers(size * (size + 2), finite),
        vectors: numbers(size * outputs + 3),
      }),
    );
    fc.assert(
      fc.property(cases, ({ size, count, rows, vectors }) => {
        const expected = positiveDefinite(rows, size);
        const factor = expected.slice();
        expect([PLAIN_KERNELS.cholesky(expected, size), simd.cholesky(factor, size)]).toEqual([-1, -1]);
        expectSameBits(factor, expected);
        const solution = vectors.slice();
        PLAIN_KERNELS.solve(expected, size, solution, 3, count);
        simd.solve(factor, size, vectors, 3, count);
        expectSameBits(vectors, solution);
      }),
    );
  });

  test('ridge systems, of any number of vectors; also those of factor and solution one after the other', () => {
    const cases = shape.chain(({ size, outputs: count }) =>
      fc.record({
        size: fc.constant(size),
        count: fc.constant(count),
        rows: numbers(size * (size + 2), finite),
        ridge: numbers(size, fc.double({ min: 0.1, max: 9, noNaN: true })),
        vectors: numbers(size * count + 3),
      }),
    );
    fc.assert(
      fc.property(cases, ({ size, count, rows, ridge, vectors }) => {
        const triangle = triangleOf(rows, size);
        const [expected, steps] = [vectors.slice(), vectors.slice()];
        expect(PLAIN_KERNELS.solveRidge({ triangle, ridge, size }, expected, 3, count)).toBe(-1);
        expect(simd.solveRidge({ triangle, ridge, size }, vectors, 3, count)).toBe(-1);
        expectSameBits(vectors, expected);
        const factor = matrixOf(triangle, size);
        for (let i = 0; i < size; i++) factor[i * size + i]! += ridge[i]!;
        choleskyInPlace(factor, size);
        kernelsFor(size).solve(factor, size, steps, 3, count);
        expectSameBits(steps, expected);
      }),
    );
  });

  test('the row at which a matrix is not positive definite', () => {
    const cases = fc
      .integer({ min: 1, max: 13 })
      .chain((size) => fc.record({ size: fc.constant(size), matrix: numbers(size ** 2) }));
    fc.assert(
      fc.property(cases, fc.double({ min: 0, max: 60, noNaN: true }), ({ size, matrix }, diagonal) => {
        for (let i = 0; i < size; i++) matrix[i * size + i]! += diagonal;
        const failed = PLAIN_KERNELS.cholesky(matrix.slice(), size);
        expect(simd.cholesky(matrix.slice(), size)).toBe(failed);
        const system = { triangle: lowerTriangle(matrix, size), ridge: new Float64Array(size), size };
        const [untouched, vectors] = [new Float64Array(5 * size).fill(2), new Float64Array(5 * size).fill(2)];
        expect(simd.solveRidge(system, vectors, 0, 5)).toBe(failed);
        if (failed >= 0) expectSameBits(vectors, untouched);
      }),
    );
  });

  test.each([
    { name: 'an area alone', size: 116, outputs: 432, count: 31 },
    { name: 'an area with many neighbours', size: 439, outputs: 120, count: 29 },
    { name: 'the rows of ten areas', size: 115, outputs: 120, count: 307 },
  ])('$name', ({ size, outputs, count }) => {
    const made = (length: number) => Float64Array.from({ length }, (_, i) => Math.sin(12.9898 * (i + 1)) / 3);
    const [rows, targets] = [made(size * count), made(outputs * count)];
    const [cross, expected] = [made(size * outputs), made(size * outputs)];
    const [gram, expectedGram] = [made(triangleLength(size)), made(triangleLength(size))];
    PLAIN_KERNELS.addProducts({ gram: expectedGram, cross: expected }, 0.9, rows, targets, { count, size, outputs });
    simd.addProducts({ gram, cross }, 0.9, rows, targets, { count, size, outputs });
    expectSameBits(gram, expectedGram);
    expectSameBits(cross, expected);
    const factor = positiveDefinite(made(size * 3), size);
    const plainFactor = factor.slice();
    simd.cholesky(factor, size);
    PLAIN_KERNELS.cholesky(plainFactor, size);
    expectSameBits(factor, plainFactor);
    simd.solve(factor, size, cross, 0, outputs);
    PLAIN_KERNELS.solve(plainFactor, size, expected, 0, outputs);
    expectSameBits(cross, expected);
  });
});

test('fits use them on this machine; small matrices do not', () => {
  expect(kernelsFor(100)).toBeInstanceOf(SimdKernels);
  expect(kernelsFor(5)).toBe(PLAIN_KERNELS);
});

test('without WebAssembly fits use the plain ones', async () => {
  vi.resetModules();
  vi.stubGlobal('WebAssembly', undefined);
  try {
    const fresh = await import('./fastest-kernels.js');
    expect(fresh.kernelsFor(100)).toBe(fresh.PLAIN_KERNELS);
  } finally {
    vi.unstubAllGlobals();
  }
});
