import { CONTRACT_AREAS } from '@loadcast/core';
import { expect, test } from 'vitest';
import { regionsParameter } from './regions-parameter.js';

const codes = (value: string) =>
  regionsParameter()
    .parse(value)
    .map(({ code }) => code);

test.each([
  ['pjm', ['PJM']],
  [' CISO , erco,PGE ', ['CAISO', 'ERCOT', 'PGE']],
  ['VEA,vea,CISO,CAISO', ['VEA', 'CAISO']],
])('%j names %j', (value, expected) => expect(codes(value)).toEqual(expected));

test('all names the seven grids and the four utilities', () => {
  expect(codes('ALL')).toEqual(CONTRACT_AREAS.listed.map(({ code }) => code));
  expect(CONTRACT_AREAS.listed).toHaveLength(11);
});

test.each(['', ',', 'PJM,', 'all,PJM', 'PJM;MISO', 'NYIS-TOTAL'])('%j is refused', (value) => {
  expect(regionsParameter().safeParse(value).success).toBe(false);
});
