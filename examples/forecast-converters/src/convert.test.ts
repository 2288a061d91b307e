import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { CONTRACT_AREAS } from '@loadcast/core';
import { afterAll, describe, expect, test } from 'vitest';
import { readPublishedFile } from '../../../packages/backtest/src/index.js';
import { testData } from '../../../tooling/testing/test-data.js';
import { generalCsv } from './convert.mjs';

const folder = mkdtempSync(join(tmpdir(), 'forecasts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const times = (...rows: string[]) => ['file_date,zip_entry_time_eastern,rows', ...rows].join('\n');
const hours = (...rows: string[]) => ['file_date,target_hour_utc,forecast_mw', ...rows].join('\n');
const rowsOf = (csv: string) => csv.trimEnd().split('\n').slice(1);

describe('an issue is known from the New York time of its file', () => {
  test.each([
    { name: 'in summer, UTC-4', at: '2018-06-30 07:05', hour: '2018-07-01T04Z', known: '2018-06-30T11:05Z' },
    { name: 'in winter, UTC-5', at: '2018-12-31 07:05', hour: '2019-01-01T05Z', known: '2018-12-31T12:05Z' },
    {
      name: 'on the day of the spring change',
      at: '2018-03-11 07:05',
      hour: '2018-03-12T04Z',
      known: '2018-03-11T11:05Z',
    },
    {
      name: 'on the day of the autumn change',
      at: '2018-11-04 07:05',
      hour: '2018-11-05T05Z',
      known: '2018-11-04T12:05Z',
    },
    { name: 'before a leap day', at: '2016-02-28 07:05', hour: '2016-02-29T05Z', known: '2016-02-28T12:05Z' },
  ])('$name', ({ at, hour, known }) => {
    const csv = generalCsv(times(`2018-07-01,${at},144`), [hours(`2018-07-01,${hour},15413`)]);
    expect(rowsOf(csv)).toEqual([`NYISO,${known},${hour.replace('Z', ':00Z')},15413`]);
  });
});

test('hours that had begun when their file was published are left out', () => {
  const csv = generalCsv(times('2018-07-01,2018-07-01 05:30,144'), [
    hours('2018-07-01,2018-07-01T09Z,1', '2018-07-01,2018-07-01T10Z,2'),
  ]);
  expect(rowsOf(csv)).toEqual(['NYISO,2018-07-01T09:30Z,2018-07-01T10:00Z,2']);
});

test('files come by time of publication; of two with one time the later is taken', () => {
  const csv = generalCsv(
    times('2018-07-01,2018-07-01 05:00,144', '2018-07-02,2018-07-01 05:00,144', '2018-06-30,2018-06-29 07:05,144'),
    [hours('2018-07-01,2018-07-02T10Z,1', '2018-07-02,2018-07-02T10Z,2'), hours('2018-06-30,2018-07-02T10Z,3')],
  );
  expect(rowsOf(csv).map((row) => row.split(',').at(-1))).toEqual(['3', '2']);
});

test.each([
  { name: 'another layout', at: 'when,who', hour: hours(), says: 'line 1: the header must be file_date,zip' },
  { name: 'forecasts of another layout', at: times(), hour: 'a,b', says: "not 'a,b'" },
  { name: 'a file without a time', at: times(), hour: hours('2018-07-01,2018-07-01T04Z,1'), says: 'line 2: no time' },
  {
    name: 'a time that is none',
    at: times('2018-07-01,soon,1'),
    hour: hours(),
    says: "line 2: zip_entry_time_eastern 'soon'",
  },
  {
    name: 'an hour that is none',
    at: times('2018-07-01,2018-06-30 07:05,1'),
    hour: hours('2018-07-01,noon,1'),
    says: "line 2: target_hour_utc 'noon'",
  },
  {
    name: 'a load of zero',
    at: times('2018-07-01,2018-06-30 07:05,1'),
    hour: hours('2018-07-01,2018-07-01T04Z,0'),
    says: "line 2: forecast_mw '0'",
  },
])('$name is refused', ({ at, hour, says }) => {
  expect(() => generalCsv(at, [hour])).toThrow(says);
});

const kept = testData('samples/iso/nyiso/isolf_history_2018H2_2019H1.csv.gz');
test.skipIf(kept === undefined)('the kept files of a year are read by the backtest', async () => {
  const unzipped = (path: string) => gunzipSync(readFileSync(path)).toString('utf8');
  const csv = generalCsv(unzipped(testData('samples/iso/nyiso/isolf_file_times.csv.gz')!), [unzipped(kept!)]);
  const path = join(folder, 'nyiso.csv');
  writeFileSync(path, csv);
  const series = await readPublishedFile(path, 'multi-day', CONTRACT_AREAS);
  expect([...series.keys()]).toEqual(['NYIS']);
  expect(series.get('NYIS')!.values.length).toBeGreaterThan(364 * 24);
});
