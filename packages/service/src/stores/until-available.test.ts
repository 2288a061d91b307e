import { ServiceError } from '@loadcast/core';
import { expect, test } from 'vitest';
import { untilAvailable } from './until-available.js';

const BUSY = new ServiceError('unavailable', 'the store has too much to do', { retryAfterSeconds: 2 });
const WRONG = new Error('no such table');

/** Work that fails so, attempt by attempt, and then gives 7. */
function failing(...errors: readonly Error[]) {
  let attempts = 0;
  const work = async (): Promise<number> => {
    const error = errors[attempts];
    attempts += 1;
    if (error) throw error;
    return 7;
  };
  return { work, attempts: () => attempts };
}

const ROWS: readonly {
  name: string;
  errors: readonly Error[];
  patienceMs?: number;
  signal?: AbortSignal;
  outcome: number | Error;
  attempts: number;
  waits: number;
}[] = [
  { name: 'work that succeeds is done once', errors: [], outcome: 7, attempts: 1, waits: 0 },
  {
    name: 'a store that is busy twice is waited for, and told of once',
    errors: [BUSY, BUSY],
    outcome: 7,
    attempts: 3,
    waits: 1,
  },
  { name: 'another error ends it at once', errors: [WRONG], outcome: WRONG, attempts: 1, waits: 0 },
  { name: 'another error ends it after a wait, too', errors: [BUSY, WRONG], outcome: WRONG, attempts: 2, waits: 1 },
  {
    name: 'without patience the first refusal ends it',
    errors: [BUSY],
    patienceMs: 0,
    outcome: BUSY,
    attempts: 1,
    waits: 0,
  },
  { name: 'a signal ends it', errors: [BUSY], signal: AbortSignal.abort(), outcome: BUSY, attempts: 1, waits: 0 },
];

test.each(ROWS)('$name', async ({ errors, patienceMs, signal, outcome, attempts, waits }) => {
  const { work, attempts: done } = failing(...errors);
  const told: Error[] = [];
  const found = await untilAvailable(work, {
    pauseMs: 0,
    ...(patienceMs !== undefined && { patienceMs }),
    ...(signal && { signal }),
    waits: (error) => told.push(error),
  }).catch((error: unknown) => error);
  expect([found, done(), told.length]).toEqual([outcome, attempts, waits]);
});

test('a signal during a pause ends the pause', async () => {
  const stopping = new AbortController();
  const { work, attempts } = failing(BUSY, BUSY, BUSY);
  const done = untilAvailable(work, {
    pauseMs: 3_600_000,
    signal: stopping.signal,
    waits: () => setImmediate(() => stopping.abort()),
  });
  await expect(done).rejects.toBe(BUSY);
  expect(attempts()).toBe(2);
});
