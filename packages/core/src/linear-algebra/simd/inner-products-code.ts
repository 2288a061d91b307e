import { add, type Code, divide, f64, forUp, get, int, type Local, multiply, pair, set } from './assembler.js';
import { advance, at, BLOCK, join, kernel, NUMBER_BYTES, numbers, PAIR_BYTES, type Sums } from './block.js';

/** The four inner products of two rows, `left`, with two others, `right`: in the order of a block's sums. */
export const PRODUCTS = [0, 1].flatMap((left) => [0, 1].map((right) => ({ left, right })));

/**
 * Sums the products of the rows at four addresses, the first two with the last two: four sums each, of every fourth
 * product, as `dot` makes them. The addresses move on.
 *
 * @param to how many products, a multiple of four
 */
export function sumProducts(rows: readonly Local[], k: Local, to: Code, { block, loaded }: Sums): Code {
  const addHalf = (half: number): Code => [
    ...join(rows.map((row, which) => set(loaded[which]!, pair.load(get(row), half * PAIR_BYTES)))),
    ...join(
      PRODUCTS.map(({ left, right }, which) => {
        const product = pair.multiply(get(loaded[left]!), get(loaded[2 + right]!));
        return set(block[which]![half]!, pair.add(get(block[which]![half]!), product));
      }),
    ),
  ];
  return [
    ...join(block.flat().map((sum) => set(sum, pair.zero))),
    ...forUp(k, int(0), to, BLOCK, [
      ...addHalf(0),
      ...addHalf(1),
      ...join(rows.map((row) => advance(row, int(numbers(BLOCK))))),
    ]),
  ];
}

/** The inner products of each of an even number of rows with each of others, whose rows are `width` numbers apart. */
export const dots = kernel(
  'dots',
  ['left', 'leftCount', 'right', 'rightCount', 'size', 'width', 'out'],
  ['i', 'j', 'k', 'stride', 'fours', 'to', 'a', 'b', 'c', 'd'],
  (names, sums) => {
    const { left, leftCount, right, rightCount, size, width, out, i, j, k, stride, fours, to, a, b, c, d } = names;
    const { scalars: first } = sums;
    const rows = [a, b, c, d];
    const inner: Code = [
      ...set(a, at(left, get(i), get(stride))),
      ...set(b, add(get(a), get(stride))),
      ...set(c, at(right, get(j), get(stride))),
      ...set(d, add(get(c), get(stride))),
      ...sumProducts(rows, k, get(fours), sums),
      ...join(first.map((sum, which) => set(sum, pair.number(get(sums.block[which]![0]!), 0)))),
      ...forUp(k, get(fours), get(size), 1, [
        ...join(
          PRODUCTS.map((product, which) => {
            const [x, y] = [rows[product.left]!, rows[2 + product.right]!];
            return set(first[which]!, f64.add(get(first[which]!), f64.multiply(f64.load(get(x)), f64.load(get(y)))));
          }),
        ),
        ...join(rows.map((row) => advance(row, int(NUMBER_BYTES)))),
      ]),
      ...set(
        to,
        add(at(out, multiply(get(i), get(rightCount)), int(NUMBER_BYTES)), multiply(get(j), int(NUMBER_BYTES))),
      ),
      ...join(
        PRODUCTS.map((product, which) => {
          const [even, odd] = sums.block[which] as [Local, Local];
          const lower = f64.add(get(first[which]!), pair.number(get(even), 1));
          const total = f64.add(lower, f64.add(pair.number(get(odd), 0), pair.number(get(odd), 1)));
          const row = product.left === 0 ? get(to) : add(get(to), multiply(get(rightCount), int(NUMBER_BYTES)));
          return f64.store(row, total, numbers(product.right));
        }),
      ),
    ];
    return [
      ...set(stride, multiply(get(width), int(NUMBER_BYTES))),
      ...set(fours, multiply(divide(get(size), BLOCK), int(BLOCK))),
      ...forUp(i, int(0), get(leftCount), 2, forUp(j, int(0), get(rightCount), 2, inner)),
    ];
  },
);
