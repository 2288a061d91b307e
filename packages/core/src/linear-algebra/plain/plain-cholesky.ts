import { dot } from '../dot.js';
import type { RidgeSystem } from '../kernels.js';
import { matrixOf } from '../triangle.js';

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

/** See `Kernels.solve`. */
export function plainSolve(
  factor: Float64Array,
  size: number,
  vectors: Float64Array,
  offset: number,
  count: number,
): void {
  const inFours = wholeFours(count);
  for (let vector = 0; vector < inFours; vector += 4) solveFour(factor, size, vectors, offset + vector * size);
  for (let vector = inFours; vector < count; vector++) solveOne(factor, size, size, vectors, offset + vector * size);
}

/** See `solveRidge`. @returns as `plainCholesky` */
export function plainSolveRidge(
  { triangle, ridge, size }: RidgeSystem,
  vectors: Float64Array,
  offset: number,
  count: number,
): number {
  const factor = matrixOf(triangle, size);
  for (let i = 0; i < size; i++) factor[i * size + i]! += ridge[i]!;
  const failed = plainCholesky(factor, size);
  if (failed < 0) plainSolve(factor, size, vectors, offset, count);
  return failed;
}

/** How many of some vectors are solved four at a time; the others one by one. */
export const wholeFours = (count: number): number => count - (count % 4);

/** See `choleskySolve`. @param stride numbers from a row of the factor to the next */
export function solveOne(
  factor: Float64Array,
  stride: number,
  size: number,
  vector: Float64Array,
  offset: number,
): void {
  for (let i = 0; i < size; i++) {
    const row = i * stride;
    vector[offset + i] = (vector[offset + i]! - dot(factor, row, vector, offset, i)) / factor[row + i]!;
  }
  for (let i = size - 1; i >= 0; i--) {
    const row = i * stride;
    const x = vector[offset + i]! / factor[row + i]!;
    vector[offset + i] = x;
    for (let j = 0; j < i; j++) vector[offset + j]! -= x * factor[row + j]!;
  }
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
