import { DAY_MS } from '@loadcast/core';
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

  /** Every row of the endpoint, of which the tool of the same name may leave some out. */
  async function compared(parameters: Record<string, string>): Promise<Record<string, unknown>[]> {
    const query = new URLSearchParams({ ...parameters, tz: 'market', format: 'columns' });
    const answer = await fetch(`${world.url}/v1/demand/compare?${query}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { data } = (await answer.json()) as { data: Record<string, unknown[]> };
    return data['time_utc']!.map((_, i) =>
      Object.fromEntries(Object.entries(data).map(([name, cells]) => [name, cells[i]])),
    );
  }

  const daysBefore = new Date(Date.parse(instant) - 2 * DAY_MS).toISOString().slice(0, 10);

  test.each(
    REGIONS.flatMap((region) => [
      { name: 'of a past day', region, args: { date: daysBefore, gate: 'dam' }, others: ['naive_24h_mw', 'actual_mw'] },
      { name: 'of the hours to come', region, args: {}, others: ['naive_24h_mw'] },
    ]),
  )(
    'the explained peak of $region $name is its highest hour, held against the others at that hour',
    async ({ region, args, others }) => {
      const { facts } = await call(await connectTo(world.url, key), 'explain_peak', { region, ...args });
      const { date, ...gate } = { date: undefined, ...args };
      const all = await compared({ region, ...gate, ...(date !== undefined && { start: date, end: date }) });
      const measured = all.findLastIndex(({ actual_mw }) => actual_mw !== null);
      const rows = date === undefined ? all.slice(measured + 1) : all;
      const mw = Math.max(...rows.map((row) => Number(row['loadcast_mw'])));
      const row = rows.find((each) => each['loadcast_mw'] === mw)!;
      const [p10, p90] = [row['p10'], row['p90']].map(wholeMw);
      expect(facts['peak']).toMatchObject({ time_utc: row['time_utc'], loadcast_mw: wholeMw(mw), p10, p90 });
      for (const name of others) {
        const theirs = Number(row[name]);
        expect(facts[name]).toMatchObject({
          at_that_hour: wholeMw(theirs),
          ours_is_higher_by_pct: Math.round((mw / theirs - 1) * 1_000) / 10 || 0, // JSON has no -0
          own_peak: wholeMw(Math.max(...rows.map((each) => Number(each[name])))),
        });
      }
    },
  );

  test.each(REGIONS)('the drivers of the explained peak of %s add up to it', async (region) => {
    const { facts } = await call(await connectTo(world.url, key), 'explain_peak', { region });
    const { peak, drivers } = facts as { peak: { loadcast_mw: number }; drivers?: Record<string, number> };
    const parts = Object.values(drivers ?? {});
    expect(parts.length).toBeGreaterThan(1);
    expect(Math.abs(parts.reduce((sum, mw) => sum + mw, 0) - peak.loadcast_mw)).toBeLessThanOrEqual(parts.length);
  });
});
