import { DAY_MS, HOUR_MS } from '@loadcast/core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type ServedWorld, serveWorld } from '../../served-world.js';
import { call, connectTo, wholeMw } from './tool-calls.js';

/** At some of them the highest hour to come is the one in progress, at some the last of the day ahead. */
const INSTANTS = [
  '2026-11-22T23:05:00Z',
  '2027-03-14T23:43:00Z',
  '2027-03-15T00:02:00Z',
  '2026-11-01T06:30:00Z',
  '2026-12-31T23:58:00Z',
  '2028-02-29T12:00:00Z',
];
const REGIONS = ['PJM', 'SPP', 'CAISO'];

describe.each(INSTANTS)('at %s', (instant) => {
  let world: ServedWorld;
  let key: string;
  beforeAll(async () => {
    vi.useFakeTimers({ now: Date.parse(instant), toFake: ['Date'], shouldAdvanceTime: true });
    world = await serveWorld();
    key = await world.keyOf({ a: 'team' });
  });
  afterAll(async () => {
    await world?.stop();
    world?.remove();
    vi.useRealTimers();
  });

  /** Every row of an endpoint, of which the tool may leave some out. */
  async function rowsOf(path: string, parameters: Record<string, string>): Promise<Record<string, unknown>[]> {
    const query = new URLSearchParams({ ...parameters, tz: 'market', format: 'columns' });
    const answer = await fetch(`${world.url}/v1/demand/${path}?${query}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { data } = (await answer.json()) as { data: Record<string, unknown[]> };
    return data['region']!.map((_, i) =>
      Object.fromEntries(Object.entries(data).map(([name, cells]) => [name, cells[i]])),
    );
  }

  const daysBefore = new Date(Date.parse(instant) - 2 * DAY_MS).toISOString().slice(0, 10);

  test.each(
    REGIONS.flatMap((region) => [
      { name: 'of a past day', region, args: { date: daysBefore, gate: 'dam' }, others: ['naive_24h_mw', 'actual_mw'] },
      { name: 'to come', region, args: {}, others: ['naive_24h_mw'] },
    ]),
  )(
    'the explained peak of $region $name is the one of /peaks, held against the others at its hour',
    async ({ region, args, others }) => {
      const { facts } = await call(await connectTo(world.url, key), 'explain_peak', { region, ...args });
      const { date, ...gate } = { date: undefined, ...args };
      const days = await rowsOf('peaks', { region, ...gate, ...(date !== undefined && { start: date, end: date }) });
      const { day } = facts['peak'] as { readonly day: string };
      const peak = days.find((row) => row['day'] === day)!;
      const hour = String(peak['peak_time_utc']);
      if (date === undefined) expect(Date.parse(hour) + HOUR_MS).toBeGreaterThan(Date.parse(instant));
      const [peak_mw, p10, p90] = ['peak_mw', 'p10', 'p90'].map((name) => wholeMw(peak[name]));
      expect(facts['peak']).toMatchObject({ peak_time_utc: hour, peak_mw, p10, p90 });
      const rows = await rowsOf('compare', { region, ...gate, start: day, end: day });
      const row = rows.find(({ time_utc }) => time_utc === hour)!;
      expect(facts['forecast_of_that_hour']).toBe(wholeMw(row['loadcast_mw']));
      for (const name of others) {
        const theirs = Number(row[name]);
        expect(facts[name]).toMatchObject({
          at_that_hour: wholeMw(theirs),
          ours_is_higher_by_pct: Math.round((Number(row['loadcast_mw']) / theirs - 1) * 1_000) / 10 || 0, // JSON has no -0
          own_highest: wholeMw(Math.max(...rows.map((each) => Number(each[name])))),
        });
      }
    },
  );

  test.each(REGIONS)('the drivers of the hour of the explained peak of %s add up to its forecast', async (region) => {
    const { facts } = await call(await connectTo(world.url, key), 'explain_peak', { region });
    const { forecast_of_that_hour, drivers } = facts as {
      forecast_of_that_hour: number;
      drivers?: Record<string, number>;
    };
    const parts = Object.values(drivers ?? {});
    expect(parts.length).toBeGreaterThan(1);
    expect(Math.abs(parts.reduce((sum, mw) => sum + mw, 0) - forecast_of_that_hour)).toBeLessThanOrEqual(parts.length);
  });
});
