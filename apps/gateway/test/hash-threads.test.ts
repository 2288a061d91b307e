import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { threadedHasher } from '../../../packages/accounts/src/access/passwords/hash-threads.js';
import { readThreadPriorities } from './thread-priorities.js';

/** `npm test` builds it. */
const COMPILED = new URL('../dist/bin/hash-worker.js', import.meta.url);
const COST = { algorithm: 2, memoryCost: 1_024, timeCost: 1, parallelism: 1 } as const;

test('the worker is compiled', () => expect(existsSync(fileURLToPath(COMPILED))).toBe(true));

test('passwords are hashed and verified in threads, several at a time, each answered with its own', async () => {
  const hasher = threadedHasher(COMPILED);
  const passwords = ['one password', 'two passwords', 'three passwords'];
  const hashes = await Promise.all(passwords.map((password) => hasher.hash(password, COST)));
  const fits = passwords.flatMap((password) => hashes.map((hash) => hasher.verify(hash, password)));
  expect(await Promise.all(fits)).toEqual([true, false, false, false, true, false, false, false, true]);
});

test('what Argon2 refuses is an error, and the thread hashes the next', async () => {
  const hasher = threadedHasher(COMPILED);
  await expect(hasher.verify('no hash', 'x')).rejects.toThrow();
  expect(await hasher.hash('a password', COST)).toMatch(/^\$argon2id\$/);
});

test('a thread that cannot start fails the hash, not the process', async () => {
  const hasher = threadedHasher(new URL('./no-such-worker.js', import.meta.url));
  await expect(hasher.hash('a password', COST)).rejects.toThrow('no-such-worker');
});

const countThreadsAt = (nice: number): number => readThreadPriorities('self').filter((at) => at === nice).length;

test.runIf(process.platform === 'linux')('a thread has the priority of forecasts, not the lowest', async () => {
  const before = countThreadsAt(constants.priority.PRIORITY_BELOW_NORMAL);
  await threadedHasher(COMPILED).hash('a password', COST);
  expect(countThreadsAt(constants.priority.PRIORITY_BELOW_NORMAL)).toBe(before + 1);
});
