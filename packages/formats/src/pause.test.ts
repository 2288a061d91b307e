import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
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

// docs/faults.md: fault 110
test('callers who connect while large answers are made are accepted, eight and more a slice', async () => {
  const server = createServer((socket) => socket.resume());
  let accepted = 0;
  server.on('connection', () => accepted++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const callers = Array.from({ length: 64 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  await Promise.all(callers.slice(0, 1).map((caller) => once(caller, 'connect')));
  const before = accepted;
  const pause = createPause();
  const slices = Math.ceil((callers.length - before) / 8) + 1;
  for (let slice = 0; slice < slices; slice++) {
    work(6);
    await pause();
  }
  expect(accepted).toBe(callers.length);
  for (const caller of callers) caller.destroy();
  await new Promise((resolve) => server.close(resolve));
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
