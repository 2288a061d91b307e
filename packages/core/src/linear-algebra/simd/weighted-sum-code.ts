import { add, forUp, get, int, multiply, pair, set } from './assembler.js';
import { advance, eachPair, kernel, NUMBER_BYTES, numbers, PAIR_BYTES } from './block.js';

/** Numbers of a sum that are made side by side. */
const TOGETHER = 16;
/** Numbers of each array that are weighted at once: a dozen such blocks stay in a processor's cache. */
export const WEIGHED_AT_ONCE = 2048;

/** sum += weight x array, one array after the other; arrays lie `WEIGHED_AT_ONCE` numbers apart. */
export const weightedSum = kernel(
  'weightedSum',
  ['sum', 'count', 'arrays', 'weights', 'arrayCount'],
  { from: 'i32', which: 'i32', array: 'i32', weight: 'i32' },
  ({ sum, count, arrays, weights, arrayCount, from, which, array, weight }, sums) => {
    const factor = sums.loaded[0]!;
    const at = (row: number, offset: number) => row * 2 * PAIR_BYTES + offset;
    return forUp(from, int(0), get(count), TOGETHER, [
      ...eachPair(sums, (each, row, offset) => set(each, pair.load(get(sum), at(row, offset)))),
      ...set(array, add(get(arrays), multiply(get(from), int(NUMBER_BYTES)))),
      ...set(weight, get(weights)),
      ...forUp(which, int(0), get(arrayCount), 1, [
        ...set(factor, pair.loadTwice(get(weight))),
        ...eachPair(sums, (each, row, offset) =>
          set(each, pair.add(get(each), pair.multiply(get(factor), pair.load(get(array), at(row, offset))))),
        ),
        ...advance(array, int(numbers(WEIGHED_AT_ONCE))),
        ...advance(weight, int(NUMBER_BYTES)),
      ]),
      ...eachPair(sums, (each, row, offset) => pair.store(get(sum), get(each), at(row, offset))),
      ...advance(sum, int(numbers(TOGETHER))),
    ]);
  },
);
