import { BLOCK } from './block.js';

export const padded = (length: number): number => Math.ceil(length / BLOCK) * BLOCK;

/** Four vectors that lie one after the other, to be side by side. */
export function interleave(from: Float64Array, at: number, size: number, to: Float64Array, start: number): void {
  for (let i = 0; i < size; i++) {
    to[start + 4 * i] = from[at + i]!;
    to[start + 4 * i + 1] = from[at + size + i]!;
    to[start + 4 * i + 2] = from[at + 2 * size + i]!;
    to[start + 4 * i + 3] = from[at + 3 * size + i]!;
  }
}

/** Four vectors that lie side by side, to be one after the other. */
export function separate(from: Float64Array, start: number, size: number, to: Float64Array, at: number): void {
  for (let i = 0; i < size; i++) {
    to[at + i] = from[start + 4 * i]!;
    to[at + size + i] = from[start + 4 * i + 1]!;
    to[at + 2 * size + i] = from[start + 4 * i + 2]!;
    to[at + 3 * size + i] = from[start + 4 * i + 3]!;
  }
}

/** Copies row-major numbers as panels of four columns, each row after row; columns that fill the last one up are 0. */
export function copyPanels(numbers: Float64Array, from: Float64Array, count: number, size: number, at: number): void {
  let to = at;
  for (let column = 0; column + BLOCK <= size; column += BLOCK) {
    for (let row = 0; row < count; row++) {
      const source = row * size + column;
      numbers[to] = from[source]!;
      numbers[to + 1] = from[source + 1]!;
      numbers[to + 2] = from[source + 2]!;
      numbers[to + 3] = from[source + 3]!;
      to += BLOCK;
    }
  }
  const rest = size % BLOCK;
  for (let row = 0; rest > 0 && row < count; row++) {
    for (let each = 0; each < BLOCK; each++) numbers[to++] = each < rest ? from[(row + 1) * size - rest + each]! : 0;
  }
}
