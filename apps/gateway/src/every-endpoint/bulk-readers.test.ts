import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { memoryActualsStore, memoryVintageStore } from '@loadcast/core/memory';
import { sha256Hex } from '@loadcast/formats/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BULK_NOW, fillBulkWorld } from '../../../../packages/service/src/bulk/testing/bulk-world.js';
import { asking } from './testing/asking.js';

const AS_OF = new Date(BULK_NOW).toISOString();
const folder = mkdtempSync(join(tmpdir(), 'loadcast-readers-'));
const world = { actuals: memoryActualsStore(), vintages: memoryVintageStore(sha256Hex) };
const ask = asking(world, BULK_NOW);
let duckdb: DuckDBConnection;

beforeAll(async () => {
  await fillBulkWorld(world);
  for (const dataset of ['actuals', 'forecasts', 'operator', 'scores']) {
    const path = `${dataset}/PJM-2026-10.parquet`;
    const { bytes } = await ask(`/v1/bulk/${path}?as_of=${AS_OF}`, 'enterprise');
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  duckdb = await (await DuckDBInstance.create()).connect();
}, 120_000);
afterAll(() => {
  duckdb?.closeSync();
  rmSync(folder, { recursive: true });
});

const file = (dataset: string): string => `'${join(folder, dataset, 'PJM-2026-10.parquet')}'`;
const query = async (sql: string) => (await duckdb.runAndReadAll(sql)).getRowsJson();
const dataOf = async (path: string): Promise<Record<string, unknown>[]> =>
  JSON.parse((await ask(path, 'enterprise')).text).data;

test.each([
  {
    dataset: 'forecasts',
    types: 'VARCHAR VARCHAR TIMESTAMP_TZ TIMESTAMP_TZ TIMESTAMP_TZ VARCHAR VARCHAR TIMESTAMP_TZ DOUBLE DOUBLE DOUBLE',
  },
  { dataset: 'actuals', types: 'TIMESTAMP_TZ VARCHAR DOUBLE TIMESTAMP_TZ BOOLEAN' },
  { dataset: 'operator', types: 'TIMESTAMP_TZ VARCHAR DOUBLE TIMESTAMP_TZ' },
  {
    dataset: 'scores',
    types: `VARCHAR VARCHAR DATE VARCHAR VARCHAR INTEGER ${'DOUBLE '.repeat(4)}INTEGER ${'DOUBLE '.repeat(10)}INTEGER`,
  },
])('DuckDB reads the columns of $dataset as $types', async ({ dataset, types }) => {
  const rows = await query(`select column_type from (describe select * from ${file(dataset)})`);
  const names = { 'TIMESTAMP WITH TIME ZONE': 'TIMESTAMP_TZ' } as Record<string, string>;
  expect(rows.map(([type]) => names[String(type)] ?? type).join(' ')).toBe(types);
});

test('DuckDB finds the load of history in the actuals', async () => {
  const rows = await query(
    `select epoch_ms(time_utc), value_mw from ${file('actuals')} where is_usable order by time_utc`,
  );
  const history = await dataOf('/v1/demand/history?region=PJM&start=2026-10-01T00:00Z&end=2026-11-01T00:00Z');
  expect(rows.map(([at, mw]) => [Number(at), mw])).toEqual(
    history.map(({ timestamp, value_mw }) => [Date.parse(String(timestamp)), value_mw]),
  );
});

test('DuckDB finds a run in the forecasts, and the scores of its days', async () => {
  const runs = await query(`select distinct run_id from ${file('forecasts')} order by run_id`);
  const id = String(runs[3]![0]);
  const rows = await query(
    `select value_mw, p10, p90 from ${file('forecasts')} where run_id = '${id}' order by time_utc`,
  );
  const run = await dataOf(`/v1/demand/runs/${id}`);
  expect(rows).toEqual(run.map(({ value_mw, p10 = null, p90 = null }) => [value_mw, p10, p90]));
  const days = 'start=2026-10-01&end=2026-10-31';
  const scores = await dataOf(`/v1/demand/scores?region=PJM&by=day&run=DAM&${days}`);
  const scored = await query(
    `select operating_day, forecast, n, mape_pct, skill_pct from ${file('scores')} where run = 'DAM'`,
  );
  expect(scored).toEqual(
    scores.map(({ day, forecast, n, mape_pct = null, skill_pct = null }) => [day, forecast, n, mape_pct, skill_pct]),
  );
});

const has = (command: string, ...args: readonly string[]): boolean => {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const SUMS = [
  {
    reader: 'pandas',
    isThere: has('python3', '-c', 'import pandas, pyarrow'),
    sum: () =>
      execFileSync('python3', [
        '-c',
        `import pandas; f = pandas.read_parquet(${file('actuals')}); print(f.time_utc.dtype.kind, len(f), f.value_mw.sum())`,
      ]),
  },
  {
    reader: 'polars',
    isThere: has('python3', '-c', 'import polars'),
    sum: () =>
      execFileSync('python3', [
        '-c',
        `import polars; f = polars.read_parquet(${file('actuals')}); print('M' if f['time_utc'].dtype.is_temporal() else '', f.height, f['value_mw'].sum())`,
      ]),
  },
  {
    reader: 'R arrow',
    isThere: has('Rscript', '-e', 'library(arrow)'),
    sum: () =>
      execFileSync('Rscript', [
        '-e',
        `f <- arrow::read_parquet(${file('actuals')}); cat('M', nrow(f), format(sum(f$value_mw), nsmall = 1))`,
      ]),
  },
];

describe.each(SUMS)('$reader', ({ isThere, sum }) => {
  test.skipIf(!isThere)('reads the actuals', async () => {
    const [[rows, mw]] = (await query(`select count(*), sum(value_mw) from ${file('actuals')}`)) as [[string, number]];
    const [kind, count, total] = sum().toString().trim().split(' ');
    expect([kind, Number(count), Number(total)]).toEqual(['M', Number(rows), mw]);
  });
});
