import { expect, test } from 'vitest';
import { type Area, Areas, type CodeSet } from './area.js';
import { AREAS, CONTRACT_AREAS, codedAreas, findArea } from './contract-areas.js';

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

const [PJM, MISO] = ['pjm', 'miso'].map((id) => CONTRACT_AREAS.byId(id)) as [Area, Area];

test.each([
  { name: 'two areas with one id', rows: [PJM, { ...MISO, id: 'pjm' }], says: /two areas have pjm/ },
  { name: 'two areas with one series', rows: [PJM, { ...MISO, series: 'PJM' }], says: /two areas have PJM/ },
  { name: 'two areas with one spelling', rows: [PJM, { ...MISO, codes: PJM.codes }], says: /two areas have PJM/ },
  { name: 'an id with a slash', rows: [{ ...PJM, id: 'plant/7' }], says: /plant\/7/ },
  { name: 'an id that a URL would change', rows: [{ ...PJM, id: 'Plant 7' }], says: /Plant 7/ },
  { name: 'no id', rows: [{ ...PJM, id: '' }], says: /not the id/ },
  { name: 'an unknown clock', rows: [{ ...PJM, timezone: 'America/Pjm' }], says: /America\/Pjm/ },
  { name: 'an unknown market clock', rows: [{ ...PJM, marketTimezone: 'PPT' }], says: /PPT/ },
])('a snapshot with $name is refused', ({ rows, says }) => {
  expect(() => new Areas(rows)).toThrow(RangeError);
  expect(() => new Areas(rows)).toThrow(says);
});

test('two snapshots in one process know their own areas alone', () => {
  const one = new Areas([PJM, { ...MISO, screening: { ...MISO.screening, frozenRunHours: 99 } }]);
  const other = new Areas([{ ...MISO, id: 'midwest' }]);
  expect([one.find('a', 'pjm')?.area.id, other.find('a', 'pjm')]).toEqual(['pjm', undefined]);
  expect([one.bySeries('MISO')?.id, other.bySeries('MISO')?.id]).toEqual(['miso', 'midwest']);
  expect([one, other].map((areas) => areas.screening('MISO').frozenRunHours)).toEqual([99, 3]);
  expect(other.coded('b').map(({ area }) => area.areas)).toEqual([other]);
  expect(() => other.byId('pjm')).toThrow(RangeError);
});

test('the neighbors of every area are written out, itself not among them', () => {
  for (const { series, neighbours } of AREAS) {
    expect(neighbours.adjacent.length).toBeGreaterThan(10);
    expect(neighbours.adjacent).not.toContain(series);
    expect(new Set(neighbours.adjacent).size).toBe(neighbours.adjacent.length);
    expect(neighbours.adjacent.filter((id) => id.endsWith('-'))).toEqual([]);
  }
  expect(CONTRACT_AREAS.byId('nyiso').neighbours.grids).toEqual(['PJM', 'MISO', 'ISNE']);
});
