import { expect, test } from 'vitest';
import { done, settled, type Waiting } from './waiting.js';

const log: string[] = [];

/** Adds up its arguments and logs its steps. */
function* sum(parts: readonly (number | Promise<number>)[]): Waiting<number> {
  let total = 0;
  try {
    for (const part of parts) total += yield* settled(part);
    return total;
  } catch (thrown) {
    log.push(`caught ${thrown}`);
    throw thrown;
  } finally {
    log.push('ended');
  }
}

test.each([
  { name: 'nothing to wait for', parts: [1, 2], isPromise: false },
  { name: 'a promise at the end', parts: [1, Promise.resolve(2)], isPromise: true },
  { name: 'promises and values', parts: [Promise.resolve(0), 1, Promise.resolve(2)], isPromise: true },
])('$name: a promise is $isPromise', async ({ parts, isPromise }) => {
  const result = done(sum(parts));
  expect(result instanceof Promise).toBe(isPromise);
  expect(await result).toBe(3);
});

test('what is rejected is caught where it is waited for, and rejects the work', async () => {
  log.length = 0;
  await expect(done(sum([1, Promise.reject(new Error('away'))]))).rejects.toThrow('away');
  expect(log).toEqual(['caught Error: away', 'ended']);
});

test('what is thrown before anything is waited for is thrown, later it rejects', async () => {
  const fails = (wait: boolean) =>
    (function* (): Waiting<void> {
      if (wait) yield* settled(Promise.resolve());
      throw new Error('broken');
    })();
  expect(() => done(fails(false))).toThrow('broken');
  await expect(done(fails(true))).rejects.toThrow('broken');
});
