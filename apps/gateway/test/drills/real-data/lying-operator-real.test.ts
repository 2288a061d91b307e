import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { testData } from '../../../../../tooling/testing/test-data.js';
import { plainEnvironment } from '../../started-program.js';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
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

test.skipIf(real === undefined).each(LIES)(
  'an operator’s forecast that becomes $name costs no grid more than 5 % of two weeks (fault 119)',
  async ({ hour, lie }) => {
    const dir = mkdtempSync(join(tmpdir(), 'loadcast-'));
    const env = { ...plainEnvironment(), LOADCAST_DATA_DIR: join(dir, 'data') };
    const loadcast = (...args: string[]) =>
      promisify(execFile)(process.execPath, [join(ROOT, 'tooling/run.mjs'), 'loadcast', ...args], {
        cwd: ROOT,
        env,
        maxBuffer: 1e8,
      });
    try {
      mkdirSync(join(dir, 'lies'));
      const name = 'EIA930_BALANCE_2019_Jan_Jun.csv.gz';
      const lies = withLies(gunzipSync(readFileSync(join(real!, name))).toString(), hour, lie);
      writeFileSync(join(dir, 'lies', name), gzipSync(lies));
      const before = ['2017_Jul_Dec', '2018_Jan_Jun', '2018_Jul_Dec'];
      const files = before.map((half) => join(real!, `EIA930_BALANCE_${half}.csv.gz`));
      await loadcast('ingest', 'eia930', ...files, join(dir, 'lies', name));
      const mapes = async (inputs: string) => {
        const period = ['--from', '2019-03-02', '--to', '2019-03-15', '--gate', '10:00', '--known-lag', '2h'];
        const what = ['--areas', AREAS.join(), '--runs', 'DAM', '--inputs', inputs, '--json'];
        const { stdout } = await loadcast('backtest', ...period, ...what);
        const { rows } = JSON.parse(stdout) as { rows: { area: string; mapePct: number }[] };
        return rows;
      };
      const [used, below] = [await mapes('own,neighbours,operator'), await mapes('own,neighbours')];
      expect(used.map(({ area }) => area)).toEqual(AREAS);
      for (const [i, { area, mapePct }] of used.entries()) expect(mapePct / below[i]!.mapePct, area).toBeLessThan(1.05);
    } finally {
      rmSync(dir, { recursive: true });
    }
  },
);
