import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { AREAS, FORECASTERS, HOUR_MS, wantedSeries } from '@loadcast/core';
import { seriesReadBy } from '@loadcast/core/forecast';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { BALANCE_42, BALANCE_65, INTERCHANGE, SUBREGION } from '../testing/bulk-headers.data.js';
import { bulkRow, bulkText, eiaTime } from '../testing/bulk-text.js';
import { BulkParser } from './bulk-parser.js';
import { readBulkFile } from './read-bulk-file.js';
import { BadLine, RefusedFile } from './refused-file.js';

const folder = mkdtempSync(join(tmpdir(), 'loadcast-bulk-'));
afterAll(() => rmSync(folder, { recursive: true }));

const NOW = Date.UTC(2026, 10, 21);
const START = Date.UTC(2026, 0, 1, 6);
let files = 0;

async function read(content: string | Uint8Array, options: { now?: number; clockCorrections?: boolean } = {}) {
  const path = join(folder, `${files++}.csv`);
  writeFileSync(path, content);
  return readBulkFile(path, {
    now: NOW,
    wanted: wantedSeries(AREAS, seriesReadBy(FORECASTERS.values(), AREAS)),
    ...options,
  });
}

async function readSeries(content: string | Uint8Array, options?: { clockCorrections?: boolean }) {
  const file = await read(content, options);
  return file.observations.series.map(({ key, start, valuesMw }) => [key.series, key.measure, start, [...valuesMw]]);
}

/** The columns that are needed, the last of them no constant. */
const SUBSET = '"Balancing Authority","UTC Time at End of Hour","Demand (MW)"\n';

const nyis = (...demand: (string | number)[]) => demand.map((mw, i) => bulkRow('NYIS', START + (i + 1) * HOUR_MS, mw));

describe('what is read', () => {
  test.each([
    { name: '42 columns', text: bulkText(BALANCE_42, nyis(100, 200)) },
    { name: '65 columns', text: bulkText(BALANCE_65, nyis(100, 200)) },
    { name: 'columns in another order', text: bulkText([...BALANCE_42].reverse(), nyis(100, 200)) },
    { name: 'a byte order mark', text: `\uFEFF${bulkText(BALANCE_42, nyis(100, 200))}` },
    { name: 'CRLF line ends', text: bulkText(BALANCE_42, nyis(100, 200), '\r\n') },
    { name: 'blank lines at the end', text: `${bulkText(BALANCE_42, nyis(100, 200))}\n\r\n` },
    { name: 'no line end at the end', text: bulkText(BALANCE_42, nyis(100, 200)).trimEnd() },
    { name: 'quoted cells', text: bulkText(BALANCE_42, nyis('"100"', '"200"')) },
    { name: 'decimals', text: bulkText(BALANCE_42, nyis('100.0', '2e2')) },
    { name: 'the same hours twice', text: bulkText(BALANCE_42, [...nyis(100, 200), ...nyis(100, 200)]) },
    {
      name: 'two files, one behind the other',
      text: bulkText(BALANCE_42, nyis(100)) + bulkText(BALANCE_42, nyis(100, 200)),
    },
    { name: 'codes in lower case', text: bulkText(BALANCE_42, nyis(100, 200)).replaceAll('NYIS,', 'nyis,') },
    { name: 'semicolons', text: bulkText(BALANCE_42, nyis(100, 200)).replaceAll(',', ';') },
    { name: 'tabs', text: bulkText(BALANCE_42, nyis(100, 200)).replaceAll(',', '\t') },
    { name: 'a sep= line of Excel', text: `sep=,\r\n${bulkText(BALANCE_42, nyis(100, 200), '\r\n')}` },
    { name: 'a blank first line', text: `\n${bulkText(BALANCE_42, nyis(100, 200))}` },
    { name: 'without a forecast', text: bulkText(BALANCE_42, nyis(100, 200)).replace('Demand Forecast', 'DF') },
    {
      name: 'three columns, the last a load, without a line end',
      text: `${SUBSET}NYIS,01/01/2026 7:00:00 AM,100\nNYIS,01/01/2026 8:00:00 AM,200`,
    },
    { name: 'rows in descending order', text: bulkText(BALANCE_42, nyis(100, 200).reverse()) },
  ])('$name', async ({ text }) => {
    expect(await readSeries(text)).toEqual([['NYIS', 'demand', START, [100, 200]]]);
    expect(await readSeries(gzipSync(text))).toEqual([['NYIS', 'demand', START, [100, 200]]]);
  });

  test.each([
    { cell: '"1,060"', mw: 1060 },
    { cell: '"2,147,480,000"', mw: 2_147_480_000 },
    { cell: '-17', mw: -17 },
    { cell: '"-1,234.5"', mw: -1234.5 },
    { cell: '0', mw: 0 },
    { cell: '', mw: NaN },
    { cell: 'NaN', mw: NaN },
    { cell: 'null', mw: NaN },
    { cell: ' 7 ', mw: 7 },
  ])('a load of $cell is $mw', async ({ cell, mw }) => {
    expect(await readSeries(bulkText(BALANCE_42, nyis(5, cell, 6)))).toEqual([['NYIS', 'demand', START, [5, mw, 6]]]);
  });

  test.each([
    { name: 'noon', text: '07/01/2020 12:00:00 PM', start: Date.UTC(2020, 6, 1, 11) },
    { name: 'midnight', text: '01/01/2021 12:00:00 AM', start: Date.UTC(2020, 11, 31, 23) },
    { name: 'a leap day', text: '02/29/2024 1:00:00 AM', start: Date.UTC(2024, 1, 29) },
    { name: 'the spring change', text: '03/08/2026 7:00:00 AM', start: Date.UTC(2026, 2, 8, 6) },
    { name: 'Excel', text: '3/1/2023 1:00', start: Date.UTC(2023, 2, 1) },
    { name: 'Excel, midnight', text: '3/1/2023 0:00', start: Date.UTC(2023, 1, 28, 23) },
    { name: 'Excel, a leap day', text: '2/29/2024 23:00:00', start: Date.UTC(2024, 1, 29, 22) },
    { name: 'Excel, as a number', text: '44986.0416666667', start: Date.UTC(2023, 2, 1) },
    { name: 'Excel, midnight as a number', text: '44986', start: Date.UTC(2023, 1, 28, 23) },
    { name: 'Excel, a number with a comma', text: '"44986,0416666667"', start: Date.UTC(2023, 2, 1) },
    { name: 'Excel, the autumn change as a number', text: '46327.25', start: Date.UTC(2026, 10, 1, 5) },
    { name: 'pandas', text: '2023-03-01 01:00:00', start: Date.UTC(2023, 2, 1) },
    { name: 'pandas with its clock', text: '2023-03-01 01:00:00+00:00', start: Date.UTC(2023, 2, 1) },
    { name: 'ISO 8601', text: '2023-12-31T23:00Z', start: Date.UTC(2023, 11, 31, 22) },
    { name: 'the autumn change', text: '11/01/2026 06:00:00 am', start: Date.UTC(2026, 10, 1, 5) },
  ])('the hour that ends at $text starts an hour before: $name', async ({ text, start }) => {
    const row = { ...bulkRow('NYIS', 0, 1), 'UTC Time at End of Hour': text };
    expect(await readSeries(bulkText(BALANCE_42, [row]))).toEqual([['NYIS', 'demand', start, [1]]]);
  });

  test('forecast, adjusted and imputed load are separate, and blank ones are absent', async () => {
    const more = { 'Demand Forecast (MW)': 90, 'Demand (MW) (Adjusted)': 95 };
    const series = await readSeries(bulkText(BALANCE_42, [bulkRow('NYIS', START + HOUR_MS, '', more)]));
    expect(series).toEqual([
      ['NYIS', 'demand', START, [NaN]],
      ['NYIS', 'day_ahead_forecast', START, [90]],
      ['NYIS', 'demand_adjusted', START, [95]],
    ]);
  });

  test('sub-regions keep their leading zeros', async () => {
    const rows = ['MISO-0001', 'MISO-8910', 'CISO-PGAE'].map((id) => bulkRow(id, START + HOUR_MS, 7));
    const ids = (await readSeries(bulkText(SUBREGION, rows), { clockCorrections: false })).map(([id]) => id);
    expect(ids).toEqual(['MISO-0001', 'MISO-8910', 'CISO-PGAE']);
  });

  test('series that nothing reads are counted and left', async () => {
    const file = await read(bulkText(BALANCE_42, [bulkRow('YAD', START, 1), bulkRow('YAD', START, 2), ...nyis(100)]));
    expect(file).toMatchObject({ rows: 3, leftOutRows: 2, leftOutSeries: 1, conflicts: 0 });
  });

  test.each(['', 'Tri-State G&T'])('a row of the sub-region "%s" is counted, named and left', async (code) => {
    const rows = Array.from({ length: 3 }, (_, i) => bulkRow('CISO-PGAE', START + (i + 1) * HOUR_MS, 7));
    const text = bulkText(SUBREGION, [...rows, { ...bulkRow('PNM-X', START + HOUR_MS, 9), 'Sub-Region': code }]);
    const file = await read(text);
    expect(file).toMatchObject({ rows: 4, leftOutRows: 1, oddCodeRows: 1, firstOddCode: { line: 5, text: code } });
    expect(file.observations.series.map(({ key }) => key.series)).toEqual(['CISO-PGAE']);
  });

  test('a pipe is read, plain and gzip', async () => {
    const text = bulkText(BALANCE_42, nyis(100, 200));
    for (const [i, bytes] of [Buffer.from(text), gzipSync(text)].entries()) {
      const path = join(folder, `pipe-${i}`);
      execFileSync('mkfifo', [path]);
      const [file] = await Promise.all([
        readBulkFile(path, { now: NOW, wanted: wantedSeries(AREAS, seriesReadBy(FORECASTERS.values(), AREAS)) }),
        writeFile(path, bytes),
      ]);
      expect([...file.observations.series[0]!.valuesMw]).toEqual([100, 200]);
    }
  });

  test('of two values of one hour the last stands, and the conflict is counted', async () => {
    const text = bulkText(BALANCE_42, [...nyis(100, 200), ...nyis(100, 222)]);
    expect(await read(text)).toMatchObject({ conflicts: 1 });
    expect(await readSeries(text)).toEqual([['NYIS', 'demand', START, [100, 222]]]);
  });

  test('values dated in the future are left out and counted', async () => {
    const file = await read(bulkText(BALANCE_42, nyis(1, 2, 3, 4)), { now: START + HOUR_MS });
    expect(file.futureValues).toBe(2);
    expect(file.observations.series[0]?.valuesMw).toHaveLength(2);
  });

  test('the pieces in which a file arrives do not matter', () => {
    const text = bulkText(BALANCE_42, [...nyis('"1,060"', '', 3), bulkRow('PJM', START + HOUR_MS, 5)], '\r\n');
    const parse = (pieces: readonly Buffer[]) => {
      const parser = new BulkParser({ now: NOW, keeps: () => true });
      for (const piece of pieces) parser.push(piece);
      return parser.finish();
    };
    const whole = parse([Buffer.from(text)]);
    const cuts = fc.array(fc.integer({ min: 0, max: text.length }), { maxLength: 6 });
    fc.assert(
      fc.property(cuts, (at) => {
        const edges = [0, ...at.sort((a, b) => a - b), text.length];
        expect(parse(edges.slice(1).map((end, i) => Buffer.from(text.slice(edges[i], end))))).toEqual(whole);
      }),
    );
  });
});

// docs/faults.md: fault 11
describe('what is refused whole', () => {
  const good = bulkText(BALANCE_42, nyis(100, 200, 300));
  const cut = (text: string, characters: number) => text.slice(0, text.length - characters);
  const edit = (row: Record<string, string>) => bulkText(BALANCE_42, [...nyis(100), { ...nyis(1, 2)[1]!, ...row }]);

  test.each([
    { name: 'an empty file', content: '', line: 0, reason: /empty/ },
    { name: 'a header alone', content: bulkText(BALANCE_42, []), line: 1, reason: /no rows/ },
    { name: 'a line cut short', content: cut(good, 30), line: 4, reason: /columns where the header has 42/ },
    { name: 'a last column cut short', content: cut(good, 2), line: 4, reason: /ends inside a row/ },
    { name: 'a line cut short in the middle', content: good.replace(',200,', ',200'), line: 3, reason: /columns/ },
    { name: 'a line too long', content: good.replace(',200,', ',200,,'), line: 3, reason: /more than 42 columns/ },
    { name: 'a half-written file of zero bytes', content: `${good}${'\0'.repeat(4096)}`, line: 5, reason: /columns/ },
    { name: 'a cut gzip', content: gzipSync(good).subarray(0, 200), line: 0, reason: /cut short/ },
    { name: 'a corrupt gzip', content: gzipSync(good).fill(7, 40, 60), line: 0, reason: /corrupt/ },
    { name: 'a web page', content: '<!DOCTYPE html>\n<html></html>\n', line: 1, reason: /HTML/ },
    { name: 'INTERCHANGE', content: bulkText(INTERCHANGE, []), line: 1, reason: /INTERCHANGE/ },
    { name: 'another CSV', content: 'a,b\n1,2\n', line: 1, reason: /no EIA-930/ },
    {
      name: 'a renamed column',
      content: good.replace('"Demand (MW)"', '"Load (MW)"'),
      line: 1,
      reason: /"Demand \(MW\)" is missing/,
    },
    { name: 'no time column', content: good.replace('UTC Time', 'Time'), line: 1, reason: /UTC Time at End of Hour/ },
    { name: 'a column twice', content: good.replace('Net Generation (MW)"', 'Demand (MW)"'), line: 1, reason: /twice/ },
    { name: 'an open quote', content: good.replace(',200,', ',"200,'), line: 3, reason: /quote/ },
    { name: 'a word for a load', content: edit({ 'Demand (MW)': 'many' }), line: 3, reason: /no number: "many"/ },
    { name: 'a decimal comma', content: edit({ 'Demand (MW)': '"12,5"' }), line: 3, reason: /no number/ },
    {
      name: '30 February',
      content: edit({ 'UTC Time at End of Hour': '02/30/2026 1:00:00 AM' }),
      line: 3,
      reason: /no UTC hour/,
    },
    {
      name: '29 February 2026',
      content: edit({ 'UTC Time at End of Hour': '02/29/2026 1:00:00 AM' }),
      line: 3,
      reason: /no UTC hour/,
    },
    {
      name: 'a half hour',
      content: edit({ 'UTC Time at End of Hour': '02/03/2026 1:30:00 AM' }),
      line: 3,
      reason: /no UTC hour/,
    },
    {
      name: '13 o’clock',
      content: edit({ 'UTC Time at End of Hour': '02/03/2026 13:00:00 PM' }),
      line: 3,
      reason: /no UTC hour/,
    },
    {
      name: '30 February as Excel writes it',
      content: edit({ 'UTC Time at End of Hour': '2/30/2026 1:00' }),
      line: 3,
      reason: /no UTC hour/,
    },
    {
      name: 'the day before the month',
      content: edit({ 'UTC Time at End of Hour': '13/1/2026 1:00' }),
      line: 3,
      reason: /no UTC hour/,
    },
    {
      name: 'a number of a half hour',
      content: edit({ 'UTC Time at End of Hour': '46056.0625' }),
      line: 3,
      reason: /no UTC hour/,
    },
    {
      name: 'a number without its minute',
      content: edit({ 'UTC Time at End of Hour': '46056.04' }),
      line: 3,
      reason: /no UTC hour/,
    },
    {
      name: 'dates and numbers of a spreadsheet',
      content: edit({ 'UTC Time at End of Hour': '46056.0416666667' }),
      line: 3,
      reason: /it may have read 03\/04 as 3 April/,
    },
    { name: 'a blank time', content: edit({ 'UTC Time at End of Hour': '' }), line: 3, reason: /no UTC hour/ },
    {
      name: 'the year 1900',
      content: edit({ 'UTC Time at End of Hour': '02/03/1900 1:00:00 AM' }),
      line: 3,
      reason: /before EIA-930/,
    },
    {
      name: 'no authority in most rows',
      content: bulkText(BALANCE_42, [
        ...nyis(100),
        ...nyis(1, 2).map((row) => ({ ...row, 'Balancing Authority': '' })),
      ]),
      line: 3,
      reason: /no code/,
    },
    { name: 'a zip', content: Buffer.from('PK\u0003\u0004'), line: 0, reason: /ZIP archive/ },
    { name: 'Excel’s Unicode text', content: Buffer.from(`\uFEFF${good}`, 'utf16le'), line: 0, reason: /UTF-16/ },
    { name: 'line ends of old Macs', content: good.replaceAll('\n', '\r'), line: 1, reason: /CR alone/ },
    {
      name: 'line ends of old Macs, a large file',
      content: good.replaceAll('\n', '\r').repeat(400),
      line: 1,
      reason: /CR alone/,
    },
    {
      name: 'series that nothing reads alone',
      content: bulkText(BALANCE_42, [bulkRow('YAD', START, 1)]),
      line: 0,
      reason: /no area or model reads YAD/,
    },
    {
      name: 'another year than there has been',
      content: bulkText(BALANCE_42, [bulkRow('NYIS', Date.UTC(2030, 2, 1), 1)]),
      line: 0,
      reason: /1 values are dated in the future/,
    },
    {
      name: 'a last load cut short, without a line end',
      content: `${SUBSET}NYIS,01/01/2026 7:00:00 AM,12000\nNYIS,01/01/2026 8:00:00 AM,121`,
      line: 3,
      reason: /ends inside a row/,
    },
    { name: 'one endless line', content: 'x'.repeat(100_000), line: 1, reason: /longer than/ },
  ])('$name', async ({ content, line, reason }) => {
    const error = await read(content).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RefusedFile);
    expect(error).toMatchObject({ line, reason: expect.stringMatching(reason) });
    expect((error as RefusedFile).message).toContain((error as RefusedFile).file);
  });

  test.each([
    { name: 'no such file', path: () => join(folder, 'absent.csv'), reason: /no such file/ },
    { name: 'a directory', path: () => folder, reason: /directory/ },
  ])('$name', async ({ path, reason }) => {
    await expect(readBulkFile(path(), { now: NOW })).rejects.toMatchObject({
      line: 0,
      reason: expect.stringMatching(reason),
    });
  });
});

test('whatever happens to its bytes, a file is read or refused with a line: never half, never another error', () => {
  const text = Buffer.from(bulkText(BALANCE_42, nyis('"1,060"', '', -3, '4.5'), '\r\n'));
  const body = text.indexOf('\n') + 1;
  const byte = fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(...Buffer.from('",\r\n/: -.09AP')));
  const edits = fc.array(fc.tuple(fc.integer({ min: 0, max: text.length - 1 }), byte), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(edits, fc.boolean(), (changes, onlyBody) => {
      const bytes = Buffer.from(text);
      for (const [at, value] of changes) bytes[onlyBody ? body + (at % (text.length - body)) : at] = value;
      const parser = new BulkParser({ now: NOW, keeps: () => true });
      try {
        parser.push(bytes);
        expect(parser.finish().rows).toBeGreaterThan(0);
      } catch (error) {
        if (!(error instanceof BadLine)) throw error;
        expect(error.message).not.toBe('');
      }
    }),
    { numRuns: 1_000 },
  );
});

describe('clock corrections', () => {
  const hours = (from: string, count: number) =>
    Array.from({ length: count }, (_, i) => bulkRow('CISO', Date.parse(from) + (i + 1) * HOUR_MS, i + 1));

  test('from 2022-06-16 00:00 local on, load of CAISO moves back one hour; the hour labelled rightly stands', async () => {
    const text = bulkText(BALANCE_42, hours('2022-06-16T05:00Z', 5));
    const file = await read(text);
    expect(file.movedHours).toBe(3);
    expect(file.observations.series[0]).toMatchObject({ start: Date.parse('2022-06-16T05:00Z') });
    expect([...file.observations.series[0]!.valuesMw]).toEqual([1, 2, 4, 5]);
    expect(file.observations.provenance).toMatchObject({ clock_corrections: true, 'clock_moved_hours CISO demand': 3 });
  });

  test('a file wholly inside the fault starts an hour earlier', async () => {
    const file = await read(bulkText(BALANCE_42, hours('2023-01-01T00:00Z', 3)));
    expect(file.observations.series[0]).toMatchObject({
      start: Date.parse('2022-12-31T23:00Z'),
      valuesMw: Float64Array.of(1, 2, 3),
    });
  });

  test('they can be switched off, and the batch says so', async () => {
    const file = await read(bulkText(BALANCE_42, hours('2023-01-01T00:00Z', 3)), { clockCorrections: false });
    expect(file.observations.series[0]).toMatchObject({ start: Date.parse('2023-01-01T00:00Z') });
    expect(file.observations.provenance).toMatchObject({ clock_corrections: false });
  });

  test('adjusted load moves with the load it was made from', async () => {
    const rows = [bulkRow('CISO', Date.UTC(2023, 0, 1), 2, { 'Demand (MW) (Adjusted)': 3 })];
    const starts = (await readSeries(bulkText(BALANCE_42, rows))).map(([, measure, start]) => [measure, start]);
    expect(starts).toEqual([
      ['demand', Date.UTC(2022, 11, 31, 22)],
      ['demand_adjusted', Date.UTC(2022, 11, 31, 22)],
    ]);
  });

  test('other series and measures stay where they are', async () => {
    const more = { 'Demand Forecast (MW)': 9 };
    const rows = [bulkRow('NYIS', Date.UTC(2023, 0, 1), 1), bulkRow('CISO', Date.UTC(2023, 0, 1), 2, more)];
    const starts = (await readSeries(bulkText(BALANCE_42, rows))).map(([id, measure, start]) => [id, measure, start]);
    expect(starts).toEqual([
      ['NYIS', 'demand', Date.UTC(2022, 11, 31, 23)],
      ['CISO', 'demand', Date.UTC(2022, 11, 31, 22)],
      ['CISO', 'day_ahead_forecast', Date.UTC(2022, 11, 31, 23)],
    ]);
  });
});

test('eiaTime writes what EIA writes', () => {
  expect(eiaTime(Date.UTC(2026, 0, 2))).toBe('01/02/2026 12:00:00 AM');
  expect(eiaTime(Date.UTC(2026, 0, 1, 18))).toBe('01/01/2026 6:00:00 PM');
});
