import { expect, test, vi } from 'vitest';
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

/** How many cells of its tables are worked out for a thousand names that nothing is near. */
function cellsOf(letters: number): number {
  const names = Array.from({ length: 1_000 }, (_, n) => 'demand'.padEnd(letters - 4, n.toString(36)) + (1_000 + n));
  const least = vi.spyOn(Math, 'min');
  for (const name of names) nearestName(name, [...KNOWN, '/v1/demand/forecast', '/account/second-factor/confirm']);
  const { length } = least.mock.calls;
  least.mockRestore();
  return length;
}

test('a name of 80 letters is compared at no more cost than one of 12', () => {
  expect(cellsOf(12)).toBeGreaterThan(1_000);
  expect(cellsOf(80)).toBeLessThan(2 * cellsOf(12));
});
