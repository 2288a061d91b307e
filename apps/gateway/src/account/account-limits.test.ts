import { expect, test } from 'vitest';
import { createAccountLimits } from './account-limits.js';

test('a fifth password at once is refused, and one is taken again when another is done', async () => {
  const { hashing } = createAccountLimits();
  const finish: (() => void)[] = [];
  const running = Array.from({ length: 4 }, () => hashing(() => new Promise<void>((resolve) => finish.push(resolve))));
  const refused = { code: 'unavailable', details: { retryAfterSeconds: 2 } };
  await expect(hashing(async () => 'fifth')).rejects.toMatchObject(refused);
  finish[0]?.();
  await running[0];
  await expect(hashing(async () => 'sixth')).resolves.toBe('sixth');
  for (const end of finish) end();
  await Promise.all(running);
});

test('work that fails makes room too', async () => {
  const { hashing } = createAccountLimits();
  const failing = () => hashing(() => Promise.reject(new Error('no memory')));
  for (let n = 0; n < 10; n += 1) await expect(failing()).rejects.toThrow('no memory');
});
