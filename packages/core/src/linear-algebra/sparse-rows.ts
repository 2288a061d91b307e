import type { Products } from './kernels.js';
import { triangleLength } from './triangle.js';

/** Rows with few nonzero columns: the entries of a row follow the entries of the row before it. Columns ascend in a row. */
export interface SparseRows {
  /** The first entry of each row, and behind the last row the end of its entries. */
  readonly starts: Int32Array;
  /** Column of each entry. */
  readonly columns: Int32Array;
  readonly values: Float64Array;
}

/**
 * Writes the products of some sparse rows with a matrix, row after row: 24 numbers each, added in the order of the entries.
 *
 * @param out receives 24 numbers a row from `at`
 * @param matrix columns x 24, row-major
 * @param first index of the first of `count` rows
 * @param fromColumn entries of earlier columns are left out
 */
export function writeSparseRows(
  out: Float64Array,
  at: number,
  matrix: Float64Array,
  { starts, columns, values }: SparseRows,
  first: number,
  count: number,
  fromColumn = 0,
): void {
  let to = at;
  for (let row = first; row < first + count; row++) {
    out.fill(0, to, to + 24);
    for (let entry = starts[row]!; entry < starts[row + 1]!; entry++) {
      if (columns[entry]! < fromColumn) continue;
      const from = columns[entry]! * 24;
      const value = values[entry]!;
      for (let hour = 0; hour < 24; hour++) out[to + hour]! += matrix[from + hour]! * value;
    }
    to += 24;
  }
}

/**
 * Adds to both sums the products of a sparse row, times a factor, with itself and with 24 targets.
 *
 * @param targets 24 numbers from `at`
 */
export function addSparseRow(
  { gram, cross }: Products,
  { starts, columns, values }: SparseRows,
  row: number,
  factor: number,
  targets: Float64Array,
  at: number,
): void {
  const [from, to] = [starts[row]!, starts[row + 1]!];
  for (let i = from; i < to; i++) {
    const value = factor * values[i]!;
    const gramRow = triangleLength(columns[i]!);
    for (let j = from; j <= i; j++) gram[gramRow + columns[j]!]! += value * values[j]!;
    const column = columns[i]! * 24;
    for (let hour = 0; hour < 24; hour++) cross[column + hour]! += value * targets[at + hour]!;
  }
}
