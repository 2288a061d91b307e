import { expect, test } from 'vitest';
import { createLifecycle } from './lifecycle.js';

// docs/faults.md: fault 109
test('what was opened last is closed first, each awaited', async () => {
  const closed: string[] = [];
  const lifecycle = createLifecycle(() => undefined);
  for (const name of ['store', 'port', 'schedule']) {
    lifecycle.opened(name, async () => {
      await Promise.resolve();
      closed.push(name);
    });
  }
  await lifecycle.close();
  expect(closed).toEqual(['schedule', 'port', 'store']);
});

test('what fails to close is reported, and the rest is closed all the same', async () => {
  const closed: string[] = [];
  const failures: unknown[] = [];
  const lifecycle = createLifecycle((name, error) => failures.push([name, String(error)]));
  lifecycle.opened('store', () => closed.push('store'));
  lifecycle.opened('port', () => {
    throw new Error('busy');
  });
  lifecycle.opened('schedule', () => Promise.reject(new Error('late')));
  await lifecycle.close();
  expect([closed, failures]).toEqual([
    ['store'],
    [
      ['schedule', 'Error: late'],
      ['port', 'Error: busy'],
    ],
  ]);
});

test('closed twice it closes once, and both wait for the end', async () => {
  let count = 0;
  const lifecycle = createLifecycle(() => undefined);
  lifecycle.opened('store', () => count++);
  await Promise.all([lifecycle.close(), lifecycle.close()]);
  await lifecycle.close();
  expect(count).toBe(1);
});
