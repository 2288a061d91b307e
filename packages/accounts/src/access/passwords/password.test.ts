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

const LETTERS = 'the quick brown fox jumps over a lazy dog '.repeat(7);

test.each([
  { name: '11 characters', password: LETTERS.slice(0, 11), fine: false },
  { name: '12 characters', password: LETTERS.slice(0, 12), fine: true },
  { name: '256 characters', password: LETTERS.slice(0, 256), fine: true },
  { name: '257 characters', password: LETTERS.slice(0, 257), fine: false },
  { name: '6 characters of two units each', password: '🐈🐕🐇🌧🌩🌪', fine: false },
  { name: 'a common one', password: 'administrator', fine: false },
  { name: 'the own e-mail', password: 'ann@example.org', fine: false },
])('a password with $name is accepted: $fine', async ({ password, fine }) => {
  const hashed = hashPassword(password, 'ann@example.org');
  if (fine) expect(await passwordMatches(await hashed, password)).toBe(true);
  else await expect(hashed).rejects.toMatchObject({ code: 'invalid_parameter', details: { parameter: 'password' } });
});

test('a password is compared whole: of the longest one a last character makes the difference', async () => {
  const longest = `🐈🐈${'🌧🌩'.repeat(126)}🌪🌫`;
  const hash = await hashPassword(longest);
  expect(await passwordMatches(hash, longest)).toBe(true);
  expect(await passwordMatches(hash, `${longest}🌪`)).toBe(false);
  expect(await passwordMatches(hash, longest.slice(0, -2))).toBe(false);
});
