import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testData } from '../../../tooling/testing/test-data.js';
import { regionRow } from './eia930-api/reply-schema.js';
import { readBulkFile } from './eia930-bulk/read-bulk-file.js';
import { FEEDS } from './operator-feeds/feeds.data.js';
import { readFeed } from './operator-feeds/read-feed.js';

// The files of public reports, as they were filed with issue 37.
const FIELD = testData('field');
const path = (file: string): string => join(FIELD!, file);
const feed = (id: string, file: string, receivedAt: string) => {
  const read = readFeed(FEEDS.find((each) => each.id === id)!, readFileSync(path(file)), {
    fileName: file.slice(file.lastIndexOf('/') + 1),
    receivedAt: Date.parse(receivedAt),
  });
  return { load: read.load.length, forecast: read.forecast.length, leftOut: read.leftOut.length };
};
const bulk = (file: string) =>
  readBulkFile(path(file), {
    now: Date.UTC(2026, 10, 21),
    wanted: ['PJM', 'CISO-PGAE'].map((series) => ({ series, measure: 'demand' as const })),
  });

describe.skipIf(FIELD === undefined)('files of public reports', () => {
  // field case 02: one odd row of one series leaves the other whole.
  test.each([
    { file: 'ok', load: 2, forecast: 145, leftOut: 0 },
    { file: 'autumn-absent', load: 2, forecast: 144, leftOut: 1 },
    { file: 'autumn-he3y', load: 2, forecast: 144, leftOut: 2 },
    { file: 'autumn-he25', load: 2, forecast: 122, leftOut: 3 },
    { file: 'one-null-demand', load: 1, forecast: 145, leftOut: 1 },
    { file: 'one-null-forecast', load: 2, forecast: 144, leftOut: 2 },
    { file: 'forecast-hour-absent', load: 2, forecast: 144, leftOut: 1 },
    { file: 'forecast-row-twice', load: 2, forecast: 145, leftOut: 1 },
  ])('supply and demand of ERCOT, $file: $load hours, $forecast forecast, $leftOut notes', ({ file, ...read }) => {
    expect(feed('ercot.supply-demand', `02-feed-one-bad-part-ercot/${file}.json`, '2026-10-28T20:01Z')).toEqual(read);
  });

  // field case 03: columns by the words of the header, hours and days as numbers or text.
  test.each(['ok-header6', 'blank-after-day', 'hour-as-text', 'day-as-text'])('the report of MISO, %s', (file) => {
    const id = FEEDS.find((each) => each.id.startsWith('miso.') && each.id !== 'miso.real-time')!.id;
    expect(feed(id, `03-miso-df-al-layout/${file}.xls`, '2026-04-26T12:00Z')).toMatchObject({
      load: 24,
      forecast: 161,
    });
  });

  // field case 12: a value of another spelling is that value.
  test.each(['ok', 'comma', 'exponent', 'blank-behind'])('values of the EIA API, %s', (file) => {
    const mw = (name: string): unknown[] => {
      const text = readFileSync(path(`12-eia-values-that-cannot-be-read/${name}.json`), 'utf8');
      return JSON.parse(text).response.data.map((row: unknown) => regionRow.parse(row).value);
    };
    expect(mw(file)).toEqual(mw('ok'));
    expect(mw(file).every(Number.isFinite)).toBe(true);
  });

  test.each([
    // field case 13: files joined by a shell, without a last newline, in lower case.
    { file: '13-ingest-two-files-in-one/ok.csv', rows: 8 },
    { file: '13-ingest-two-files-in-one/cat.csv', rows: 16 },
    { file: '13-ingest-two-files-in-one/cat.csv.gz', rows: 16 },
    { file: '13-ingest-two-files-in-one/join.csv', rows: 8 },
    { file: '13-ingest-two-files-in-one/quiet.csv', rows: 8 },
    // field case 14: a row that no area reads is left out.
    { file: '14-ingest-one-unread-row-refuses-the-file/blank-code.csv', rows: 9 },
    { file: '14-ingest-one-unread-row-refuses-the-file/odd-code.csv', rows: 9 },
    { file: '14-ingest-one-unread-row-refuses-the-file/subset.csv', rows: 8 },
    // field case 15: files as Excel, pandas and shells save them.
    { file: '15-ingest-says-another-reason/blank-first.csv', rows: 7 },
    { file: '15-ingest-says-another-reason/excel.csv', rows: 8 },
    { file: '15-ingest-says-another-reason/pandas-iso.csv', rows: 8 },
    { file: '15-ingest-says-another-reason/semicolon.csv', rows: 8 },
    { file: '15-ingest-says-another-reason/sep.csv', rows: 7 },
    { file: '15-ingest-says-another-reason/tab.csv', rows: 8 },
  ])('$file has $rows rows, and its load is kept', async ({ file, rows }) => {
    const read = await bulk(file);
    expect(read.rows).toBe(rows);
    expect(read.observations.series.flatMap(({ valuesMw }) => [...valuesMw]).some(Number.isFinite)).toBe(true);
  });

  test.each([
    { file: '13-ingest-two-files-in-one/future.csv', says: 'no value is kept: 8 values are dated in the future' },
    { file: '15-ingest-says-another-reason/cr-only.csv', says: 'the lines end with CR alone' },
    { file: '15-ingest-says-another-reason/utf16.csv', says: 'this is text in UTF-16' },
    { file: '15-ingest-says-another-reason/zip.zip', says: 'this is a ZIP archive' },
  ])('$file is refused: $says', async ({ file, says }) => {
    await expect(bulk(file)).rejects.toThrow(says);
  });
});
