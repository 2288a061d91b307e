import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { kernelsFor, PLAIN_KERNELS } from './fastest-kernels.js';
import { SimdKernels } from './simd/simd-kernels.js';
import { triangleLength } from './triangle.js';

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
  const none = new Float64Array();
  if (size > 0)
    PLAIN_KERNELS.addProducts({ gram: triangle, cross: none }, 1, rows, none, {
      count: rows.length / size,
      size,
      outputs: 0,
    });
  return triangle;
}

function lowerTriangle(matrix: Float64Array, size: number): Float64Array {
  const rows = Array.from({ length: size }, (_, i) => [...matrix.subarray(i * size, i * size + i + 1)]);
  return Float64Array.from(rows.flat());
}

describe('the SIMD kernels give the bits of the plain ones', () => {
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

  test('ridge systems, of any number of vectors', () => {
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
        const expected = vectors.slice();
        expect(PLAIN_KERNELS.solveRidge({ triangle, ridge, size }, expected, 3, count)).toBe(-1);
        expect(simd.solveRidge({ triangle, ridge, size }, vectors, 3, count)).toBe(-1);
        expectSameBits(vectors, expected);
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
        const system = { triangle: lowerTriangle(matrix, size), ridge: new Float64Array(size), size };
        const [untouched, vectors] = [new Float64Array(5 * size).fill(2), new Float64Array(5 * size).fill(2)];
        const failed = PLAIN_KERNELS.solveRidge(system, untouched.slice(), 0, 5);
        expect(simd.solveRidge(system, vectors, 0, 5)).toBe(failed);
        if (failed >= 0) expectSameBits(vectors, untouched);
      }),
    );
  });

  test.each([
    { name: 'an area alone', size: 116, outputs: 432, count: 31 },
    { name: 'an area with many neighbours', size: 439, outputs: 120, count: 29 },
  ])('$name', ({ size, outputs, count }) => {
    const made = (length: number) => Float64Array.from({ length }, (_, i) => Math.sin(12.9898 * (i + 1)) / 3);
    const [rows, targets] = [made(size * count), made(outputs * count)];
    const [cross, expected] = [made(size * outputs), made(size * outputs)];
    const [gram, expectedGram] = [made(triangleLength(size)), made(triangleLength(size))];
    PLAIN_KERNELS.addProducts({ gram: expectedGram, cross: expected }, 0.9, rows, targets, { count, size, outputs });
    simd.addProducts({ gram, cross }, 0.9, rows, targets, { count, size, outputs });
    expectSameBits(gram, expectedGram);
    expectSameBits(cross, expected);
    const system = { triangle: triangleOf(made(size * 3), size), ridge: new Float64Array(size).fill(0.5), size };
    simd.solveRidge(system, cross, 0, outputs);
    PLAIN_KERNELS.solveRidge(system, expected, 0, outputs);
    expectSameBits(cross, expected);
  });
});

test('fits use them on this machine; small matrices and few rows do not', () => {
  expect(kernelsFor(100)).toBeInstanceOf(SimdKernels);
  expect(kernelsFor(5)).toBe(PLAIN_KERNELS);
  expect(kernelsFor(100, 3)).toBe(PLAIN_KERNELS);
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
