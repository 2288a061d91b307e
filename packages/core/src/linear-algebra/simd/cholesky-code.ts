import {
  add,
  type Code,
  f64,
  forUp,
  get,
  int,
  type Local,
  multiply,
  not,
  pair,
  returning,
  set,
  when,
} from './assembler.js';
import {
  at,
  BLOCK,
  eachPair,
  FOUR,
  join,
  kernel,
  type Names,
  NUMBER_BYTES,
  numbers,
  PAIR_BYTES,
  type Sums,
} from './block.js';
import { PRODUCTS, sumProducts } from './inner-products-code.js';

const PARAMETERS = ['matrix', 'size', 'scratch'] as const;
const VARIABLES = ['row', 'column', 'k', 'stride', 'a', 'b', 'c', 'd', 'p0', 'p1', 'p2', 'p3'] as const;

type CholeskyNames = Names<(typeof PARAMETERS)[number] | (typeof VARIABLES)[number]>;
type Store = (names: CholeskyNames, sums: Sums, i: number, j: number) => Code;

/**
 * The factor of a matrix, in place, as `choleskyInPlace` makes it: each inner product is four sums, one of every fourth
 * product, and the remainder is added to the first. Rows beyond the matrix are rows of the identity.
 *
 * Elements beside the diagonal are made two rows at a time, elements of the diagonal's blocks one after the other.
 *
 * @returns -1, or the row at which the matrix is not positive definite
 */
export const cholesky = kernel(
  'cholesky',
  PARAMETERS,
  VARIABLES,
  (names, sums) => {
    const { size, row, column, stride, a, b, c, d, p0, p1, p2, p3 } = names;
    const rows = [a, b, c, d];
    const pivotRows = [p0, p1, p2, p3];
    return [
      ...set(stride, multiply(get(size), int(NUMBER_BYTES))),
      ...forUp(row, int(0), get(size), BLOCK, [
        ...forUp(column, int(0), get(row), BLOCK, [
          ...innerProducts(names, sums, storeByColumn),
          ...pointAt(rows, row, names),
          ...pointAt(pivotRows, column, names),
          ...factorBlock(names, pivotRows, sums),
        ]),
        ...set(column, get(row)),
        ...innerProducts(names, sums, storeByElement),
        ...pointAt(rows, row, names),
        ...join(FOUR.flatMap((i) => FOUR.slice(0, i + 1).map((j) => factorElement(names, rows, sums, i, j)))),
      ]),
      ...int(-1),
    ];
  },
  true,
);

/** Points locals at rows of the matrix from the block's column on: at a row and the three after it. */
function pointAt(pointers: readonly Local[], row: Local, { matrix, column, stride }: CholeskyNames): Code {
  const first = add(at(matrix, get(row), get(stride)), multiply(get(column), int(NUMBER_BYTES)));
  return join(pointers.map((pointer, i) => set(pointer, i === 0 ? first : add(get(pointers[i - 1]!), get(stride)))));
}

/** Writes to scratch, for each of the block's 16 elements, the four sums over all columns before the block. */
function innerProducts(names: CholeskyNames, sums: Sums, store: Store): Code {
  const { matrix, column, k, stride, row, a, b, c, d } = names;
  const quarter = (i: number, j: number): Code => [
    ...set(a, at(matrix, add(get(row), int(i)), get(stride))),
    ...set(b, add(get(a), get(stride))),
    ...set(c, at(matrix, add(get(column), int(j)), get(stride))),
    ...set(d, add(get(c), get(stride))),
    ...sumProducts([a, b, c, d], k, get(column), sums),
    ...store(names, sums, i, j),
  ];
  return join([quarter(0, 0), quarter(0, 2), quarter(2, 0), quarter(2, 2)]);
}

/** The four sums of each element of a quarter, one after the other. */
function storeByElement({ scratch }: CholeskyNames, sums: Sums, i: number, j: number): Code {
  return eachPair(sums, (sum, which, offset) => {
    const { left, right } = PRODUCTS[which]!;
    return pair.store(get(scratch), get(sum), numbers(4 * (BLOCK * (i + left) + j + right)) + offset);
  });
}

/** Stores each column of a quarter, both rows side by side: the first sums, the second, and the third plus the fourth. */
function storeByColumn({ scratch }: CholeskyNames, { block }: Sums, i: number, j: number): Code {
  return join(
    [0, 1].flatMap((right) => {
      const [upper, lower] = [block[right]!, block[2 + right]!];
      const both = (sum: number) => pair.both(sum % 2 === 0 ? 0 : 1, get(upper[sum >> 1]!), get(lower[sum >> 1]!));
      const parts = [both(0), both(1), pair.add(both(2), both(3))];
      return parts.map((part, which) => pair.store(get(scratch), part, sumsAt(i / 2, j + right, which)));
    }),
  );
}

/** Where `storeByColumn` writes. @param rows 0 of the first two rows of the block, 1 of the others */
function sumsAt(rows: number, column: number, which: number): number {
  return (3 * (BLOCK * rows + column) + which) * PAIR_BYTES;
}

/** The elements of a block beside the diagonal, column after column; two rows are side by side until they are stored. */
function factorBlock({ scratch, a, b, c, d }: CholeskyNames, pivotRows: readonly Local[], { block }: Sums): Code {
  const elements = [block.flat().slice(0, BLOCK), block.flat().slice(BLOCK)];
  const rows = [
    [a, b],
    [c, d],
  ] as const;
  const element = (pairOfRows: number, column: number): Code => {
    const [upper, lower] = rows[pairOfRows]!;
    const pivotRow = get(pivotRows[column]!);
    const sum = (which: number) => pair.load(get(scratch), sumsAt(pairOfRows, column, which));
    const first = FOUR.slice(0, column).reduce<Code>(
      (total, before) =>
        pair.add(total, pair.multiply(get(elements[pairOfRows]![before]!), pair.loadTwice(pivotRow, numbers(before)))),
      sum(0),
    );
    const offset = (column >> 1) * PAIR_BYTES;
    const given = pair.both(column % 2 === 0 ? 0 : 1, pair.load(get(upper), offset), pair.load(get(lower), offset));
    const rest = pair.subtract(given, pair.add(pair.add(first, sum(1)), sum(2)));
    return set(elements[pairOfRows]![column]!, pair.divide(rest, pair.loadTwice(pivotRow, numbers(column))));
  };
  return [
    ...join(FOUR.flatMap((column) => [0, 1].map((pairOfRows) => element(pairOfRows, column)))),
    ...join(
      rows.flatMap((ofPair, pairOfRows) =>
        ofPair.flatMap((rowOf, which) =>
          [0, 2].map((column) => {
            const [left, right] = [elements[pairOfRows]![column]!, elements[pairOfRows]![column + 1]!];
            return pair.store(get(rowOf), pair.both(which === 0 ? 0 : 1, get(left), get(right)), numbers(column));
          }),
        ),
      ),
    ),
  ];
}

/** An element of a block on the diagonal: the matrix minus the inner product, by its column's pivot, or the root as pivot. */
function factorElement(
  { scratch, row }: CholeskyNames,
  rows: readonly Local[],
  { scalars }: Sums,
  i: number,
  j: number,
): Code {
  const [left, right, value] = [get(rows[i]!), get(rows[j]!), scalars[0]!];
  const sum = (which: number) => f64.load(get(scratch), numbers(4 * (BLOCK * i + j) + which));
  const firstSum = FOUR.slice(0, j).reduce<Code>(
    (total, before) => f64.add(total, f64.multiply(f64.load(left, numbers(before)), f64.load(right, numbers(before)))),
    sum(0),
  );
  const product = f64.add(f64.add(firstSum, sum(1)), f64.add(sum(2), sum(3)));
  const isPositive = f64.isMore(get(value), f64.zero);
  return [
    ...set(value, f64.subtract(f64.load(left, numbers(j)), product)),
    ...(i === j ? when(not(isPositive), returning(add(get(row), int(i)))) : []),
    ...f64.store(
      left,
      i === j ? f64.squareRoot(get(value)) : f64.divide(get(value), f64.load(right, numbers(j))),
      numbers(j),
    ),
  ];
}
