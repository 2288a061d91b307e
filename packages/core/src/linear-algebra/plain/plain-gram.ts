import type { Products, RowShape } from '../kernels.js';
import { triangleLength } from '../triangle.js';

/** See `addGram`. Eight sums are kept in registers while all rows go by: see `addPlainCross`. */
export function addPlainGram(gram: Float64Array, rows: Float64Array, count: number, size: number): void {
  let i = 0;
  for (; i + 2 <= size; i += 2) {
    const start = triangleLength(i);
    addTwo(gram, rows, rows, count, size, size, i, i + 1, start, start + i + 1);
  }
  if (i < size) addOne(gram, rows, rows, count, size, size, i, 0, size, triangleLength(i));
  for (let odd = 1; odd < size; odd += 2) {
    addOne(gram, rows, rows, count, size, size, odd, odd, odd + 1, triangleLength(odd));
  }
}

/** See `addProducts`. */
export function addPlainProducts(
  { gram, cross }: Products,
  fade: number,
  rows: Float64Array,
  targets: Float64Array,
  { count, size, outputs }: RowShape,
): void {
  for (let i = 0; i < gram.length; i++) gram[i]! *= fade;
  for (let i = 0; i < cross.length; i++) cross[i]! *= fade;
  addPlainGram(gram, rows, count, size);
  addPlainCross(cross, rows, targets, count, size, outputs);
}

/**
 * Adds X'Y. A block of two outputs by four columns is summed over all rows before it is written: the matrix, which
 * is larger than a processor's cache, is then fetched once and not once for every few rows.
 */
function addPlainCross(
  cross: Float64Array,
  rows: Float64Array,
  targets: Float64Array,
  count: number,
  size: number,
  outputs: number,
): void {
  let output = 0;
  for (; output + 2 <= outputs; output += 2) {
    addTwo(cross, rows, targets, count, size, outputs, output, size, output * size, (output + 1) * size);
  }
  if (output < outputs) addOne(cross, rows, targets, count, size, outputs, output, 0, size, output * size);
}

/** Columns 0 to `to` of two outputs, whose rows of the matrix begin at `startA` and `startB`. */
function addTwo(
  cross: Float64Array,
  rows: Float64Array,
  targets: Float64Array,
  count: number,
  size: number,
  outputs: number,
  output: number,
  to: number,
  startA: number,
  startB: number,
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
    const a = startA + j;
    const b = startB + j;
    cross[a]! += a0;
    cross[a + 1]! += a1;
    cross[a + 2]! += a2;
    cross[a + 3]! += a3;
    cross[b]! += b0;
    cross[b + 1]! += b1;
    cross[b + 2]! += b2;
    cross[b + 3]! += b3;
  }
  addOne(cross, rows, targets, count, size, outputs, output, j, to, startA);
  addOne(cross, rows, targets, count, size, outputs, output + 1, j, to, startB);
}

/** Columns `from` to `to` of one output, whose row of the matrix begins at `start`. */
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
  start: number,
): void {
  for (let j = from; j < to; j++) {
    let sum = 0;
    for (let row = 0; row < count; row++) sum += targets[row * outputs + output]! * rows[row * size + j]!;
    cross[start + j]! += sum;
  }
}
