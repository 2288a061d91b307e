import { HOUR_MS } from '@loadcast/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, NOW, openWorld, parsed, WAYS, type World } from '../testing/world.js';

type Row = Record<string, number | string>;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const utc = (timestamp: number | string | undefined) => String(timestamp).replace('+00:00', 'Z');

describe.each(WAYS)('compare, %s', (way) => {
  const rows = async (path: string, plan = 'enterprise'): Promise<Row[]> => {
    const answer = await world.asks[way](`/v1/demand/${path}`, plan);
    expect([path, answer.status]).toEqual([path, 200]);
    return parsed(answer).data;
  };

  test.each([
    'gate=dam&start=2026-06-25&end=2026-06-28',
    'gate=-2d@11:30&start=2026-06-25&end=2026-06-26',
    'lead=30h&start=2026-06-25T00:00:00Z&end=2026-06-27T00:00:00Z',
  ])('%s: the forecast is that of /forecast, the load that of /history', async (range) => {
    const compared = await rows(`compare?region=CISO&${range}`);
    const forecast = await rows(`forecast?region=CAISO&${range}`);
    const history = await rows(`history?region=CAISO&${range.replace(/(gate|lead)=[^&]+&/, '')}`);
    expect(
      compared.map(({ time_utc, loadcast_mw, p10, p90, issued_at }) => [time_utc, loadcast_mw, p10, p90, issued_at]),
    ).toEqual(
      forecast.map(({ timestamp, value_mw, p10, p90, issued_at }) => [utc(timestamp), value_mw, p10, p90, issued_at]),
    );
    expect(compared.map(({ time_utc, actual_mw }) => [time_utc, actual_mw])).toEqual(
      history.map(({ timestamp, value_mw }) => [utc(timestamp), value_mw]),
    );
  });

  test('the naive forecasts repeat the last day and week that were known at the gate', async () => {
    const compared = await rows('compare?region=PJM&gate=dam&start=2026-06-28&end=2026-06-28');
    const before = await rows('history?region=PJM&start=2026-06-20&end=2026-06-28');
    const loads = new Map(before.map(({ timestamp, value_mw }) => [Date.parse(String(timestamp)), value_mw]));
    const gate = Date.parse('2026-06-27T13:00:00Z'); // 09:00 on the market's clock
    for (const { time_utc, naive_24h_mw, naive_168h_mw, naive_issued_at } of compared) {
      const start = Date.parse(String(time_utc));
      let dayBefore = start - 24 * HOUR_MS;
      while (dayBefore + HOUR_MS > gate - 2 * HOUR_MS) dayBefore -= 24 * HOUR_MS;
      const known = [loads.get(dayBefore), loads.get(start - 168 * HOUR_MS)];
      expect([time_utc, naive_24h_mw, naive_168h_mw]).toEqual([time_utc, ...known]);
      expect(Date.parse(String(naive_issued_at))).toBe(gate);
    }
  });

  test('without a gate there is no hole: each hour has the run that was there when it began, those ahead the newest', async () => {
    const compared = await rows('compare?region=PJM,MISO');
    expect(compared).toHaveLength(2 * 48);
    const pjm = compared.filter(({ region }) => region === 'PJM');
    expect(pjm.filter(({ loadcast_mw }) => loadcast_mw === undefined)).toEqual([]);
    const newest = Date.parse(String((await rows('snapshot?region=PJM'))[0]!['issued_at']));
    for (const { time_utc, issued_at, actual_mw } of pjm) {
      const [start, issued] = [Date.parse(String(time_utc)), Date.parse(String(issued_at))];
      expect(issued).toBeLessThanOrEqual(start);
      if (start > NOW) {
        expect([time_utc, issued, actual_mw]).toEqual([time_utc, newest, undefined]);
      } else {
        const lead = `forecast?region=PJM&lead=1h&start=${time_utc}&end=${new Date(start + HOUR_MS).toISOString()}`;
        expect(issued).toBeGreaterThanOrEqual(Date.parse(String((await rows(lead))[0]!['issued_at'])));
      }
    }
  });

  test('Free gets no bounds, and no hour of before its history', async () => {
    const { text } = await world.asks[way]('/v1/demand/compare?region=PJM&format=csv', 'free');
    expect(text).toContain('loadcast_mw,actual_mw');
    expect(text).not.toMatch(/p10|p90/);
    const older = `/v1/demand/compare?region=PJM&start=${at(-30 * HOUR_MS)}&end=${at(0)}`;
    expect((await world.asks[way](older, 'free')).status).toBe(403);
  });

  test.each([
    ['region=PJM&gate=dam&lead=1h', 400, 'lead: expected no value with gate'],
    ['gate=dam', 400, 'region is required'],
    ['region=SPP', 404, 'SPP'],
    ['region=PJM&start=2026-05-01&end=2026-07-01', 400, 'at most 31 days'],
    ['region=PJM&start=2026-07-20&end=2026-07-21', 404, 'PJM'],
  ])('%s is %i', async (query, status, says) => {
    const answer = await world.asks[way](`/v1/demand/compare?${query}`, 'enterprise');
    expect([answer.status, parsed(answer).error.message]).toEqual([status, expect.stringContaining(says)]);
  });
});
