import { dot } from '../dot.js';
import type { Kernels } from '../kernels.js';
import { triangleLength } from '../triangle.js';

/** See `addProducts`. */
export const addPlainProducts: Kernels['addProducts'] = (sums, fade, rows, targets, { count, size, outputs }) => {
  const { gram, cross } = sums;
  for (let i = 0; i < gram.length; i++) gram[i]! *= fade;
  for (let i = 0; i < cross.length; i++) cross[i]! *= fade;
  for (let i = 0; i < size; i++) addColumn(gram, triangleLength(i), rows, i, size, rows, i + 1, size, count);
  for (let i = 0; i < outputs; i++) addColumn(cross, i * size, targets, i, outputs, rows, size, size, count);
};

/** Adds the products of one column with the first `columns` columns of some rows, from `at` on. */
function addColumn(
  sums: Float64Array,
  at: number,
  left: Float64Array,
  column: number,
  width: number,
  rows: Float64Array,
  columns: number,
  size: number,
  count: number,
): void {
  for (let j = 0; j < columns; j++) {
    let sum = 0;
    for (let row = 0; row < count; row++) sum += left[row * width + column]! * rows[row * size + j]!;
    sums[at + j]! += sum;
  }
}

/** See `dotsOf`. */
export const plainDots: Kernels['dots'] = (dots, left, leftCount, right, rightCount, size) => {
  for (let i = 0; i < leftCount; i++) {
    for (let j = 0; j < rightCount; j++) dots[i * rightCount + j] = dot(left, i * size, right, j * size, size);
  }
};
