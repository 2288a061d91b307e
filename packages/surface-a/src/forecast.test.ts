import { HOUR_MS } from '@loadcast/core';
import type { Ask } from '@loadcast/formats/testing';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NEXT_HOUR, NOW, openWorld, parsed, WAYS, type World } from './testing/world.js';

interface Point {
  readonly timestamp: string;
  readonly value_mw: number;
  readonly p10: number;
  readonly p90: number;
}

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe.each(WAYS)('forecast, %s', (way) => {
  const ask: Ask = (path, plan) => world.asks[way](path, plan);

  test.each([
    { query: 'region=PJM', horizon: '1d', resolution: '1h', count: 24 },
    { query: 'region=PJM&horizon=1d', horizon: '1d', resolution: '1h', count: 24 },
    { query: 'region=PJM&horizon=2d', horizon: '2d', resolution: '1h', count: 48 },
    { query: 'region=PJM&horizon=7d', horizon: '7d', resolution: '1h', count: 168 },
    { query: 'region=PJM&horizon=15d', horizon: '15d', resolution: '1h', count: 360 },
    { query: 'region=PJM&resolution=15min', horizon: '1d', resolution: '15min', count: 96 },
    { query: 'region=PJM&horizon=2d&resolution=15MIN', horizon: '2d', resolution: '15min', count: 192 },
    { query: 'region=PJM&horizon=7D&resolution=15min', horizon: '7d', resolution: '15min', count: 672 },
    { query: 'region=PJM&horizon=15d&resolution=15min', horizon: '15d', resolution: '15min', count: 1440 },
    { query: 'region=PJM&horizon=15d&resolution=15min&unknown=1', horizon: '15d', resolution: '15min', count: 1440 },
  ])('$query gives $count rows from the first full hour', async ({ query, horizon, resolution, count }) => {
    const answer = await ask(`/v1/demand/forecast?${query}`, 'team');
    const body = parsed(answer);
    expect(answer.status).toBe(200);
    expect(Object.keys(body)).toEqual(['status', 'data', 'meta']);
    expect(body.status).toBe('success');
    expect(body.meta).toEqual({
      region: 'PJM',
      horizon,
      resolution,
      count,
      issued_at: '2026-07-02T12:50:00Z',
      model: 'made-up-1.2.3',
      generated_at: '2026-07-02T18:25:30Z',
    });
    expect(body.data).toHaveLength(count);
    const stepMs = resolution === '1h' ? HOUR_MS : HOUR_MS / 4;
    const points: Point[] = body.data;
    // Whole columns are compared: an expectation a cell was most of the time of this file.
    const instants = Array.from({ length: count }, (_, i) => new Date(NEXT_HOUR + i * stepMs).toISOString());
    expect(points.map(({ timestamp }) => timestamp)).toEqual(instants.map((iso) => `${iso.slice(0, 19)}+00:00`));
    expect(new Set(points.map((point) => Object.keys(point).join()))).toEqual(new Set(['timestamp,value_mw,p10,p90']));
    expect(points.filter(({ value_mw, p10, p90 }) => !(p10 <= value_mw && value_mw <= p90))).toEqual([]);
  });

  test('four quarters average to their hour', async () => {
    const hours = parsed(await ask('/v1/demand/forecast?region=PJM', 'team')).data;
    const quarters = parsed(await ask('/v1/demand/forecast?region=PJM&resolution=15min', 'team')).data;
    for (const name of ['value_mw', 'p10', 'p90'] as const) {
      const cents: number[] = quarters.map((quarter: Point) => Math.round(quarter[name] * 100));
      const sums = hours.map((_: Point, i: number) => cents.slice(i * 4, i * 4 + 4).reduce((sum, cent) => sum + cent));
      expect(sums).toEqual(hours.map((hour: Point) => 4 * Math.round(hour[name] * 100)));
    }
  });

  // docs/faults.md: fault 55
  test.each([
    { region: 'CAISO', code: 'CAISO' },
    { region: 'CISO', code: 'CAISO' },
    { region: 'the%20service', code: 'CAISO' },
    { region: 'ercot', code: 'ERCOT' },
    { region: 'ERCO', code: 'ERCOT' },
    { region: 'MISO', code: 'MISO' },
    { region: 'NYIS', code: 'NYISO' },
    { region: 'NYISO', code: 'NYISO' },
    { region: 'ISNE', code: 'ISONE' },
    { region: '%20isone%20', code: 'ISONE' },
  ])('region=$region is echoed as $code', async ({ region, code }) => {
    expect(parsed(await ask(`/v1/demand/forecast?region=${region}`, 'free')).meta.region).toBe(code);
    expect(parsed(await ask(`/v1/demand/history?region=${region}`, 'free')).meta.region).toBe(code);
    expect(parsed(await ask(`/v1/demand/latest?region=${region}`, 'free')).data.region).toBe(code);
    expect(parsed(await ask(`/v1/demand/accuracy?region=${region}`, 'free')).data.region).toBe(code);
  });

  // docs/faults.md: fault 78
  test('Free never gets p10 or p90, whatever plan was served before', async () => {
    for (const plan of ['developer', 'free', 'team', 'free', 'enterprise', 'free']) {
      const answer = await ask('/v1/demand/forecast?region=MISO&horizon=2d', plan);
      expect(answer.text.includes('p10')).toBe(plan !== 'free');
      expect(answer.text.includes('p90')).toBe(plan !== 'free');
    }
  });

  test('as_of answers from what was available then', async () => {
    const body = parsed(await ask('/v1/demand/forecast?region=PJM&as_of=2026-07-01T12:54:59Z', 'team'));
    expect(body.meta.issued_at).toBe('2026-06-30T12:50:00Z');
    expect(body.data[0].timestamp).toBe('2026-07-01T13:00:00+00:00');
  });
});

test('1000 random requests: each body is what a surface that has kept nothing makes, and Free has no bounds', async () => {
  const pick = fc.record({
    region: fc.constantFrom('PJM', 'pjm', 'CISO', 'CAISO', 'NYIS'),
    horizon: fc.constantFrom('1d', '2d', '7d'),
    resolution: fc.constantFrom('1h', '15min'),
    plan: fc.constantFrom('free', 'developer', 'team', 'enterprise'),
    asOfHours: fc.constantFrom(0, 0, 0, 1, 30),
  });
  for (const { region, horizon, resolution, plan, asOfHours } of fc.sample(pick, 1000)) {
    const as_of = new Date(NOW - asOfHours * HOUR_MS).toISOString();
    const path = `/v1/demand/forecast?region=${region}&horizon=${horizon}&resolution=${resolution}&as_of=${as_of}`;
    const kept = await world.asks.handlers(path, plan);
    expect(kept.text === (await world.fresh(path, plan)).text).toBe(true);
    if (plan === 'free') expect(/p10|p90/.test(kept.text)).toBe(false);
    else expect(/p10|p90/.test(kept.text)).toBe(kept.status === 200);
  }
});
