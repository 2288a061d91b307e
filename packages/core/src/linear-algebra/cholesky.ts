/**
 * Cholesky factor of a symmetric positive definite matrix, in place: the lower triangle becomes L with A = L L'.
 *
 * Row by row (Cholesky-Banachiewicz), so that every inner product runs along memory.
 *
 * @param matrix size x size, row-major; the lower triangle is read and replaced, the rest untouched
 * @throws {RangeError} the matrix is not positive definite
 * @see Golub & Van Loan, Matrix Computations, 4th ed., section 4.2
 * @example
 * const a = Float64Array.of(4, 0, 2, 5);
 * choleskyInPlace(a, 2);
 * [a[0], a[2], a[3]] // => [2, 1, 2]
 */
export function choleskyInPlace(matrix: Float64Array, size: number): void {
  for (let i = 0; i < size; i++) {
    const rowI = i * size;
    for (let j = 0; j < i; j++) {
      const rowJ = j * size;
      matrix[rowI + j] = (matrix[rowI + j]! - dot(matrix, rowI, matrix, rowJ, j)) / matrix[rowJ + j]!;
    }
    const pivot = matrix[rowI + i]! - dot(matrix, rowI, matrix, rowI, i);
    if (!(pivot > 0)) throw new RangeError(`not positive definite at row ${i}`);
    matrix[rowI + i] = Math.sqrt(pivot);
  }
}

/**
 * Solves A x = b, given the factor of A, in place.
 *
 * @param factor as `choleskyInPlace` left it
 * @param vector holds b from `offset`, `size` values long; replaced by x
 */
export function choleskySolve(factor: Float64Array, size: number, vector: Float64Array, offset = 0): void {
  for (let i = 0; i < size; i++) {
    const row = i * size;
    vector[offset + i] = (vector[offset + i]! - dot(factor, row, vector, offset, i)) / factor[row + i]!;
  }
  for (let i = size - 1; i >= 0; i--) {
    const row = i * size;
    const x = vector[offset + i]! / factor[row + i]!;
    vector[offset + i] = x;
    for (let j = 0; j < i; j++) vector[offset + j]! -= x * factor[row + j]!;
  }
}

/**
 * `choleskySolve` of `count` vectors that lie one after the other: four at a time, so that each row of the factor is
 * fetched once for all four.
 */
export function choleskySolveMany(
  factor: Float64Array,
  size: number,
  vectors: Float64Array,
  offset: number,
  count: number,
): void {
  let vector = 0;
  for (; vector + 4 <= count; vector += 4) solveFour(factor, size, vectors, offset + vector * size);
  for (; vector < count; vector++) choleskySolve(factor, size, vectors, offset + vector * size);
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

/** Inner product of `length` values of each array. Four sums at once: they do not wait for one another. */
export function dot(a: Float64Array, atA: number, b: Float64Array, atB: number, length: number): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let i = 0;
  for (; i + 4 <= length; i += 4) {
    s0 += a[atA + i]! * b[atB + i]!;
    s1 += a[atA + i + 1]! * b[atB + i + 1]!;
    s2 += a[atA + i + 2]! * b[atB + i + 2]!;
    s3 += a[atA + i + 3]! * b[atB + i + 3]!;
  }
  for (; i < length; i++) s0 += a[atA + i]! * b[atB + i]!;
  return s0 + s1 + (s2 + s3);
}
