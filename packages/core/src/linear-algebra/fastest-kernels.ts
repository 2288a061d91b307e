import type { Kernels } from './kernels.js';
import { plainCholesky, plainSolve, plainSolveRidge } from './plain/plain-cholesky.js';
import { plainDots } from './plain/plain-dots.js';
import { addPlainGram, addPlainProducts } from './plain/plain-gram.js';
import { addPlainSparseProducts } from './plain/plain-sparse-products.js';
import { plainSparseRows } from './plain/plain-sparse-rows.js';
import { addPlainWeighted } from './plain/plain-weighted-sum.js';
import { SimdKernels } from './simd/simd-kernels.js';

export const PLAIN_KERNELS: Kernels = {
  addGram: addPlainGram,
  addProducts: addPlainProducts,
  addSparseProducts: addPlainSparseProducts,
  addWeighted: addPlainWeighted,
  dots: plainDots,
  sparseRows: plainSparseRows,
  cholesky: plainCholesky,
  solve: plainSolve,
  solveRidge: plainSolveRidge,
};

/** Smaller sizes are not worth the copy into the memory of the SIMD kernels. */
const SMALLEST_SIMD_SIZE = 16;

let simd: Kernels | undefined;

/** The fastest kernels of this machine for matrices of a size. */
export function kernelsFor(size: number): Kernels {
  if (size < SMALLEST_SIMD_SIZE) return PLAIN_KERNELS;
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
