import { add, type Code, f64, forDown, forUp, get, int, multiply, pair, set, subtract } from './assembler.js';
import {
  accumulate,
  advance,
  at,
  BLOCK,
  eachPair,
  FOUR,
  join,
  kernel,
  NUMBER_BYTES,
  numbers,
  rowBelow,
  type Sums,
} from './block.js';

/** Solves L y = b for panels of four vectors, whose numbers lie side by side, in place. */
export const forward = kernel(
  'forward',
  ['factor', 'size', 'panels', 'panelCount'],
  ['row', 'k', 'stride', 'panel', 'f', 'v', 'last'],
  ({ factor, size, panels, panelCount, row, k, stride, panel, f, v, last }, sums) => [
    ...set(stride, multiply(get(size), int(NUMBER_BYTES))),
    ...set(last, get(panels)),
    ...forUp(panel, int(0), get(panelCount), 1, [
      ...forUp(row, int(0), get(size), BLOCK, [
        ...set(v, at(last, get(row), int(numbers(BLOCK)))),
        ...eachPair(sums, (sum, which, offset) => set(sum, pair.load(get(v), which * numbers(BLOCK) + offset))),
        ...set(f, at(factor, get(row), get(stride))),
        ...set(v, get(last)),
        ...forUp(k, int(0), get(row), 1, [
          ...accumulate(sums, pair.subtract, get(v), (which) => pair.loadTwice(rowBelow(f, stride, which))),
          ...advance(f, int(NUMBER_BYTES)),
          ...advance(v, int(numbers(BLOCK))),
        ]),
        ...join(
          FOUR.map((i) => [
            ...join(FOUR.slice(0, i).map((j) => subtractRow(sums, i, j, rowBelow(f, stride, i), numbers(j)))),
            ...scaleRow(sums, i, rowBelow(f, stride, i), numbers(i)),
          ]),
        ),
        ...eachPair(sums, (sum, which, offset) => pair.store(get(v), get(sum), which * numbers(BLOCK) + offset)),
      ]),
      ...advance(last, multiply(get(size), int(numbers(BLOCK)))),
    ]),
  ],
);

/** Solves L' x = y likewise. */
export const backward = kernel(
  'backward',
  ['factor', 'size', 'panels', 'panelCount'],
  ['row', 'k', 'stride', 'panel', 'f', 'v', 'last'],
  ({ factor, size, panels, panelCount, row, k, stride, panel, f, v, last }, sums) => [
    ...set(stride, multiply(get(size), int(NUMBER_BYTES))),
    ...set(last, get(panels)),
    ...forUp(panel, int(0), get(panelCount), 1, [
      ...forDown(row, subtract(get(size), int(BLOCK)), int(0), BLOCK, [
        ...set(v, at(last, get(row), int(numbers(BLOCK)))),
        ...eachPair(sums, (sum, which, offset) => set(sum, pair.load(get(v), which * numbers(BLOCK) + offset))),
        ...set(k, subtract(get(size), int(1))),
        ...set(v, at(last, get(k), int(numbers(BLOCK)))),
        ...set(f, add(at(factor, get(k), get(stride)), multiply(get(row), int(NUMBER_BYTES)))),
        ...forDown(k, get(k), add(get(row), int(BLOCK)), 1, [
          ...accumulate(sums, pair.subtract, get(v), (which) => pair.loadTwice(get(f), numbers(which))),
          ...set(f, subtract(get(f), get(stride))),
          ...set(v, subtract(get(v), int(numbers(BLOCK)))),
        ]),
        ...set(f, add(at(factor, get(row), get(stride)), multiply(get(row), int(NUMBER_BYTES)))),
        ...join(
          FOUR.toReversed().map((i) => [
            ...join(
              FOUR.slice(i + 1)
                .toReversed()
                .map((j) => subtractRow(sums, i, j, rowBelow(f, stride, j), numbers(i))),
            ),
            ...scaleRow(sums, i, rowBelow(f, stride, i), numbers(i)),
          ]),
        ),
        ...set(v, at(last, get(row), int(numbers(BLOCK)))),
        ...eachPair(sums, (sum, which, offset) => pair.store(get(v), get(sum), which * numbers(BLOCK) + offset)),
      ]),
      ...advance(last, multiply(get(size), int(numbers(BLOCK)))),
    ]),
  ],
);

/** Row i of a block minus row j times a number of the factor. */
function subtractRow({ block, loaded }: Sums, i: number, j: number, address: Code, offset: number): Code {
  const factor = loaded[2]!;
  return [
    ...set(factor, pair.loadTwice(address, offset)),
    ...join(
      [0, 1].map((half) => {
        const [sum, other] = [block[i]![half]!, block[j]![half]!];
        return set(sum, pair.subtract(get(sum), pair.multiply(get(factor), get(other))));
      }),
    ),
  ];
}

/** Row i of a block divided by its pivot. */
function scaleRow({ block, loaded }: Sums, i: number, address: Code, offset: number): Code {
  const factor = loaded[2]!;
  return [
    ...set(factor, pair.twice(f64.divide(f64.one, f64.load(address, offset)))),
    ...join(block[i]!.map((sum) => set(sum, pair.multiply(get(sum), get(factor))))),
  ];
}
