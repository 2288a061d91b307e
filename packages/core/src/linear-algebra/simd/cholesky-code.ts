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

/**
 * The factor of a matrix, in place, as `choleskyInPlace` makes it: each inner product is four sums, of every fourth
 * product, and what is left over is added to the first. Rows beyond the matrix are those of the identity.
 *
 * @returns -1, or the row at which the matrix is not positive definite
 */
export const cholesky = kernel(
  'cholesky',
  ['matrix', 'size', 'scratch'],
  { row: 'i32', column: 'i32', k: 'i32', stride: 'i32', a: 'i32', b: 'i32', c: 'i32', d: 'i32', value: 'f64' },
  (names, sums) => {
    const { size, row, column, stride } = names;
    return [
      ...set(stride, multiply(get(size), int(NUMBER_BYTES))),
      ...forUp(row, int(0), get(size), BLOCK, [
        ...forUp(column, int(0), get(row), BLOCK, [
          ...innerProducts(names, sums),
          ...pointAtBlockRows(names),
          ...join(FOUR.flatMap((i) => FOUR.map((j) => factorElement(names, i, j)))),
        ]),
        ...set(column, get(row)),
        ...innerProducts(names, sums),
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

type CholeskyNames = Names<
  'matrix' | 'size' | 'scratch' | 'row' | 'column' | 'k' | 'stride' | 'a' | 'b' | 'c' | 'd' | 'value'
>;

/** Writes to scratch, for each of the block's 16 elements, the four sums over all columns before the block. */
function innerProducts(names: CholeskyNames, sums: Sums): Code {
  const { matrix, column, k, stride, row, scratch, a, b, c, d } = names;
  const quarter = (i: number, j: number): Code => [
    ...set(a, at(matrix, add(get(row), int(i)), get(stride))),
    ...set(b, add(get(a), get(stride))),
    ...set(c, at(matrix, add(get(column), int(j)), get(stride))),
    ...set(d, add(get(c), get(stride))),
    ...sumProducts([a, b, c, d], k, get(column), sums),
    ...join(
      PRODUCTS.flatMap(({ left, right }, which) =>
        sums.block[which]!.map((sum, half) => {
          const element = BLOCK * (i + left) + j + right;
          return pair.store(get(scratch), get(sum), numbers(4 * element) + half * PAIR_BYTES);
        }),
      ),
    ),
  ];
  return join([quarter(0, 0), quarter(0, 2), quarter(2, 0), quarter(2, 2)]);
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
