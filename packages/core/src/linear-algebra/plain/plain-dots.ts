import { dot } from '../dot.js';

/** See `dotsOf`. */
export function plainDots(
  dots: Float64Array,
  left: Float64Array,
  leftCount: number,
  right: Float64Array,
  rightCount: number,
  size: number,
): void {
  for (let i = 0; i < leftCount; i++) {
    for (let j = 0; j < rightCount; j++) dots[i * rightCount + j] = dot(left, i * size, right, j * size, size);
  }
}
