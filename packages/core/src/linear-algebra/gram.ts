/**
 * Adds `weight * X'X` to a symmetric matrix.
 *
 * Only the lower triangle is written. Four rows are taken at a time, which is what keeps the processor busy.
 *
 * @param gram size x size, row-major; the lower triangle is read and written
 * @param rows count x size, row-major
 * @param count how many rows
 * @param size columns
 */
export function addGram(gram: Float64Array, rows: Float64Array, count: number, size: number): void {
  let row = 0;
  for (; row + 4 <= count; row += 4) {
    const a = row * size;
    const b = a + size;
    const c = b + size;
    const d = c + size;
    for (let i = 0; i < size; i++) {
      const ai = rows[a + i]!;
      const bi = rows[b + i]!;
      const ci = rows[c + i]!;
      const di = rows[d + i]!;
      const at = i * size;
      for (let j = 0; j <= i; j++) {
        gram[at + j]! += ai * rows[a + j]! + bi * rows[b + j]! + ci * rows[c + j]! + di * rows[d + j]!;
      }
    }
  }
  for (; row < count; row++) {
    const a = row * size;
    for (let i = 0; i < size; i++) {
      const ai = rows[a + i]!;
      const at = i * size;
      for (let j = 0; j <= i; j++) gram[at + j]! += ai * rows[a + j]!;
    }
  }
}

/**
 * Adds `X'Y` to a matrix kept one output after the other.
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
  let row = 0;
  for (; row + 4 <= count; row += 4) {
    const a = row * size;
    const b = a + size;
    const c = b + size;
    const d = c + size;
    for (let output = 0; output < outputs; output++) {
      const ya = targets[row * outputs + output]!;
      const yb = targets[(row + 1) * outputs + output]!;
      const yc = targets[(row + 2) * outputs + output]!;
      const yd = targets[(row + 3) * outputs + output]!;
      const at = output * size;
      for (let j = 0; j < size; j++) {
        cross[at + j]! += ya * rows[a + j]! + yb * rows[b + j]! + yc * rows[c + j]! + yd * rows[d + j]!;
      }
    }
  }
  for (; row < count; row++) {
    for (let output = 0; output < outputs; output++) {
      const y = targets[row * outputs + output]!;
      const at = output * size;
      for (let j = 0; j < size; j++) cross[at + j]! += y * rows[row * size + j]!;
    }
  }
}
