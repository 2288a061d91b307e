import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, parsed, WAYS, type World } from '../../testing/world.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

type Row = Readonly<Record<string, number | string | undefined>>;
const PARTS = ['climatology_mw', 'holiday_mw', 'recent_load_mw', 'neighbours_mw', 'operator_mw', 'weather_mw'];
const sumOf = (row: Row, names: readonly string[]) => names.reduce((sum, name) => sum + Number(row[name]), 0);

describe.each(WAYS)('why, %s', (way) => {
  const ask = (path: string, plan = 'team') => world.asks[way](`/v1/demand/${path}`, plan);
  const rowsOf = async (path: string): Promise<Row[]> => parsed(await ask(path)).data;

  test('drivers of each hour add up to the forecast of the hour', async () => {
    const rows = await rowsOf('drivers?region=PJM');
    const forecast = await rowsOf('forecast?region=PJM');
    expect(rows).toHaveLength(24);
    expect(rows.map((row) => Number(sumOf(row, PARTS).toFixed(2)))).toEqual(rows.map(({ value_mw }) => value_mw));
    expect(rows.map(({ value_mw }) => value_mw)).toEqual(forecast.map(({ value_mw }) => value_mw));
  });

  test('include=drivers says of a horizon and of a range what drivers says', async () => {
    const rows = await rowsOf('drivers?region=PJM');
    const columns = (list: readonly Row[], prefix: string) =>
      list.map((row) => PARTS.map((name) => row[prefix + name]));
    const beside = await rowsOf('forecast?region=PJM&include=drivers');
    expect(columns(beside, 'driver_')).toEqual(columns(rows, ''));
    const range = 'start=2026-07-02T19:00:00Z&end=2026-07-03T19:00:00Z';
    expect(columns(await rowsOf(`forecast?region=PJM&include=drivers&${range}`), 'driver_')).toEqual(columns(rows, ''));
  });

  test('a path is the same whatever n is, and with run_id it comes again', async () => {
    const few = parsed(await ask('scenarios?region=PJM&n=2'));
    const more = parsed(await ask(`scenarios?run_id=${few.meta.run_id}&n=5`));
    expect(few.data).toHaveLength(48);
    expect(more.data.slice(0, 48)).toEqual(few.data);
    const other = parsed(await ask('scenarios?region=ERCOT&n=2'));
    expect(other.data).not.toEqual(few.data);
  });

  test('four of five hours of the paths lie between p10 and p90', async () => {
    const paths = await rowsOf('scenarios?region=PJM&n=200&horizon=2d');
    const bounds = await rowsOf('forecast?region=PJM&horizon=2d');
    const byHour = new Map(bounds.map((row) => [String(row['timestamp']).replace('+00:00', 'Z'), row]));
    const shared = paths.filter(({ time_utc }) => byHour.has(String(time_utc)));
    expect(shared.length).toBeGreaterThan(200 * 24);
    const inside = shared.filter(({ value_mw, time_utc }) => {
      const { p10, p90 } = byHour.get(String(time_utc))!;
      return Number(value_mw) >= Number(p10) && Number(value_mw) <= Number(p90);
    });
    expect(inside.length / shared.length).toBeGreaterThan(0.75);
    expect(inside.length / shared.length).toBeLessThan(0.85);
  });

  test('peaks are of today and six days more; the probabilities of the hours sum to 100 %', async () => {
    const rows = await rowsOf('peaks?region=ERCOT&tz=market');
    expect(rows.map(({ day }) => day)).toEqual(
      ['02', '03', '04', '05', '06', '07', '08'].map((day) => `2026-07-${day}`),
    );
    expect(rows.every((row) => Number(row['program_pct'] ?? 0) <= 100)).toBe(true);
    for (const row of rows) {
      const hours = Array.from({ length: 25 }, (_, hour) => Number(row[`hour_${hour + 1}_pct`] ?? 0));
      expect(hours.reduce((sum, odds) => sum + odds, 0)).toBeCloseTo(100, 1);
      expect(Number(row['p10'])).toBeLessThan(Number(row['peak_mw']));
      expect(Number(row['p90'])).toBeGreaterThan(Number(row['peak_mw']));
      expect(row).toMatchObject({ state: 'forecast', season: 'summer', program: 'ercot_4cp' });
    }
  });

  test('without a past year the odds of a month whose end no run reaches are absent, not guessed', async () => {
    const rows = await rowsOf('peaks?region=CAISO');
    expect(rows.every((row) => row['month_pct'] === undefined)).toBe(true);
    expect(rows.every((row) => Number(row['season_so_far_pct']) >= 0)).toBe(true);
  });

  test('a past day has its odds of the gate beside the hour that was the highest', async () => {
    const [row] = await rowsOf('peaks?region=ERCOT&gate=dam&start=2026-06-30&end=2026-06-30');
    const load = await rowsOf('history?region=ERCOT&start=2026-06-30&end=2026-06-30');
    const highest = load.reduce((best, next) => (Number(next['value_mw']) > Number(best['value_mw']) ? next : best));
    expect(row).toMatchObject({
      state: 'measured',
      actual_peak_mw: highest['value_mw'],
      actual_peak_time_utc: String(highest['timestamp']).replace('+00:00', 'Z'),
      odds_at: '2026-06-29T14:00:00Z',
    });
  });

  test('the gate of a day that has not come is pending', async () => {
    const [row] = await rowsOf('peaks?region=ERCOT&gate=dam&start=2026-07-05&end=2026-07-05');
    expect(row).toEqual({ day: '2026-07-05', region: 'ERCOT', state: 'pending' });
  });

  test('the Free plan gets the peak and its hour, no probability, and neither drivers nor scenarios', async () => {
    const { text } = await ask('peaks?region=PJM', 'free');
    expect(text).toContain('"peak_mw"');
    expect(text).not.toMatch(/pct|p10|p90/);
    for (const path of ['drivers?region=PJM', 'scenarios?region=PJM', 'forecast?region=PJM&include=drivers']) {
      expect((await ask(path, 'free')).status).toBe(403);
    }
  });

  test.each([
    ['scenarios?n=3', 400, 'region'],
    ['scenarios?region=PJM&n=201', 400, 'n: expected'],
    ['scenarios?run_id=PJM-20260630T125000001Z', 404, 'no such run'],
    ['scenarios?run_id=PJM-20200101T000000000Z', 403, 'History older than 30 days'],
    ['drivers?region=PJM&gate=dam&lead=2h', 400, 'lead'],
    ['drivers?region=SPP', 404, 'SPP'],
    ['peaks?region=PJM&start=2024-01-01&end=2026-01-01', 400, '366 days'],
  ])('%s is %i', async (path, status, says) => {
    const answer = await ask(path);
    expect([answer.status, parsed(answer).error.message]).toEqual([status, expect.stringContaining(says)]);
  });

  test.each(['drivers?region=PJM', 'scenarios?region=PJM&n=2', 'peaks?region=PJM'])(
    '%s has the same numbers in each format',
    async (path) => {
      const rows = await rowsOf(path);
      const { data: columns } = parsed(await ask(`${path}&format=columns`));
      const lines = (await ask(`${path}&format=ndjson`)).text.trim().split('\n');
      const csv = (await ask(`${path}&format=csv`)).text.trim().split('\n');
      const defined = (row: Row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
      const names = Object.keys(columns);
      const fromColumns = rows.map((_, row) =>
        defined(Object.fromEntries(names.map((name) => [name, columns[name][row]]))),
      );
      expect(fromColumns).toEqual(rows);
      expect(lines.map((line) => defined(JSON.parse(line)))).toEqual(rows);
      expect(csv[0]!.split(',')).toEqual(names);
      const cells = csv.slice(1).map((line) => line.split(','));
      expect(cells.map((row) => row[names.indexOf('value_mw')])).toEqual(
        rows.map(({ value_mw }) => (value_mw === undefined ? undefined : String(value_mw))),
      );
    },
  );
});
