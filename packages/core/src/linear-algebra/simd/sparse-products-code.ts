import { add, f64, forUp, get, int, loadInt, multiply, pair, set } from './assembler.js';
import { advance, INT_BYTES, join, kernel, NUMBER_BYTES, PAIR_BYTES } from './block.js';
import { HOURS } from './sparse-rows-code.js';

const ROW_BYTES = HOURS * NUMBER_BYTES;
const PAIRS = Array.from({ length: HOURS / 2 }, (_, which) => which);

/**
 * Adds to a Gram matrix's lower triangle, and to cross products of `HOURS` targets, the products of sparse rows times their factors, one
 * row after the other. The entries of all rows follow one another, as the targets do.
 */
export const sparseProducts = kernel(
  'sparseProducts',
  ['gram', 'cross', 'starts', 'columns', 'values', 'factors', 'targets', 'count'],
  {
    row: 'i32',
    first: 'i32',
    i: 'i32',
    j: 'i32',
    column: 'i32',
    gramRow: 'i32',
    crossRow: 'i32',
    to: 'i32',
    value: 'f64',
  },
  (names, { loaded }) => {
    const { gram, cross, starts, columns, values, factors, targets, count } = names;
    const { row, first, i, j, column, gramRow, crossRow, to, value } = names;
    const factor = loaded[0]!;
    const columnOf = (entry: typeof i) => loadInt(add(get(columns), multiply(get(entry), int(INT_BYTES))));
    const numberOf = (entry: typeof i) => f64.load(add(get(values), multiply(get(entry), int(NUMBER_BYTES))));
    const addToGram = forUp(j, get(first), add(get(i), int(1)), 1, [
      ...set(to, add(get(gramRow), multiply(columnOf(j), int(NUMBER_BYTES)))),
      ...f64.store(get(to), f64.add(f64.load(get(to)), f64.multiply(get(value), numberOf(j)))),
    ]);
    const addToCross = join(
      PAIRS.map((which) => {
        const product = pair.multiply(get(factor), pair.load(get(targets), which * PAIR_BYTES));
        const sum = pair.add(pair.load(get(crossRow), which * PAIR_BYTES), product);
        return pair.store(get(crossRow), sum, which * PAIR_BYTES);
      }),
    );
    return forUp(row, int(0), get(count), 1, [
      ...set(first, loadInt(get(starts))),
      ...forUp(i, get(first), loadInt(get(starts), INT_BYTES), 1, [
        ...set(value, f64.multiply(f64.load(get(factors)), numberOf(i))),
        ...set(factor, pair.twice(get(value))),
        ...set(column, columnOf(i)),
        // Rows of the triangle before this one hold column x (column + 1) / 2 numbers.
        ...set(
          gramRow,
          add(get(gram), multiply(multiply(get(column), add(get(column), int(1))), int(NUMBER_BYTES / 2))),
        ),
        ...addToGram,
        ...set(crossRow, add(get(cross), multiply(get(column), int(ROW_BYTES)))),
        ...addToCross,
      ]),
      ...advance(starts, int(INT_BYTES)),
      ...advance(factors, int(NUMBER_BYTES)),
      ...advance(targets, int(ROW_BYTES)),
    ]);
  },
);
