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
