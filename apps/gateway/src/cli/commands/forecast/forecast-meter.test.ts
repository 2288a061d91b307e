import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { runCli } from '../../testing/run-cli.js';
import { backtestCommand } from '../backtest/backtest.js';
import { forecastCommand } from './forecast.js';

/** Load of Tallahassee, Florida, from October 2022 to 2023: EIA-930, written as a meter portal would. */
const EXAMPLE = fileURLToPath(new URL('../../../../../../examples/meter-file/tallahassee.csv', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'loadcast-meter-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The first hours of the example, and each value times a factor. */
function cut(name: string, hours: number, factor = 1, unit = 'kW'): string {
  const [head = '', , ...rows] = readFileSync(EXAMPLE, 'utf8').trim().split('\r\n');
  const scaled = rows.slice(0, hours).map((row) => {
    const [, time, kw] = /^(.*?),"(.*)"$/.exec(row)!;
    return `${time},${Number(kw!.replaceAll(',', '')) * factor}`;
  });
  const path = join(folder, name);
  writeFileSync(path, [head, `,${unit}`, ...scaled].join('\n'));
  return path;
}

const run = (...args: string[]) => runCli([forecastCommand, backtestCommand], args);
const NEW_YORK = ['--timezone', 'America/New_York'];

describe('loadcast forecast --from', () => {
  test('prints 15 days of the example as CSV in its unit, near the load of the days before', async () => {
    const { status, out, err } = await run('forecast', '--from', EXAMPLE, ...NEW_YORK);
    expect([status, out[0], out.length]).toEqual([0, 'time_utc,time_local,load_kw,p10,p90', 1 + 15 * 24]);
    expect(out[1]).toMatch(/^2024-01-01T00:00:00Z,2023-12-31 19:00,\d+/);
    for (const [, , load, p10, p90] of out.slice(1).map((line) => line.split(',').map(Number))) {
      expect(p10).toBeLessThanOrEqual(load!);
      expect(p90).toBeGreaterThanOrEqual(load!);
      expect(load).toBeGreaterThan(150_000);
      expect(load).toBeLessThan(500_000);
    }
    expect(err).toEqual([
      "tallahassee.csv: 10964 values of 60 minutes in kW, column 'Load'; times are the start of an interval, on the clock of America/New_York",
    ]);
  }, 120_000);

  test('a meter a million times smaller has the same forecast a million times smaller, to five digits', async () => {
    const [large, small] = await Promise.all(
      [cut('large.csv', 40 * 24), cut('small.csv', 40 * 24, 1e-6)].map((path) =>
        run('forecast', '--from', path, ...NEW_YORK),
      ),
    );
    const values = (out: readonly string[]) => out.slice(1).map((line) => Number(line.split(',')[2]));
    for (const [i, kw] of values(small!.out).entries()) expect((kw * 1e6) / values(large!.out)[i]!).toBeCloseTo(1, 4);
  }, 120_000);

  test('--chart draws a line a local day, --out writes the CSV', async () => {
    const csv = join(folder, 'out.csv');
    const { out } = await run('forecast', '--from', cut('chart.csv', 40 * 24), ...NEW_YORK, '--chart', '--out', csv);
    expect(out.slice(1)).toHaveLength(16);
    for (const line of out.slice(1))
      expect(line).toMatch(/^\w{3}, \d\d \w{3} [ ▁▂▃▄▅▆▇█]{27} [\d,.]+ kW at \d\d:00 \(/);
    expect(readFileSync(csv, 'utf8').split('\n')[0]).toBe('time_utc,time_local,load_kw,p10,p90');
  }, 120_000);

  test.each([
    {
      name: '20 days',
      args: () => ['--from', cut('short.csv', 20 * 24), ...NEW_YORK],
      says: 'short.csv: 20 days of load before the issue, but 30 are needed. Load up to 2022-10-31 would be enough',
    },
    { name: 'no clock', args: () => ['--from', EXAMPLE], says: '--timezone ZONE is missing' },
    {
      name: 'an unknown clock',
      args: () => ['--from', EXAMPLE, '--timezone', 'EDT7'],
      says: "tallahassee.csv: there is no time zone 'EDT7'",
    },
    {
      name: 'another unit',
      args: () => ['--from', EXAMPLE, ...NEW_YORK, '--unit', 'MW'],
      says: "'Load' is in kW, and the unit is given as MW",
    },
    {
      name: 'an unknown unit',
      args: () => ['--from', EXAMPLE, ...NEW_YORK, '--unit', 'hp'],
      says: '--unit hp is none of W, kW',
    },
    {
      name: 'unknown holidays',
      args: () => ['--from', EXAMPLE, ...NEW_YORK, '--holidays', 'fr'],
      says: '--holidays fr is none of us, canada, none',
    },
    { name: 'no such file', args: () => ['--from', join(folder, 'none.csv'), ...NEW_YORK], says: 'none.csv' },
    { name: 'a clock without a file', args: () => NEW_YORK, says: 'need --from FILE' },
  ])(
    '$name: $says',
    async ({ args, says }) => {
      const { status, err } = await run('forecast', ...args());
      expect(status).not.toBe(0);
      expect(err.join('\n')).toContain(says);
    },
    60_000,
  );

  test('lines that are left out are named on standard error', async () => {
    const path = cut('lines.csv', 31 * 24);
    writeFileSync(path, `${readFileSync(path, 'utf8')}\n11/1/2022 0:00,offline\n`);
    const { status, err } = await run('forecast', '--from', path, ...NEW_YORK);
    expect([status, err[1]]).toEqual([0, "lines.csv: line 747 is left out: 'offline' is not a number"]);
  }, 60_000);
});

describe('loadcast backtest --from FILE', () => {
  test('scores the runs of the days after the first forty, in percent', async () => {
    const path = cut('backtest.csv', 46 * 24);
    const { status, out } = await run('backtest', '--from', path, ...NEW_YORK, '--runs', 'DAM,2DA');
    expect(status).toBe(0);
    expect(out.map((line) => line.trim().split(/ {2,}/)[0])).toEqual(['run', 'DAM', '2DA', '', expect.any(String)]);
    expect(out.at(-1)).toMatch(
      /^From 2022-11-10 to 2022-11-15 the average error of DAM is \d+\.\d\d %; the same hour of last week has \d+\.\d\d %\. \d+ % of the hours lie between p10 and p90\.$/,
    );
    const json = JSON.parse((await run('backtest', '--from', path, ...NEW_YORK, '--runs', 'DAM', '--json')).out[0]!);
    expect(json).toMatchObject({
      model: 'loadcast',
      from: '2022-11-10',
      to: '2022-11-15',
      rows: [{ run: 'DAM', n: 143 }],
    });
    expect(Object.keys(json.rows[0])).toEqual(['run', 'n', 'mapePct', 'lastWeekPct', 'pinballPct', 'coveragePct']);
  }, 180_000);

  test.each([
    {
      name: 'a short file',
      args: () => ['--from', cut('forty.csv', 40 * 24), ...NEW_YORK],
      says: 'forty.csv: 40 days of load, a backtest needs more than 40',
    },
    {
      name: 'areas beside a file',
      args: () => ['--from', EXAMPLE, ...NEW_YORK, '--areas', 'PJM'],
      says: '--areas does not work with a file',
    },
    {
      name: 'neither a date nor a file',
      args: () => ['--from', 'yesterday'],
      says: '--from yesterday is neither a date (YYYY-MM-DD) nor a file',
    },
    {
      name: 'a clock without a file',
      args: () => ['--from', '2023-01-01', '--to', '2023-01-02', ...NEW_YORK],
      says: '--timezone needs --from FILE',
    },
    { name: 'a date alone', args: () => ['--from', '2023-01-01'], says: '--to YYYY-MM-DD is missing' },
  ])(
    '$name: $says',
    async ({ args, says }) => {
      const { status, err } = await run('backtest', ...args());
      expect(status).not.toBe(0);
      expect(err.join('\n')).toContain(says);
    },
    60_000,
  );
});
