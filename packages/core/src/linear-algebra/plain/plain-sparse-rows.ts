import type { SparseRow } from '../kernels.js';

/** See `writeSparseRows`. */
export function plainSparseRows(out: Float64Array, at: number, matrix: Float64Array, rows: readonly SparseRow[]): void {
  let to = at;
  for (const { columns, values } of rows) {
    out.fill(0, to, to + 24);
    for (let i = 0; i < columns.length; i++) {
      const from = columns[i]! * 24;
      const value = values[i]!;
      for (let hour = 0; hour < 24; hour++) out[to + hour]! += matrix[from + hour]! * value;
    }
    to += 24;
  }
}
