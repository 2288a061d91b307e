import { dot } from '../dot.js';

/** See `choleskyInPlace`. @returns -1, or the row at which the matrix is not positive definite */
export function plainCholesky(matrix: Float64Array, size: number): number {
  for (let i = 0; i < size; i++) {
    const rowI = i * size;
    for (let j = 0; j < i; j++) {
      const rowJ = j * size;
      matrix[rowI + j] = (matrix[rowI + j]! - dot(matrix, rowI, matrix, rowJ, j)) / matrix[rowJ + j]!;
    }
    const pivot = matrix[rowI + i]! - dot(matrix, rowI, matrix, rowI, i);
    if (!(pivot > 0)) return i;
    matrix[rowI + i] = Math.sqrt(pivot);
  }
  return -1;
}

/** See `choleskySolveMany`; `count` is a multiple of four. */
export function plainSolve(
  factor: Float64Array,
  size: number,
  vectors: Float64Array,
  offset: number,
  count: number,
): void {
  for (let vector = 0; vector < count; vector += 4) solveFour(factor, size, vectors, offset + vector * size);
}

function solveFour(factor: Float64Array, size: number, v: Float64Array, a: number): void {
  const b = a + size;
  const c = b + size;
  const d = c + size;
  for (let i = 0; i < size; i++) {
    const row = i * size;
    let sa = v[a + i]!;
    let sb = v[b + i]!;
    let sc = v[c + i]!;
    let sd = v[d + i]!;
    for (let j = 0; j < i; j++) {
      const f = factor[row + j]!;
      sa -= f * v[a + j]!;
      sb -= f * v[b + j]!;
      sc -= f * v[c + j]!;
      sd -= f * v[d + j]!;
    }
    const pivot = 1 / factor[row + i]!;
    v[a + i] = sa * pivot;
    v[b + i] = sb * pivot;
    v[c + i] = sc * pivot;
    v[d + i] = sd * pivot;
  }
  for (let i = size - 1; i >= 0; i--) {
    const row = i * size;
    const pivot = 1 / factor[row + i]!;
    const xa = v[a + i]! * pivot;
    const xb = v[b + i]! * pivot;
    const xc = v[c + i]! * pivot;
    const xd = v[d + i]! * pivot;
    v[a + i] = xa;
    v[b + i] = xb;
    v[c + i] = xc;
    v[d + i] = xd;
    for (let j = 0; j < i; j++) {
      const f = factor[row + j]!;
      v[a + j]! -= xa * f;
      v[b + j]! -= xb * f;
      v[c + j]! -= xc * f;
      v[d + j]! -= xd * f;
    }
  }
}
