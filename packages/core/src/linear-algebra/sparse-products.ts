import { kernelsFor } from './fastest-kernels.js';
import type { FactoredRows, Products } from './kernels.js';

/** Adds to both sums the products of sparse rows with themselves and with 24 targets, times their factors, row after row. */
export function addSparseProducts(sums: Products, added: FactoredRows): void {
  kernelsFor(sums.cross.length / 24).addSparseProducts(sums, added);
}
