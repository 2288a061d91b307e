import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { areaById, CONTRACT_AREAS, HOUR_MS, readAsOf } from '@loadcast/core';
import { memoryActualsStore } from '@loadcast/core/memory';
import { afterAll, expect, test } from 'vitest';
import { readPublishedFile } from './published-file.js';
import { loadBacktest } from './runtime.js';

const folder = mkdtempSync(join(tmpdir(), 'published-'));
afterAll(() => rmSync(folder, { recursive: true }));

const path = join(folder, 'file.csv');
const HEADER = 'area,published_at,valid_at,forecast_mw';
const FOUR = Date.UTC(2018, 6, 1, 4);

async function read(lines: readonly string[], input: 'multi-day' | 'newest' = 'multi-day', gzip = false) {
  const text = lines.join('\n');
  writeFileSync(path, gzip ? gzipSync(text) : text);
  return readPublishedFile(path, input, CONTRACT_AREAS);
}

const ISSUES = [
  HEADER,
  'NYISO,2018-06-30T11:05Z,2018-07-01T04:00Z,15413',
  'NYIS,2018-06-30T11:05Z,2018-07-01T06:00Z,15000',
  '',
  'nyiso,2018-07-01T00:05-04:00,2018-07-01T04:00Z,15500',
];

// Autumn: both hours that clocks show as 01:00 have a value each.
const AUTUMN = [
  HEADER,
  'NYISO,2018-11-03T11:05Z,2018-11-04T01:00-04:00,1',
  'NYISO,2018-11-03T11:05Z,2018-11-04T01:00-05:00,2',
];

test.each([
  { name: 'before the first issue nothing is known', lines: ISSUES, asOf: '2018-06-30T11:04Z', mw: [NaN, NaN, NaN] },
  { name: 'the first issue leaves out an hour', lines: ISSUES, asOf: '2018-06-30T11:05Z', mw: [15413, NaN, 15000] },
  { name: 'a later issue replaces its hours', lines: ISSUES, asOf: '2018-07-01T04:05Z', mw: [15500, NaN, 15000] },
  { name: 'gzip', gzip: true, lines: ISSUES, asOf: '2018-07-01T04:05Z', mw: [15500, NaN, 15000] },
  { name: 'the autumn hour', from: Date.UTC(2018, 10, 4, 5), lines: AUTUMN, asOf: '2018-11-04T00:00Z', mw: [1, 2] },
])('$name', async ({ lines, gzip, asOf, from = FOUR, mw }) => {
  const series = (await read(lines, 'multi-day', gzip)).get('NYIS')!;
  const window = { start: from, end: from + mw.length * HOUR_MS };
  expect([...readAsOf(series, window, Date.parse(asOf)).valuesMw]).toEqual(mw);
});

test('series of files replace those of the store, which other areas keep', async () => {
  const actuals = memoryActualsStore();
  const blocks = ['NYIS', 'PJM'].map((series) => ({
    key: { series, measure: 'newest_load' as const },
    start: FOUR,
    values: Float64Array.of(7),
    known: { kind: 'at', at: FOUR } as const,
  }));
  await actuals.append({ source: 'test', ingestedAt: FOUR, provenance: {}, blocks });
  const header = 'area,known_at,valid_at,load_mw';
  const newest = await read([header, 'NYISO,2018-07-01T05:05Z,2018-07-01T04:00Z,15413'], 'newest');
  const areas = [areaById('nyiso'), areaById('pjm')];
  const options = { areas, inputs: ['own', 'newest'] as const, knownLagMs: undefined, read: [] };
  const runtime = await loadBacktest(actuals, options, new Map(), { newest });
  expect([...runtime.newest].map(([id, { values }]) => [id, ...values])).toEqual([
    ['NYIS', 15413],
    ['PJM', 7],
  ]);
});

const ROW = 'NYISO,2018-06-30T11:05Z,2018-07-01T04:00Z,15413';
test.each([
  { name: 'the other file', lines: ['area,known_at,valid_at,load_mw'], says: `line 1: the header must be ${HEADER}` },
  { name: 'a header alone', lines: [HEADER], says: 'the file has a header and no rows' },
  { name: 'an unknown area', lines: [HEADER, ROW.replace('NYISO', 'NYC')], says: "line 2, column area: 'NYC' is not" },
  { name: 'an instant without offset', lines: [HEADER, ROW.replace('05Z', '05')], says: 'column published_at' },
  {
    name: 'a day number',
    lines: [HEADER, ROW.replace('2018-07-01T04:00Z', '43282.1667')],
    says: "column valid_at: '43282.1667' is not the start of an hour: a spreadsheet's day number has no UTC offset",
  },
  { name: 'a day that is none', lines: [HEADER, ROW.replace('06-30', '06-31')], says: 'column published_at' },
  { name: 'half an hour', lines: [HEADER, ROW.replace('04:00', '04:30')], says: 'column valid_at' },
  { name: 'an hour that is none', lines: [HEADER, ROW.replace('07-01T', '07-32T')], says: 'column valid_at' },
  {
    name: 'a load of zero',
    lines: [HEADER, ROW.replace('15413', '0')],
    says: "column forecast_mw: '0' is not a number",
  },
  { name: 'no load', lines: [HEADER, ROW.replace('15413', '')], says: "column forecast_mw: ''" },
  { name: 'a field too many', lines: [HEADER, `${ROW},1`], says: 'line 2: 5 fields where the header has 4' },
  { name: 'an hour given twice', lines: [HEADER, ROW, ROW], says: 'line 3: this hour of this area and instant' },
])('$name is refused', async ({ lines, says }) => {
  await expect(read(lines)).rejects.toThrow(`file.csv: `);
  await expect(read(lines)).rejects.toThrow(says);
});
