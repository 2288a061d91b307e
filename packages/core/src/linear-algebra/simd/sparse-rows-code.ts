import { forUp, get, int, type Local, loadInt, multiply, pair, set } from './assembler.js';
import { advance, INT_BYTES, join, kernel, NUMBER_BYTES, PAIR_BYTES } from './block.js';

/** Numbers in a row of the matrix: one an hour. */
export const HOURS = 24;
const ROW_BYTES = HOURS * NUMBER_BYTES;

/** Rows of sums: of each sparse row the rows of the matrix at address 0 times its values, added in the order of the entries. */
export const sparseRows = kernel(
  'sparseRows',
  ['starts', 'columns', 'values', 'count', 'out'],
  { row: 'i32', entry: 'i32', from: 'i32', s0: 'v128', s1: 'v128', s2: 'v128', s3: 'v128' },
  ({ starts, columns, values, count, out, row, entry, from, s0, s1, s2, s3 }, { block, loaded }) => {
    const sums = [...block.flat(), s0, s1, s2, s3];
    const factor = loaded[0] as Local;
    return forUp(row, int(0), get(count), 1, [
      ...join(sums.map((sum) => set(sum, pair.zero))),
      ...forUp(entry, loadInt(get(starts)), loadInt(get(starts), INT_BYTES), 1, [
        ...set(from, multiply(loadInt(get(columns)), int(ROW_BYTES))),
        ...set(factor, pair.loadTwice(get(values))),
        ...join(
          sums.map((sum, which) => {
            const product = pair.multiply(pair.load(get(from), which * PAIR_BYTES), get(factor));
            return set(sum, pair.add(get(sum), product));
          }),
        ),
        ...advance(columns, int(INT_BYTES)),
        ...advance(values, int(NUMBER_BYTES)),
      ]),
      ...join(sums.map((sum, which) => pair.store(get(out), get(sum), which * PAIR_BYTES))),
      ...advance(starts, int(INT_BYTES)),
      ...advance(out, int(ROW_BYTES)),
    ]);
  },
);
