import { expect, test } from 'vitest';
import { createPause } from './pause.js';

const work = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

/** Turns of the event loop while `steps` of work are done. */
async function turnsDuring(steps: number, stepMs: number): Promise<number> {
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  const pause = createPause();
  setImmediate(count);
  for (let step = 0; step < steps; step++) {
    work(stepMs);
    await pause();
  }
  isDone = true;
  return turns;
}

// docs/faults.md: fault 110
test('the loop turns for others each time a slice of 5 ms is used up', async () => {
  expect(await turnsDuring(8, 6)).toBeGreaterThanOrEqual(8);
});

test('a pause within a slice costs no turn', async () => {
  expect(await turnsDuring(20, 0)).toBeLessThanOrEqual(1);
});

test('a pause ends the work of a request that is over', async () => {
  const scope = { check: () => {} };
  const pause = createPause(scope);
  await pause();
  scope.check = () => {
    throw new Error('the caller left');
  };
  await expect(pause()).rejects.toThrow('the caller left');
});
