/**
 * Adds `X'X` to a symmetric matrix.
 *
 * Only the lower triangle is written. Eight sums are kept in registers while all rows go by: see `addCross`.
 *
 * @param gram size x size, row-major; the lower triangle is read and written
 * @param rows count x size, row-major
 * @param count how many rows
 * @param size columns
 */
export function addGram(gram: Float64Array, rows: Float64Array, count: number, size: number): void {
  let i = 0;
  for (; i + 2 <= size; i += 2) addTwo(gram, rows, rows, count, size, size, i, i + 1);
  if (i < size) addOne(gram, rows, rows, count, size, size, i, 0, size);
  for (let odd = 1; odd < size; odd += 2) addOne(gram, rows, rows, count, size, size, odd, odd, odd + 1);
}

/**
 * Adds `X'Y` to a matrix kept one output after the other.
 *
 * A block of two outputs by four columns is summed over all rows before it is written: the matrix, which is larger than
 * a processor's cache, is then fetched once and not once for every few rows.
 *
 * @param cross outputs x size, row-major: row `o` is X'y of output `o`
 * @param rows count x size, row-major
 * @param targets count x outputs, row-major
 */
export function addCross(
  cross: Float64Array,
  rows: Float64Array,
  targets: Float64Array,
  count: number,
  size: number,
  outputs: number,
): void {
  let output = 0;
  for (; output + 2 <= outputs; output += 2) addTwo(cross, rows, targets, count, size, outputs, output, size);
  if (output < outputs) addOne(cross, rows, targets, count, size, outputs, output, 0, size);
}

/** Columns 0 to `to` of two outputs that lie side by side. */
function addTwo(
  cross: Float64Array,
  rows: Float64Array,
  targets: Float64Array,
  count: number,
  size: number,
  outputs: number,
  output: number,
  to: number,
): void {
  let j = 0;
  for (; j + 4 <= to; j += 4) {
    let a0 = 0;
    let a1 = 0;
    let a2 = 0;
    let a3 = 0;
    let b0 = 0;
    let b1 = 0;
    let b2 = 0;
    let b3 = 0;
    let x = j;
    let y = output;
    for (let row = 0; row < count; row++) {
      const ya = targets[y]!;
      const yb = targets[y + 1]!;
      const x0 = rows[x]!;
      const x1 = rows[x + 1]!;
      const x2 = rows[x + 2]!;
      const x3 = rows[x + 3]!;
      a0 += ya * x0;
      a1 += ya * x1;
      a2 += ya * x2;
      a3 += ya * x3;
      b0 += yb * x0;
      b1 += yb * x1;
      b2 += yb * x2;
      b3 += yb * x3;
      x += size;
      y += outputs;
    }
    const a = output * size + j;
    const b = a + size;
    cross[a]! += a0;
    cross[a + 1]! += a1;
    cross[a + 2]! += a2;
    cross[a + 3]! += a3;
    cross[b]! += b0;
    cross[b + 1]! += b1;
    cross[b + 2]! += b2;
    cross[b + 3]! += b3;
  }
  addOne(cross, rows, targets, count, size, outputs, output, j, to);
  addOne(cross, rows, targets, count, size, outputs, output + 1, j, to);
}

/** Columns `from` to `to` of one output. */
function addOne(
  cross: Float64Array,
  rows: Float64Array,
  targets: Float64Array,
  count: number,
  size: number,
  outputs: number,
  output: number,
  from: number,
  to: number,
): void {
  for (let j = from; j < to; j++) {
    let sum = 0;
    for (let row = 0; row < count; row++) sum += targets[row * outputs + output]! * rows[row * size + j]!;
    cross[output * size + j]! += sum;
  }
}
