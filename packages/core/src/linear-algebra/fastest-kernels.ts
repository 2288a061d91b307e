import type { Kernels } from './kernels.js';
import { addPlainProducts, plainDots } from './plain/plain-products.js';
import { plainSolveRidge } from './plain/plain-ridge.js';
import { SimdKernels } from './simd/simd-kernels.js';

export const PLAIN_KERNELS: Kernels = {
  addProducts: addPlainProducts,
  dots: plainDots,
  solveRidge: plainSolveRidge,
};

/** Smaller sizes, and fewer rows, are not worth the copy into the memory of the SIMD kernels. */
const SMALLEST_SIMD_SIZE = 16;
const FEWEST_SIMD_ROWS = 4;

let simd: Kernels | undefined;

/** The fastest kernels of this machine for matrices of a size, and for some rows. */
export function kernelsFor(size: number, rows = size): Kernels {
  if (size < SMALLEST_SIMD_SIZE || rows < FEWEST_SIMD_ROWS) return PLAIN_KERNELS;
  simd ??= simdKernels();
  return simd;
}

/** The SIMD kernels; the plain ones on a machine that has no SIMD, or on a page that forbids WebAssembly. */
function simdKernels(): Kernels {
  try {
    return new SimdKernels();
  } catch {
    return PLAIN_KERNELS;
  }
}
