import { kernelsFor, PLAIN_KERNELS } from './fastest-kernels.js';

/** With fewer rows the products cost less than the copy of the other matrix into the memory of the SIMD kernels, so they are not used. */
const FEWEST_SIMD_ROWS = 4;

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
  const kernels = leftCount < FEWEST_SIMD_ROWS ? PLAIN_KERNELS : kernelsFor(size);
  kernels.dots(dots, left, leftCount, right, rightCount, size);
  return dots;
}
