/** Numbers in the lower triangle of a matrix, with its diagonal; also where row `size` of one begins. */
export function triangleLength(size: number): number {
  return (size * (size + 1)) / 2;
}

/**
 * The matrix, row-major, of a lower triangle that is kept row after row without gaps. Its upper triangle is 0.
 *
 * @example
 * Array.from(matrixOf(Float64Array.of(1, 2, 3), 2)) // => [1, 0, 2, 3]
 */
export function matrixOf(triangle: Float64Array, size: number): Float64Array {
  const matrix = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    matrix.set(triangle.subarray(triangleLength(i), triangleLength(i + 1)), i * size);
  }
  return matrix;
}
