import { expect, test } from 'vitest';
import { AREAS } from './area.js';
import { type CodeSet, codedAreas, findArea } from './find-area.js';

test.each([
  { set: 'a', given: 'CAISO', id: 'caiso', code: 'CAISO' },
  { set: 'a', given: 'ciso', id: 'caiso', code: 'CAISO' },
  { set: 'a', given: ' The Service ', id: 'caiso', code: 'CAISO' },
  { set: 'a', given: 'ERCO', id: 'ercot', code: 'ERCOT' },
  { set: 'a', given: 'ISNE', id: 'isone', code: 'ISONE' },
  { set: 'a', given: 'NYIS', id: 'nyiso', code: 'NYISO' },
  { set: 'a', given: 'SWPP', id: 'spp', code: 'SPP' },
  { set: 'b', given: 'nyis-total', id: 'nyiso', code: 'NYIS-TOTAL' },
  { set: 'b', given: 'NYIS', id: 'nyiso', code: 'NYIS' },
  { set: 'c', given: 'pge', id: 'pge', code: 'PGE' },
  { set: 'oasis', given: 'CA ISO-TAC', id: 'caiso', code: 'CA ISO-TAC' },
  { set: 'oasis', given: 'CISO', id: 'caiso', code: 'CA ISO-TAC' },
  { set: 'oasis', given: 'caiso', id: 'caiso', code: 'CA ISO-TAC' },
  { set: 'oasis', given: 'PGE', id: 'pge', code: 'PGE-TAC' },
  { set: 'oasis', given: 'vea', id: 'vea', code: 'VEA-TAC' },
  { set: 'oasis', given: 'ERCOT', id: 'ercot', code: 'ERCO' },
  { set: 'oasis', given: 'NYISO', id: 'nyiso', code: 'NYIS' },
  { set: 'oasis', given: 'ISONE', id: 'isone', code: 'ISNE' },
  { set: 'oasis', given: 'SPP', id: 'spp', code: 'SWPP' },
] as const)('surface $set: $given is $id, echoed as $code', ({ set, given, id, code }) => {
  const found = findArea(set, given);
  expect([found?.area.id, found?.code]).toEqual([id, code]);
});

test.each([
  { name: 'another surface’s code', set: 'a', given: 'PGE' },
  { name: 'an empty code', set: 'b', given: '' },
  { name: 'a property of objects', set: 'a', given: '__proto__' },
  { name: 'a method of objects', set: 'c', given: 'toString' },
] as const)('findArea knows no $name', ({ set, given }) => expect(findArea(set, given)).toBeUndefined());

test.each([
  ['a', 7],
  ['b', 8],
  ['c', 4],
  ['oasis', 12],
] as const)('vocabulary %s lists %i areas, each under its own code', (set: CodeSet, count) => {
  const listed = codedAreas(set);
  expect(listed).toHaveLength(count);
  for (const { code } of listed) expect(findArea(set, code)?.code).toBe(code);
});

test('codes are unique per surface, ids and series are unique, and Intl knows both clocks', () => {
  for (const set of ['a', 'b', 'c', 'oasis'] as const) {
    const codes = AREAS.flatMap((area) =>
      area.codes[set]
        .flatMap(({ code, aliases = [], unlistedAliases = [] }) => [code, ...aliases, ...unlistedAliases])
        .map((code) => code.toUpperCase()),
    );
    expect(new Set(codes).size).toBe(codes.length);
  }
  expect(new Set(AREAS.map(({ id }) => id)).size).toBe(AREAS.length);
  expect(new Set(AREAS.map(({ series }) => series)).size).toBe(AREAS.length);
  for (const { timezone, marketTimezone } of AREAS) {
    expect(() => new Intl.DateTimeFormat('en-US', { timeZone: timezone })).not.toThrow();
    expect(() => new Intl.DateTimeFormat('en-US', { timeZone: marketTimezone })).not.toThrow();
  }
});
