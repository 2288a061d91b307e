import { expect, test } from 'vitest';
import { within } from './within.js';

const never = new Promise<never>(() => undefined);

test.each([
  { name: 'what is there in time is given', work: () => Promise.resolve('answer'), given: 'answer' },
  { name: 'what never comes is left out', work: () => never, given: undefined },
])('$name', async ({ work, given }) => {
  expect(await within(20, work())).toBe(given);
});

test('a failure in time is the failure', async () => {
  await expect(within(60_000, Promise.reject(new Error('no store')))).rejects.toThrow('no store');
});
