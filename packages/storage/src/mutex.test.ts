import { expect, test } from 'vitest';
import { createMutex } from './mutex.js';

const later = () => new Promise((resolve) => setTimeout(resolve, 1));

test('turns are taken one after the other, in the order asked for', async () => {
  const mutex = createMutex();
  const seen: string[] = [];
  const turn = (name: string) =>
    mutex.run(async () => {
      seen.push(`${name} begins`);
      await later();
      seen.push(`${name} ends`);
    });
  await Promise.all([turn('a'), turn('b')]);
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

test('a turn that throws lets the next one in and reports', async () => {
  const mutex = createMutex();
  const failing = mutex.run(() => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await mutex.run(() => 'next')).toBe('next');
});
