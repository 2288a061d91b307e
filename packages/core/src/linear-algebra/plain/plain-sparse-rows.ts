import type { SparseRows } from '../kernels.js';

/** See `writeSparseRows`. */
export function plainSparseRows(
  out: Float64Array,
  at: number,
  matrix: Float64Array,
  { starts, columns, values }: SparseRows,
  first: number,
  count: number,
): void {
  let to = at;
  for (let row = first; row < first + count; row++) {
    out.fill(0, to, to + 24);
    for (let entry = starts[row]!; entry < starts[row + 1]!; entry++) {
      const from = columns[entry]! * 24;
      const value = values[entry]!;
      for (let hour = 0; hour < 24; hour++) out[to + hour]! += matrix[from + hour]! * value;
    }
    to += 24;
  }
}
