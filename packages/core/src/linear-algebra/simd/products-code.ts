import { add, type Code, forUp, get, int, type Local, multiply, pair, set, when } from './assembler.js';
import { accumulate, advance, at, BLOCK, join, kernel, NUMBER_BYTES, numbers, PAIR_BYTES, type Sums } from './block.js';

/** sums += Y'X; of a Gram matrix (`isGram` 1) only the blocks up to the diagonal. Each sum is made row after row. */
export const products = kernel(
  'products',
  ['rows', 'size', 'targets', 'outputs', 'count', 'sums', 'isGram'],
  ['output', 'column', 'to', 'row', 'x', 'y', 'sum', 'width'],
  ({ rows, size, targets, outputs, count, sums: base, isGram, output, column, to, row, x, y, sum, width }, sums) => [
    ...set(width, multiply(get(size), int(NUMBER_BYTES))),
    ...forUp(output, int(0), get(outputs), BLOCK, [
      ...set(to, get(size)),
      ...when(get(isGram), set(to, add(get(output), int(BLOCK)))),
      ...forUp(column, int(0), get(to), BLOCK, [
        ...set(sum, add(at(base, get(output), get(width)), multiply(get(column), int(NUMBER_BYTES)))),
        ...set(x, at(rows, multiply(get(column), get(count)), int(NUMBER_BYTES))),
        ...set(y, at(targets, multiply(get(output), get(count)), int(NUMBER_BYTES))),
        ...eachBlockRow(sums, sum, width, (each, offset) => set(each, pair.load(get(sum), offset))),
        ...forUp(row, int(0), get(count), 1, [
          ...accumulate(sums, pair.add, get(x), (which) => pair.loadTwice(get(y), numbers(which))),
          ...advance(x, int(numbers(BLOCK))),
          ...advance(y, int(numbers(BLOCK))),
        ]),
        ...set(sum, add(at(base, get(output), get(width)), multiply(get(column), int(NUMBER_BYTES)))),
        ...eachBlockRow(sums, sum, width, (each, offset) => pair.store(get(sum), get(each), offset)),
      ]),
    ]),
  ],
);

/** Code for each pair of a block in memory; `pointer` moves down its rows, `stride` bytes apart. */
function eachBlockRow(sums: Sums, pointer: Local, stride: Local, code: (sum: Local, offset: number) => Code): Code {
  return join(
    sums.block.map((pairs) => [
      ...join(pairs.map((sum, half) => code(sum, half * PAIR_BYTES))),
      ...advance(pointer, get(stride)),
    ]),
  );
}
