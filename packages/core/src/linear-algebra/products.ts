import { kernelsFor } from './fastest-kernels.js';
import type { Products, RowShape } from './kernels.js';

/**
 * Multiplies both sums by `fade` and adds the products of some rows. Each sum of products is made row after row, then added.
 *
 * @param rows count x size, row-major
 * @param targets count x outputs, row-major
 */
export function addProducts(
  sums: Products,
  fade: number,
  rows: Float64Array,
  targets: Float64Array,
  shape: RowShape,
): void {
  kernelsFor(shape.size, shape.count).addProducts(sums, fade, rows, targets, shape);
}

/**
 * The inner products, as `dot` makes them, of each row of one matrix with each row of another.
 *
 * @param left leftCount x size, row-major
 * @param right rightCount x size, row-major
 * @returns leftCount x rightCount, row-major
 */
export function dotsOf(
  left: Float64Array,
  leftCount: number,
  right: Float64Array,
  rightCount: number,
  size: number,
): Float64Array {
  const dots = new Float64Array(leftCount * rightCount);
  kernelsFor(size, leftCount).dots(dots, left, leftCount, right, rightCount, size);
  return dots;
}
