import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { loadBacktest } from '@loadcast/backtest';
import { AREAS, Areas, areaById, CONTRACT_AREAS, engine, HOUR_MS, type ObservationBatch } from '@loadcast/core';
import { sameHourLastWeek, seriesReadBy } from '@loadcast/core/forecast';
import { memoryActualsStore } from '@loadcast/core/memory';
import { openForecastRunner } from '@loadcast/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommandIo } from '../../command.js';
import { createBacktestCommand } from './backtest.js';

const folder = mkdtempSync(join(tmpdir(), 'backtest-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FIRST = Date.UTC(2022, 10, 1);
const DAYS = 135;
const actuals = memoryActualsStore();

/** A load with a day, a week, a year and weather that lasts some days: deterministic, never frozen. */
function loadMw(scale: number, phase: number): Float64Array {
  let weather = 0;
  return Float64Array.from({ length: 24 * DAYS }, (_, hour) => {
    const noise = Math.sin(hour * 12.9898 + phase) * 43758.5453;
    weather = 0.98 * weather + 0.02 * (noise - Math.floor(noise) - 0.5);
    const day = Math.sin((2 * Math.PI * (hour - 15)) / 24);
    const week = hour % 168 < 120 ? 0.05 : -0.05;
    const year = Math.cos((2 * Math.PI * hour) / 8766);
    return Math.round(scale * (1 + 0.2 * day + week + 0.1 * year + weather));
  });
}

/** The series known after `hours` hours. */
function history(hours: number): ObservationBatch {
  const known = { kind: 'lag', lagMs: 2 * HOUR_MS } as const;
  const block = (series: string, values: Float64Array) =>
    ({ key: { series, measure: 'demand' }, start: FIRST, values: values.subarray(0, hours), known }) as const;
  return {
    source: 'test',
    ingestedAt: FIRST + hours * HOUR_MS,
    provenance: {},
    blocks: [
      block('PJM', loadMw(90_000, 1)),
      block('MISO', loadMw(75_000, 2)),
      block('ISNE', loadMw(13_000, 3).fill(Number.NaN, 24 * 30)),
    ],
  };
}

beforeAll(() => actuals.append(history(24 * DAYS)));

const run = (...args: string[]) => runWith({}, ...args);

const REAL = { get: async () => 'eia' };
const SIMULATED = { get: async () => 'simulated' };

async function runWith(
  part: { signal?: AbortSignal; err?: (line: string) => void; meta?: typeof REAL; areas?: Areas },
  ...args: string[]
) {
  const lines = { out: [] as string[], err: [] as string[] };
  const io: CommandIo = {
    env: {},
    now: () => 0,
    out: (line) => lines.out.push(line),
    err(line) {
      lines.err.push(line);
      part.err?.(line);
    },
    signal: part.signal ?? new AbortController().signal,
  };
  const command = createBacktestCommand(async () => ({
    areas: () => part.areas ?? CONTRACT_AREAS,
    actuals,
    meta: part.meta ?? REAL,
    close: async () => {},
  }));
  const model = args.includes('--model') ? [] : ['--model', sameHourLastWeek.name];
  const status = await command.run([...model, ...args], io);
  return { status, ...lines };
}

const threeDays = ['--from', '2023-03-11', '--to', '2023-03-13'];

describe('loadcast backtest', () => {
  test('an area that was added is replayed by its code, and is one of all', async () => {
    const codes = { a: [{ code: 'ONE' }], b: [], c: [], oasis: [] };
    const [pjm, miso] = [areaById('pjm'), areaById('miso')];
    const areas = new Areas([miso, { ...pjm, id: 'one', codes }]);
    const rowsOf = async (...args: string[]) => {
      const { out } = await runWith({ areas }, ...threeDays, ...args, '--runs', 'DAM', '--inputs', 'own', '--json');
      return JSON.parse(out[0]!).rows.map(({ area, n }: { area: string; n: number }) => `${area} ${n}`);
    };
    expect(await rowsOf('--areas', 'one')).toEqual(['ONE 71']);
    expect(await rowsOf()).toEqual(['MISO 72', 'ONE 71']);
  });

  test('--json prints the documented keys, one row for each area and run', async () => {
    const { status, out } = await run(
      ...threeDays,
      '--areas',
      'PJM,MISO',
      '--runs',
      'DAM,7DA',
      '--inputs',
      'own',
      '--json',
    );
    expect(status).toBe(0);
    expect(out).toHaveLength(1);
    const json = JSON.parse(out[0]!);
    expect(Object.keys(json)).toEqual(['model', 'from', 'to', 'rows']);
    expect(json).toMatchObject({ from: '2023-03-11', to: '2023-03-13' });
    expect(json.rows.map(({ area, run: ofRun, n }: Record<string, unknown>) => `${area} ${ofRun} ${n}`)).toEqual([
      'PJM DAM 71',
      'PJM 7DA 71',
      'MISO DAM 72',
      'MISO 7DA 72',
    ]);
    for (const row of json.rows) {
      expect(Object.keys(row)).toEqual([
        'area',
        'run',
        'n',
        'mapePct',
        'maeMw',
        'rmseMw',
        'biasMw',
        'pinballMw',
        'crpsMw',
        'coveragePct',
        'widthMw',
        'baseline',
      ]);
      expect(Object.keys(row.baseline)).toEqual(['name', 'mapePct', 'maeMw']);
      expect(row.baseline.name).toBe('naive_168h');
      expect(row.mapePct).toBeGreaterThan(0);
      expect(row.mapePct).toBeLessThan(10);
    }
  });

  test.each([
    { grid: 'a simulated grid', meta: SIMULATED, model: `model simulated-${sameHourLastWeek.name}@1.0.0` },
    { grid: 'real grids', meta: REAL, model: `model ${sameHourLastWeek.name}@1.0.0` },
  ])('of $grid is headed $model', async ({ meta, model }) => {
    const { out } = await runWith({ meta }, ...threeDays, '--areas', 'PJM', '--inputs', 'own');
    expect(out[0]).toBe(model);
    expect(out.at(-1)).toMatch(
      /^The average error of DAM is \d\.\d\d %; the same hour of last week has \d\.\d\d %\. --out DIR /,
    );
  });

  test('--peaks adds peaks to the JSON; a model without dependence has no odds', async () => {
    const { status, out } = await run(...threeDays, '--areas', 'PJM', '--inputs', 'own', '--peaks', '--json');
    const json = JSON.parse(out[0]!);
    expect([status, Object.keys(json)]).toEqual([0, ['model', 'from', 'to', 'rows', 'peaks']]);
    expect(json.peaks).toMatchObject({ days: 0, reliability: { hour: [], month: [], seasonSoFar: [], program: [] } });
  });

  test.each([
    { against: 'the same model', args: [sameHourLastWeek.name], change: 0 },
    { against: 'a file of its own points', args: [join(folder, 'own-points.csv')], change: 0 },
    { against: 'a compressed file of its own points', args: [join(folder, 'own-points.csv.gz')], change: 0 },
  ])('--against $against, on the same hours', async ({ args, change }) => {
    const span = [...threeDays, '--areas', 'PJM,MISO', '--runs', 'DAM,7DA', '--inputs', 'own'];
    await run(...span, '--points', join(folder, 'own-points.csv'));
    await run(...span, '--points', join(folder, 'own-points.csv.gz'));
    const compressed = readFileSync(join(folder, 'own-points.csv.gz'));
    expect(gunzipSync(compressed)).toEqual(readFileSync(join(folder, 'own-points.csv')));
    const { status, out } = await run(...span, '--against', ...args, '--json');
    const json = JSON.parse(out[0]!);
    expect([status, Object.keys(json)]).toEqual([0, ['model', 'from', 'to', 'rows', 'against']]);
    expect(json.against.name).toBe(args[0]);
    expect(json.against.runs.map(({ run: ofRun }: { run: string }) => ofRun)).toEqual(['DAM', '7DA']);
    const [whole, spring] = json.against.runs[0].cuts;
    expect(whole).toMatchObject({ cut: 'all', hours: 143, mapeChange: { changePct: change } });
    expect(whole.other).toEqual(whole.model);
    expect(spring.cut).toBe('spring');
    const lines = (await run(...span, '--against', ...args)).out.join('\n');
    expect(lines).toMatch(/^DAM +spring +143 .* 0\.0 /m);
  });

  test('--against what is neither a model nor a file is a usage error before anything is read', async () => {
    await expect(run(...threeDays, '--against', 'last-release')).rejects.toThrow(
      '--against last-release is no file, and none of the models',
    );
  });

  test('--points writes every hour, bit for bit what a live run issued that knew nothing later', async () => {
    const file = join(folder, 'points.csv');
    await run(...threeDays, '--areas', 'PJM', '--runs', 'DAM,2DA', '--points', file, '--model', engine.name);
    const [header, ...rows] = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(header).toBe('area,run,issued_at,interval_start,value_mw,p10,p90,actual_mw');
    expect(rows).toHaveLength(2 * 71);
    expect(rows[0]).toMatch(/^PJM,DAM,2023-03-10T14:00:00Z,2023-03-11T05:00:00Z,\d+(\.\d+)?,/);

    const issuedAt = '2023-03-11T14:00:00Z';
    const knownHours = Math.floor((Date.parse(issuedAt) - FIRST) / HOUR_MS) - 2;
    const thatMorning = memoryActualsStore();
    await thatMorning.append(history(knownHours));
    const live = await openForecastRunner(engine, thatMorning, AREAS);
    const forecast = await live.issue('pjm', Date.parse(issuedAt));
    const issued = rows.filter((row) => row.split(',')[2] === issuedAt);
    expect(issued).toHaveLength(23 + 24);
    for (const row of issued) {
      const [, , , start, value, p10, p90] = row.split(',');
      const hour = (Date.parse(start!) - forecast.start) / HOUR_MS;
      const said = [forecast.valueMw[hour], forecast.p10Mw[hour], forecast.p90Mw[hour]];
      expect(said).toEqual([value, p10, p90].map(Number));
    }
  }, 60_000);

  test('an area without enough data is a stated reason beside the others, not a failure', async () => {
    const { status, out, err } = await run(
      ...threeDays,
      '--areas',
      'PJM,ISONE,SPP',
      '--runs',
      'DAM',
      '--inputs',
      'own,neighbours',
      '--json',
    );
    expect(status).toBe(0);
    expect(JSON.parse(out[0]!).rows.map(({ area }: { area: string }) => area)).toEqual(['PJM']);
    expect(err.join('\n')).toMatch(/^ISONE: no forecast at 3 of 3 gates: /m);
    expect(err.join('\n')).toMatch(/^ISONE DAM: nothing to score: no usable actual in the period$/m);
    expect(err.join('\n')).toMatch(/^SPP: the store holds no load of SWPP$/m);
  });

  test('nothing to score at all is exit status 1', async () => {
    const { status } = await run(...threeDays, '--areas', 'SPP', '--json');
    expect(status).toBe(1);
  });

  test('a later known lag changes the forecast, and the actuals stay', async () => {
    const scores = async (...more: string[]) => {
      const { out } = await run(...threeDays, '--areas', 'PJM', '--runs', 'DAM', '--inputs', 'own', '--json', ...more);
      return JSON.parse(out[0]!).rows[0];
    };
    const [usual, late] = [await scores(), await scores('--known-lag', '160h')];
    expect(late.n).toBe(usual.n);
    expect(late.mapePct).not.toBe(usual.mapePct);
    expect(await scores('--known-lag', '2h')).toEqual(usual);
  });

  test('without neighbours only the areas’ own load is read', async () => {
    const read = seriesReadBy([engine], AREAS);
    const options = { areas: [areaById('pjm')], inputs: ['own'], knownLagMs: undefined, read } as const;
    expect([...(await loadBacktest(actuals, options, new Map())).load.keys()]).toEqual(['PJM']);
    const near = { ...options, inputs: ['own', 'neighbours'] } as const;
    expect([...(await loadBacktest(actuals, near, new Map())).load.keys()]).toEqual(['ISNE', 'MISO', 'PJM']);
  });

  test('--out keeps what is done: a rerun goes on from there to the same scores and writes the report', async () => {
    const out = join(folder, 'out');
    const first = await run(...threeDays, '--areas', 'PJM', '--out', out, '--json');
    expect(first.err.join('\n')).not.toContain('done before');
    const second = await run(...threeDays, '--areas', 'PJM,MISO', '--out', out, '--json');
    expect(second.err).toContain(`${out}: 1 of 2 areas were done before`);
    const fresh = await run(...threeDays, '--areas', 'PJM,MISO', '--json');
    expect(second.out).toEqual(fresh.out);
    expect(JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8'))).toEqual(JSON.parse(fresh.out[0]!));
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('Backtest of same-hour-last-week@1.0.0');
  });

  test.each([
    { option: '--multi-day', columns: 'area,published_at,valid_at,forecast_mw', names: 'multi-day forecasts' },
    { option: '--newest', columns: 'area,known_at,valid_at,load_mw', names: 'newest hours' },
  ])('$option reads a file, and the report names it', async ({ option, columns, names }) => {
    const [out, path] = [join(folder, `out${option}`), join(folder, `of${option}.csv`)];
    writeFileSync(path, `${columns}\nPJM,2023-03-10T12:00Z,2023-03-11T05:00Z,91000\n`);
    const args = [...threeDays, '--areas', 'PJM', option, path];
    expect((await run(...args, '--out', out)).status).toBe(0);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toMatch(new RegExp(`${names}.{0,40}of${option}\\.csv`, 's'));
    writeFileSync(path, 'area\n');
    await expect(run(...args)).rejects.toThrow(`of${option}.csv: line 1: the header must be ${columns}`);
  });

  test('an interrupt stops it, and a rerun goes on from what was done', async () => {
    const out = join(folder, 'interrupted');
    const args = [...threeDays, '--areas', 'PJM,MISO', '--out', out, '--json'];
    const interrupt = new AbortController();
    const isFirstDone = (line: string) => line.startsWith('50 %') && interrupt.abort();
    await expect(runWith({ signal: interrupt.signal, err: isFirstDone }, ...args)).rejects.toThrow('aborted');
    expect((await run(...args)).err).toContain(`${out}: 1 of 2 areas were done before`);
  });

  test('a wrong option is named before anything is read', async () => {
    await expect(run('--from', '2023-01-01', '--to', '2023-01-02', '--areas', 'HQ')).rejects.toThrow("'hq' is none of");
  });

  test('an unknown model is a usage error that lists the models', async () => {
    await expect(run(...threeDays, '--model', 'oracle')).rejects.toThrow(`is none of ${engine.name}`);
  });
});
