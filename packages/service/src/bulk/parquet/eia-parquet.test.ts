import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS } from '@loadcast/core';
import { readBulkFile } from '@loadcast/sources/eia930-bulk';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { expect, onTestFinished, test } from 'vitest';
import { eiaParquetLines, isParquet } from './eia-parquet.js';

const NOW = Date.parse('2026-11-22T00:00:00Z');

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'loadcast-parquet-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

/** Hours of two authorities by the ends of the hours, one without a value and one below a whole MW. */
function hoursFrom(start: string) {
  const ends = Array.from({ length: 26 }, (_, hour) => new Date(Date.parse(start) + (hour + 1) * HOUR_MS));
  return ends.flatMap((end, hour) => [
    { code: 'PJM', end, demandMwh: hour === 5 ? null : 90_000 + hour, forecastMwh: 91_000.5 + hour },
    { code: 'MISO', end, demandMwh: 70_000 + hour, forecastMwh: null },
  ]);
}

type Row = ReturnType<typeof hoursFrom>[number];

const parquet = (rows: readonly Row[]) =>
  parquetWriteBuffer({
    columnData: [
      { name: 'datetime_utc', data: rows.map(({ end }) => end), type: 'TIMESTAMP' },
      { name: 'balancing_authority_code_eia', data: rows.map(({ code }) => code), type: 'STRING' },
      { name: 'net_generation_reported_mwh', data: rows.map(() => 1), type: 'DOUBLE' },
      { name: 'demand_reported_mwh', data: rows.map(({ demandMwh }) => demandMwh), type: 'DOUBLE' },
      { name: 'demand_forecast_mwh', data: rows.map(({ forecastMwh }) => forecastMwh), type: 'DOUBLE' },
    ],
    rowGroupSize: 7,
  });

const csv = (rows: readonly Row[]) =>
  [
    'Balancing Authority,UTC Time at End of Hour,Demand (MW),Demand Forecast (MW)',
    ...rows.map((row) => `${row.code},${row.end.toISOString()},${row.demandMwh ?? ''},${row.forecastMwh ?? ''}`),
    '',
  ].join('\n');

test.each([
  { name: 'a summer day', start: '2026-07-01T00:00Z' },
  { name: 'the spring clock change', start: '2026-03-08T00:00Z' },
  { name: 'the autumn clock change', start: '2026-11-01T00:00Z' },
  { name: 'a leap day', start: '2024-02-28T12:00Z' },
  { name: 'the turn of a year', start: '2025-12-31T12:00Z' },
])('the Parquet table of $name has the hours of the CSV file', async ({ start }) => {
  const path = join(folder(), 'core_eia930__hourly_operations.parquet');
  const plain = join(folder(), 'core_eia930__hourly_operations.parquet');
  const rows = hoursFrom(start);
  writeFileSync(path, new Uint8Array(parquet(rows)));
  writeFileSync(plain, csv(rows));
  expect([await isParquet(path), await isParquet(plain)]).toEqual([true, false]);
  const read = await readBulkFile(path, { now: NOW, lines: eiaParquetLines(path) });
  expect(read).toEqual(await readBulkFile(plain, { now: NOW }));
  expect(read.rows).toBe(52);
});

test('a table of sub-regions is read as SUBREGION', async () => {
  const path = join(folder(), 'subregion.parquet');
  const columnData = [
    { name: 'datetime_utc', data: [new Date('2026-07-01T01:00Z')], type: 'TIMESTAMP' as const },
    { name: 'balancing_authority_code_eia', data: ['CISO'], type: 'STRING' as const },
    { name: 'balancing_authority_subregion_code_eia', data: ['PGAE'], type: 'STRING' as const },
    { name: 'demand_reported_mwh', data: [12_000], type: 'DOUBLE' as const },
  ];
  writeFileSync(path, new Uint8Array(parquetWriteBuffer({ columnData })));
  const { kind, rows } = await readBulkFile(path, { now: NOW, lines: eiaParquetLines(path) });
  expect({ kind, rows }).toEqual({ kind: 'subregion', rows: 1 });
});

const OTHER = parquetWriteBuffer({ columnData: [{ name: 'plant_id_eia', data: [1], type: 'INT32' }] });

test.each([
  { name: 'another table of PUDL', bytes: new Uint8Array(OTHER), says: 'this is no hourly table of EIA-930' },
  { name: 'a file that is cut short', bytes: new Uint8Array(OTHER).slice(0, 40), says: 'cannot be read' },
])('$name is refused with the reason', async ({ bytes, says }) => {
  const path = join(folder(), 'wrong.parquet');
  writeFileSync(path, bytes);
  await expect(readBulkFile(path, { now: NOW, lines: eiaParquetLines(path) })).rejects.toThrow(says);
});
