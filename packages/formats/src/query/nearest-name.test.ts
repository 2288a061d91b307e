import { expect, test } from 'vitest';
import { nearestName } from './nearest-name.js';

const KNOWN = ['region', 'horizon', 'resolution', 'as_of', 'start', 'startdatetime', 'end'];

test.each([
  ['a letter dropped', 'horizn', 'horizon'],
  ['a letter added', 'regionn', 'region'],
  ['a letter changed', 'regiom', 'region'],
  ['two letters swapped', 'ergion', 'region'],
  ['another case', 'HORIZON', 'horizon'],
  ['a hyphen for an underscore', 'as-of', 'as_of'],
  ['two edits of ten letters', 'resolutoin', 'resolution'],
  ['a short name with one edit', 'ent', 'end'],
  ['another word', 'foo', undefined],
  ['more than one edit in three letters', 'rgon', undefined],
  ['nothing given', '', undefined],
])('%s: %s means %s', (_name, given, meant) => {
  expect(nearestName(given, KNOWN)).toBe(meant);
});

test('two names equally near are no suggestion', () => {
  expect(nearestName('bat', ['cat', 'rat'])).toBeUndefined();
});

/** CPU of a thousand names that nothing is near, ms. */
function costOf(letters: number): number {
  const names = Array.from({ length: 1_000 }, (_, n) => 'demand'.padEnd(letters - 4, n.toString(36)) + (1_000 + n));
  const begun = process.cpuUsage();
  for (const name of names) nearestName(name, [...KNOWN, '/v1/demand/forecast', '/account/second-factor/confirm']);
  return process.cpuUsage(begun).user / 1_000;
}

test('a name of 80 letters is compared at no more cost than one of 12', () => {
  costOf(12); // compiled
  expect(costOf(80)).toBeLessThan(Math.max(1, 2 * costOf(12)));
});
