import { add, f64, forUp, get, int, type Local, loadInt, pair, set } from './assembler.js';
import { advance, join, kernel, NUMBER_BYTES, PAIR_BYTES } from './block.js';

/** Numbers in a row of the matrix: one an hour. */
export const HOURS = 24;
/** Bytes of an entry of a sparse row: the address of a row of the matrix as an i32, at 0, and its factor, at 8. */
export const ENTRY_BYTES = 16;

/** Rows of sums: of each sparse row the rows of a matrix times their factors, added in the order of the entries. */
export const sparseRows = kernel(
  'sparseRows',
  ['entries', 'slots', 'count', 'out'],
  { row: 'i32', slot: 'i32', from: 'i32', s0: 'v128', s1: 'v128', s2: 'v128', s3: 'v128' },
  ({ entries, slots, count, out, row, slot, from, s0, s1, s2, s3 }, { block, loaded }) => {
    const sums = [...block.flat(), s0, s1, s2, s3];
    const factor = loaded[0] as Local;
    return forUp(row, int(0), get(count), 1, [
      ...join(sums.map((sum) => set(sum, pair.zero))),
      ...forUp(slot, int(0), get(slots), 1, [
        ...set(from, loadInt(get(entries))),
        ...set(factor, pair.twice(f64.load(get(entries), NUMBER_BYTES))),
        ...join(
          sums.map((sum, which) => {
            const product = pair.multiply(pair.load(get(from), which * PAIR_BYTES), get(factor));
            return set(sum, pair.add(get(sum), product));
          }),
        ),
        ...advance(entries, int(ENTRY_BYTES)),
      ]),
      ...join(sums.map((sum, which) => pair.store(get(out), get(sum), which * PAIR_BYTES))),
      ...set(out, add(get(out), int(HOURS * NUMBER_BYTES))),
    ]);
  },
);
