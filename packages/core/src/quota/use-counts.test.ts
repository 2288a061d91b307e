import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { UseCounts } from './use-counts.js';

const leastOf = (steps: string): string | undefined => {
  const counts = new UseCounts();
  for (const step of steps.split(' ').filter(Boolean)) {
    if (step.startsWith('-')) counts.forget(step.slice(1));
    else counts.use(step);
  }
  return counts.leastUsed();
};

test.each([
  { steps: '', least: undefined },
  { steps: 'a', least: 'a' },
  { steps: 'a -a', least: undefined },
  { steps: 'a a b', least: 'b' },
  { steps: 'a b b a', least: 'b' },
  { steps: 'a b', least: 'a' },
  { steps: 'a a b -b', least: 'a' },
  { steps: 'a a a b b c -c -b', least: 'a' },
  { steps: 'a a -a a b b', least: 'a' },
  { steps: 'a -b', least: 'a' },
])('after "$steps" the least used is $least', ({ steps, least }) => expect(leastOf(steps)).toBe(least));

test('whatever is used and forgotten: the least used has the fewest uses', () => {
  const step = fc.record({ name: fc.constantFrom(...'abcdefgh'), isForgotten: fc.integer({ min: 0, max: 5 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const counts = new UseCounts();
      const plain = new Map<string, number>();
      for (const { name, isForgotten } of steps) {
        if (isForgotten === 0) {
          counts.forget(name);
          plain.delete(name);
        } else {
          counts.use(name);
          plain.set(name, (plain.get(name) ?? 0) + 1);
        }
        const least = counts.leastUsed();
        expect(counts.size).toBe(plain.size);
        expect(least === undefined ? Number.POSITIVE_INFINITY : plain.get(least)).toBe(Math.min(...plain.values()));
      }
    }),
    { numRuns: 200 },
  );
});
