import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testData } from '../../../../../tooling/testing/test-data.js';
import { BUILT, plainEnvironment } from '../../started-program.js';

const real = testData('data/eia930');
const AREAS = ['MISO', 'NYISO', 'ISONE'] as const;

/** The replacement for the forecast of a row, by the rows of its balancing authority; `first` is the row of the first lie. */
type Lie = (forecasts: readonly string[], row: number, first: number) => string;

const LIES: readonly { name: string; hour: number; lie: Lie }[] = [
  { name: 'an hour late', hour: 1, lie: (mw, row) => mw[row - 1]! },
  { name: 'a day late, from midnight on', hour: 1, lie: (mw, row) => mw[row - 24]! },
  { name: 'a day late, from noon on', hour: 13, lie: (mw, row) => mw[row - 24]! },
  { name: 'one day again and again', hour: 1, lie: (mw, row, first) => mw[first - 24 + ((row - first) % 24)]! },
  { name: 'in gigawatts', hour: 1, lie: (mw, row) => mw[row]! && String(Number(mw[row]!) / 1000) },
];

/** The file with lies from an hour of 2019-03-01 of each balancing authority's clock on. */
function withLies(csv: string, hour: number, lie: Lie): string {
  const lines = csv.split('\n');
  const cells = lines.map((line) => line.split(','));
  const names = lines[0]!.replaceAll('"', '').trim().split(',');
  const [authority, date, ofDay, forecast] = [
    'Balancing Authority',
    'Data Date',
    'Hour Number',
    'Demand Forecast (MW)',
  ].map((name) => names.indexOf(name)) as [number, number, number, number];
  for (const id of new Set(cells.slice(1).map((row) => row[authority]!))) {
    const rows = cells.filter((row) => row[authority] === id);
    const forecasts = rows.map((row) => row[forecast]!);
    const first = rows.findIndex((row) => row[date] === '03/01/2019' && row[ofDay] === String(hour));
    if (first < 0) continue;
    for (let row = first; row < rows.length; row++) rows[row]![forecast] = lie(forecasts, row, first);
  }
  return cells.map((row) => row.join(',')).join('\n');
}

const CHANGED = 'EIA930_BALANCE_2019_Jan_Jun.csv.gz';
const BEFORE = ['2017_Jul_Dec', '2018_Jan_Jun', '2018_Jul_Dec'].map((half) => `EIA930_BALANCE_${half}.csv.gz`);

describe.skipIf(real === undefined)('real load', () => {
  const dir = mkdtempSync(join(tmpdir(), 'loadcast-'));
  /** The program, as it was built before the tests. */
  const loadcast = (data: string, ...args: string[]) =>
    promisify(execFile)(process.execPath, [BUILT, ...args], {
      env: { ...plainEnvironment(), LOADCAST_DATA_DIR: join(dir, data) },
      maxBuffer: 1e8,
    });
  /** Fills a store with the years before and one more file. */
  const ingestAfter = async (data: string, file: string) => {
    cpSync(join(dir, 'before'), join(dir, data), { recursive: true });
    await loadcast(data, 'ingest', 'eia930', file);
  };
  const mapes = async (data: string, inputs: string) => {
    const period = ['--from', '2019-03-02', '--to', '2019-03-15', '--gate', '10:00', '--known-lag', '2h'];
    const what = ['--areas', AREAS.join(), '--runs', 'DAM', '--inputs', inputs, '--json'];
    const { stdout } = await loadcast(data, 'backtest', ...period, ...what);
    return (JSON.parse(stdout) as { rows: { area: string; mapePct: number }[] }).rows;
  };
  /** Errors without the operator’s forecasts, the only numbers that a lie changes. */
  let below: Awaited<ReturnType<typeof mapes>>;

  beforeAll(async () => {
    await loadcast('before', 'ingest', 'eia930', ...BEFORE.map((name) => join(real!, name)));
    await ingestAfter('truth', join(real!, CHANGED));
    below = await mapes('truth', 'own,neighbours');
  });
  afterAll(() => rmSync(dir, { recursive: true }));

  test.each(LIES)(
    'an operator’s forecast that becomes $name costs no grid more than 5 % of two weeks (fault 119)',
    async ({ name, hour, lie }) => {
      const lies = withLies(gunzipSync(readFileSync(join(real!, CHANGED))).toString(), hour, lie);
      writeFileSync(join(dir, CHANGED), gzipSync(lies));
      await ingestAfter(name, join(dir, CHANGED));
      const used = await mapes(name, 'own,neighbours,operator');
      expect(used.map(({ area }) => area)).toEqual(AREAS);
      for (const [i, { area, mapePct }] of used.entries()) expect(mapePct / below[i]!.mapePct, area).toBeLessThan(1.05);
    },
  );
});
