import { getEventListeners } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { firstOf, withDeadline } from './with-deadline.js';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Waits until a signal aborts and gives its reason, as a request does; nothing else holds on to the signal. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const weak = new WeakRef(signal);
    signal.addEventListener('abort', () => reject(weak.deref()?.reason ?? new Error('no signal')), { once: true });
  });

test('a deadline passes although garbage is collected while nothing but the timer refers to it', async () => {
  let outcome: unknown;
  const caller = new AbortController();
  const waiting = withDeadline(caller.signal, 300, 'a poll', untilAborted).catch((error: unknown) => {
    outcome = error;
  });
  while (outcome === undefined) {
    collectGarbage();
    await turn();
  }
  await waiting;
  expect(outcome).toMatchObject({ name: 'TimeoutError', message: 'a poll took longer than 300 ms' });
});

test.each([
  { name: 'before the work', abortsFirst: true },
  { name: 'during the work', abortsFirst: false },
])('the reason of a caller who aborts $name is the work’s', async ({ abortsFirst }) => {
  const caller = new AbortController();
  const reason = new Error('stopping');
  if (abortsFirst) caller.abort(reason);
  const work = withDeadline(caller.signal, 60_000, 'a poll', (signal) =>
    signal.aborted ? Promise.reject(signal.reason) : untilAborted(signal),
  );
  caller.abort(reason);
  await expect(work).rejects.toBe(reason);
});

test('work that ends in time leaves no listener on the caller’s signal', async () => {
  const caller = new AbortController();
  expect(await withDeadline(caller.signal, 60_000, 'a poll', async () => 'done')).toBe('done');
  expect(getEventListeners(caller.signal, 'abort')).toEqual([]);
});

test.each([0, 1])('the first of several signals aborts them all: number %i', (which) => {
  const controllers = [new AbortController(), new AbortController()];
  const first = firstOf(...controllers.map(({ signal }) => signal));
  expect(first.aborted).toBe(false);
  controllers[which]!.abort(new Error('first'));
  controllers[1 - which]!.abort(new Error('second'));
  expect(first.reason).toMatchObject({ message: 'first' });
  for (const { signal } of controllers) expect(getEventListeners(signal, 'abort')).toEqual([]);
});
