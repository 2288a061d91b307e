import { add, type Code, f64, forUp, get, int, multiply, not, pair, returning, set, when } from './assembler.js';
import {
  at,
  BLOCK,
  FOUR,
  join,
  kernel,
  type Names,
  NUMBER_BYTES,
  numbers,
  PAIR_BYTES,
  rowBelow,
  type Sums,
} from './block.js';
import { PRODUCTS, sumProducts } from './inner-products-code.js';

const PARAMETERS = ['matrix', 'size', 'scratch'] as const;
const VARIABLES = {
  row: 'i32',
  column: 'i32',
  k: 'i32',
  stride: 'i32',
  a: 'i32',
  b: 'i32',
  c: 'i32',
  d: 'i32',
  k1: 'i32',
  k2: 'i32',
  k3: 'i32',
  value: 'f64',
} as const;

type CholeskyNames = Names<(typeof PARAMETERS)[number] | keyof typeof VARIABLES>;
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
    const { size, row, column, stride } = names;
    return [
      ...set(stride, multiply(get(size), int(NUMBER_BYTES))),
      ...forUp(row, int(0), get(size), BLOCK, [
        ...forUp(column, int(0), get(row), BLOCK, [
          ...innerProducts(names, sums, storeByColumn),
          ...pointAtBlockRows(names),
          ...factorBlock(names, sums),
        ]),
        ...set(column, get(row)),
        ...innerProducts(names, sums, storeByElement),
        ...pointAtBlockRows(names),
        ...join(
          FOUR.flatMap((i) => [...FOUR.slice(0, i).map((j) => factorElement(names, i, j)), pivotElement(names, i)]),
        ),
      ]),
      ...int(-1),
    ];
  },
  true,
);

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
function storeByElement({ scratch }: CholeskyNames, { block }: Sums, i: number, j: number): Code {
  return join(
    PRODUCTS.flatMap(({ left, right }, which) =>
      block[which]!.map((sum, half) => {
        const element = BLOCK * (i + left) + j + right;
        return pair.store(get(scratch), get(sum), numbers(4 * element) + half * PAIR_BYTES);
      }),
    ),
  );
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
function factorBlock(names: CholeskyNames, { block }: Sums): Code {
  const { scratch, a, b, c, d, k, k1, k2, k3, stride } = names;
  const pivotRows = [k, k1, k2, k3];
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
    ...set(k1, add(get(k), get(stride))),
    ...set(k2, add(get(k1), get(stride))),
    ...set(k3, add(get(k2), get(stride))),
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

/** Points a, b, c and d at the block's rows; k at the first of the rows that the block's columns are of. */
function pointAtBlockRows({ matrix, row, column, stride, a, b, c, d, k }: CholeskyNames): Code {
  const first = add(at(matrix, get(row), get(stride)), multiply(get(column), int(NUMBER_BYTES)));
  return [
    ...set(a, first),
    ...set(b, add(get(a), get(stride))),
    ...set(c, add(get(b), get(stride))),
    ...set(d, add(get(c), get(stride))),
    ...set(k, add(at(matrix, get(column), get(stride)), multiply(get(column), int(NUMBER_BYTES)))),
  ];
}

/** Sets `value` to an element of the matrix minus the inner product of its row i and of the rows of its column j. */
function remainder({ scratch, a, b, c, d, k, stride, value }: CholeskyNames, i: number, j: number): Code {
  const left = [a, b, c, d][i]!;
  const right = rowBelow(k, stride, j);
  const sum = (which: number) => f64.load(get(scratch), numbers(4 * (BLOCK * i + j) + which));
  const firstSum = FOUR.slice(0, j).reduce<Code>(
    (total, before) =>
      f64.add(total, f64.multiply(f64.load(get(left), numbers(before)), f64.load(right, numbers(before)))),
    sum(0),
  );
  const product = f64.add(f64.add(firstSum, sum(1)), f64.add(sum(2), sum(3)));
  return set(value, f64.subtract(f64.load(get(left), numbers(j)), product));
}

function factorElement(names: CholeskyNames, i: number, j: number): Code {
  const { a, b, c, d, k, stride, value } = names;
  const pivotRow = rowBelow(k, stride, j);
  return [
    ...remainder(names, i, j),
    ...f64.store(get([a, b, c, d][i]!), f64.divide(get(value), f64.load(pivotRow, numbers(j))), numbers(j)),
  ];
}

function pivotElement(names: CholeskyNames, i: number): Code {
  const { a, b, c, d, row, value } = names;
  const isPositive = f64.isMore(get(value), f64.zero);
  return [
    ...remainder(names, i, i),
    ...when(not(isPositive), returning(add(get(row), int(i)))),
    ...f64.store(get([a, b, c, d][i]!), f64.squareRoot(get(value)), numbers(i)),
  ];
}
