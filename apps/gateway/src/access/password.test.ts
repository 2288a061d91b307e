import { expect, test } from 'vitest';
import { hashPassword, passwordMatches } from './password.js';

test.each([
  { name: 'the password itself', password: 'correct horse', matches: true },
  { name: 'another case', password: 'Correct horse', matches: false },
  { name: 'a space more', password: 'correct horse ', matches: false },
  { name: 'nothing', password: '', matches: false },
])('$name: $matches', async ({ password, matches }) => {
  expect(await passwordMatches(await hashPassword('correct horse'), password)).toBe(matches);
});

test('an account without a password is opened by none, not even that of the dummy hash', async () => {
  expect(await passwordMatches(null, 'the password of nobody')).toBe(false);
});

test.each([
  { length: 9, fine: false },
  { length: 10, fine: true },
  { length: 256, fine: true },
  { length: 257, fine: false },
])('a password of $length characters is accepted: $fine', async ({ length, fine }) => {
  const hashed = hashPassword('x'.repeat(length));
  if (fine) expect(await passwordMatches(await hashed, 'x'.repeat(length))).toBe(true);
  else await expect(hashed).rejects.toMatchObject({ code: 'invalid_parameter', details: { parameter: 'password' } });
});
