import { DAY_MS, type EpochMs, HOUR_MS } from '@loadcast/core';
import { reportWorld } from '@loadcast/core/testing';
import { type Answer, type Ask, handlerAsk, serverAsk } from '@loadcast/formats/testing';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSurfaceA } from './surface-a.js';

const NOW = Date.parse('2026-07-02T18:25:30.123Z');
const NEXT_HOUR = Date.parse('2026-07-02T19:00:00Z');
let now: EpochMs = NOW;

const asks: Partial<Record<'handlers' | 'server', Ask>> = {};
let close = (): void => undefined;
/** Asks a surface that was made for this question alone. */
let fresh: Ask;

beforeAll(async () => {
  const gaps = [Date.parse('2026-07-02T07:00Z'), Date.parse('2026-06-20T07:00Z')];
  const grids = ['caiso', 'ercot', 'pjm', 'miso', 'nyiso', 'isone'] as const; // SPP has nothing
  const world = await reportWorld('2026-04-20', '2026-07-02', { areas: grids, missingActuals: gaps });
  const mounts = [{ prefix: '/v1', surface: createSurfaceA(world) }];
  fresh = (path, plan) => handlerAsk([{ prefix: '/v1', surface: createSurfaceA(world) }], () => now)(path, plan);
  asks.handlers = handlerAsk(mounts, () => now);
  const server = await serverAsk(mounts, () => now);
  asks.server = server.ask;
  close = server.close;
});
afterAll(() => close());

const at = (offset: number): string => `${new Date(NOW + offset).toISOString().slice(0, 19)}Z`;
const parsed = (answer: Answer) => JSON.parse(answer.text);

describe.each(['handlers', 'server'] as const)('surface A, %s', (which) => {
  const ask: Ask = (path, plan) => asks[which]!(path, plan);

  describe('forecast', () => {
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
      body.data.forEach((point: Record<string, number | string>, i: number) => {
        expect(Object.keys(point)).toEqual(['timestamp', 'value_mw', 'p10', 'p90']);
        expect(point['timestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\+00:00$/);
        expect(Date.parse(String(point['timestamp']))).toBe(NEXT_HOUR + i * stepMs);
        expect(point['p10']).toBeLessThanOrEqual(Number(point['value_mw']));
        expect(point['p90']).toBeGreaterThanOrEqual(Number(point['value_mw']));
      });
    });

    test('four quarters average to their hour', async () => {
      const hours = parsed(await ask('/v1/demand/forecast?region=PJM', 'team')).data;
      const quarters = parsed(await ask('/v1/demand/forecast?region=PJM&resolution=15min', 'team')).data;
      for (const name of ['value_mw', 'p10', 'p90']) {
        hours.forEach((hour: Record<string, number>, i: number) => {
          const cents = quarters
            .slice(i * 4, i * 4 + 4)
            .map((quarter: Record<string, number>) => Math.round(quarter[name]! * 100));
          expect(cents.reduce((sum: number, cent: number) => sum + cent)).toBe(4 * Math.round(hour[name]! * 100));
        });
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
    test('Free never gets p10 or p90, whoever asked before', async () => {
      for (const plan of ['developer', 'free', 'team', 'free', 'enterprise', 'free']) {
        const answer = await ask('/v1/demand/forecast?region=MISO&horizon=2d', plan);
        expect(answer.text.includes('p10')).toBe(plan !== 'free');
        expect(answer.text.includes('p90')).toBe(plan !== 'free');
      }
    });

    test('as_of answers from what was available then', async () => {
      const body = parsed(await ask('/v1/demand/forecast?region=PJM&as_of=2026-07-01T12:54:59Z', 'free'));
      expect(body.meta.issued_at).toBe('2026-06-30T12:50:00Z');
      expect(body.data[0].timestamp).toBe('2026-07-01T13:00:00+00:00');
    });
  });

  describe('history', () => {
    test('the default is the last 24 hours; missing hours are absent and counted', async () => {
      const body = parsed(await ask('/v1/demand/history?region=PJM', 'free'));
      expect(Object.keys(body)).toEqual(['status', 'data', 'meta']);
      expect(body.meta).toEqual({
        region: 'PJM',
        start: '2026-07-01T18:25:30Z',
        end: '2026-07-02T18:25:30Z',
        resolution: '1h',
        count: 20, // 23 hours are over: 07:00 was left out, 16:00 and 17:00 are not out yet
        missing: 3,
        generated_at: '2026-07-02T18:25:30Z',
      });
      expect(body.data).toHaveLength(20);
      expect(body.data[0].timestamp).toBe('2026-07-01T19:00:00+00:00');
      for (const row of body.data) expect(Object.keys(row)).toEqual(['timestamp', 'value_mw']);
      expect(body.data.map(({ timestamp }: { timestamp: string }) => timestamp)).not.toContain(
        '2026-07-02T07:00:00+00:00',
      );
    });

    // docs/faults.md: fault 56
    test.each([
      { name: 'exactly 31 days', query: `start=${at(-31 * DAY_MS)}&end=${at(0)}`, status: 200 },
      { name: 'a second more', query: `start=${at(-31 * DAY_MS - 1000)}&end=${at(0)}`, status: 400 },
      { name: 'start after end', query: `start=${at(0)}&end=${at(-HOUR_MS)}`, status: 400 },
      { name: 'start at end', query: `start=${at(0)}&end=${at(0)}`, status: 400 },
      { name: 'only a start', query: `start=${at(-12 * HOUR_MS)}`, status: 200 },
      { name: 'only an end, before the default start', query: `end=${at(-2 * DAY_MS)}`, status: 400 },
      { name: 'an offset', query: 'start=2026-07-01T12:00:00-08:00&end=2026-07-02T00:00:00-08:00', status: 200 },
      { name: 'an unescaped +', query: 'start=2026-07-01T20:00:00+00:00&end=2026-07-02T08:00:00+00:00', status: 200 },
      { name: 'no offset', query: 'start=2026-07-01T20:00:00', status: 400 },
      { name: 'an impossible date', query: 'start=2026-06-31T20:00:00Z', status: 400 },
    ])('$name gives $status', async ({ query, status }) => {
      expect((await ask(`/v1/demand/history?region=PJM&${query}`, 'enterprise')).status).toBe(status);
    });

    test('a window is [start, end): the hour at its start is in, the hour at its end is not', async () => {
      const query = 'start=2026-07-01T10:00:00Z&end=2026-07-01T12:00:00Z';
      const { data } = parsed(await ask(`/v1/demand/history?region=PJM&${query}`, 'team'));
      expect(data.map(({ timestamp }: { timestamp: string }) => timestamp.slice(11, 16))).toEqual(['10:00', '11:00']);
    });

    test('a window in which no hour starts is an empty list', async () => {
      const query = 'start=2026-07-02T10:10:00Z&end=2026-07-02T10:20:00Z';
      const body = parsed(await ask(`/v1/demand/history?region=PJM&${query}`, 'free'));
      expect(body.data).toEqual([]);
      expect(body.meta).toMatchObject({ count: 0, missing: 0 });
    });

    test('as_of shows only what was known then', async () => {
      const query = 'start=2026-07-01T20:00:00Z&end=2026-07-02T08:00:00Z&as_of=2026-07-02T02:00:00Z';
      const { meta } = parsed(await ask(`/v1/demand/history?region=PJM&${query}`, 'team'));
      expect(meta).toMatchObject({ count: 4, missing: 2 });
    });

    // docs/faults.md: fault 57
    test('31 local days that contain the autumn change are not too long', async () => {
      const query = 'start=2026-10-15T00:00:00-04:00&end=2026-11-15T00:00:00-05:00';
      now = Date.parse('2026-12-01T00:00Z');
      const answer = await ask(`/v1/demand/history?region=PJM&${query}`, 'enterprise');
      now = NOW;
      expect(parsed(answer).error.code).toBe('no_data'); // nothing was measured, but the range is accepted
    });
  });

  test('latest has exactly the documented fields', async () => {
    expect(parsed(await ask('/v1/demand/latest?region=ERCOT', 'free'))).toEqual({
      status: 'success',
      data: {
        region: 'ERCOT',
        actual: { timestamp: '2026-07-02T15:00:00Z', value_mw: expect.any(Number) },
        forecast: {
          timestamp: '2026-07-02T19:00:00Z',
          value_mw: expect.any(Number),
          issued_at: '2026-07-02T13:50:00Z',
        },
      },
    });
  });

  test('the forecast of latest is the first row of the forecast', async () => {
    const latest = parsed(await ask('/v1/demand/latest?region=ERCOT', 'free')).data.forecast;
    const first = parsed(await ask('/v1/demand/forecast?region=ERCOT', 'free')).data[0];
    expect(Date.parse(latest.timestamp)).toBe(Date.parse(first.timestamp));
    expect(latest.value_mw).toBe(first.value_mw);
  });

  describe('accuracy', () => {
    const METRICS = ['mape_pct', 'mae_mw', 'rmse_mw', 'bias_mw', 'sample_hours'];

    test('has exactly the documented fields', async () => {
      const { status, data } = parsed(await ask('/v1/demand/accuracy?region=NYISO', 'free'));
      expect(status).toBe('success');
      expect(Object.keys(data)).toEqual(['region', 'metrics', 'model']);
      expect(Object.keys(data.metrics)).toEqual(METRICS);
      expect(data.metrics.sample_hours).toBe(30 * 24 - 1);
      expect(data.model).toEqual({
        name: 'made-up',
        version: '1.2.3',
        last_run: '2026-07-02T12:50:00Z',
        forecast_count: 74,
      });
    });

    test.each([
      { query: 'window=7', days: 7, run: 'DAM', hours: 168 },
      { query: 'window=7d', days: 7, run: 'DAM', hours: 168 },
      { query: 'run=7DA', days: 30, run: '7DA', hours: 719 },
      { query: 'run=15da&window=1', days: 1, run: '15DA', hours: 24 },
    ])('$query adds the window, the run and the intervals', async ({ query, days, run, hours }) => {
      const { data } = parsed(await ask(`/v1/demand/accuracy?region=NYISO&${query}`, 'free'));
      expect(data).toMatchObject({ run, window: { days, last_day: '2026-07-01' } });
      expect(data.metrics.sample_hours).toBe(hours);
      expect(Object.keys(data.metrics)).toEqual([...METRICS, 'coverage_pct', 'mean_width_mw', 'interval_hours']);
    });

    test.each(['naive_24h', 'naive_168h'])(
      'baseline=%s adds its metrics on the same hours, and skill',
      async (name) => {
        const { data } = parsed(await ask(`/v1/demand/accuracy?region=NYISO&baseline=${name}`, 'free'));
        expect(data.baseline).toMatchObject({ name, skill_pct: expect.any(Number) });
        expect(data.baseline.metrics.sample_hours).toBe(data.baseline.model_metrics.sample_hours);
      },
    );
  });

  test('regions lists the seven in the order of the contract, without a key', async () => {
    const answer = await ask('/v1/regions');
    const { status, data, meta } = parsed(answer);
    expect(status).toBe('success');
    expect(meta).toEqual({ count: 7, generated_at: '2026-07-02T18:25:30Z' });
    const codes = ['CAISO', 'ERCOT', 'PJM', 'MISO', 'NYISO', 'ISONE', 'SPP'];
    expect(data.map(({ region }: { region: string }) => region)).toEqual(codes);
    expect(data[1]).toEqual({
      region: 'ERCOT',
      iso_name: 'Electric Reliability Council of Texas',
      area: 'Texas',
      timezone: 'America/Chicago',
      available_horizons: ['1d', '2d', '7d', '15d'],
      available_resolutions: ['1h', '15min'],
      aliases: ['ERCO'],
      status: 'active',
    });
    expect(answer.headers['cache-control']).toBe('public, max-age=60');
  });

  test('health needs no key and is degraded while a grid has no forecast', async () => {
    const answer = await ask('/v1/health');
    expect(parsed(answer)).toEqual({
      status: 'degraded',
      model: { name: 'made-up', version: '1.2.3' },
      active_grids: 7,
      last_forecast_run: '2026-07-02T15:50:00Z',
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test.each([
    { path: '/v1/demand/forecast', status: 400, code: 'missing_parameter', says: 'region' },
    { path: '/v1/demand/history', status: 400, code: 'missing_parameter', says: 'region' },
    { path: '/v1/demand/latest', status: 400, code: 'missing_parameter', says: 'region' },
    { path: '/v1/demand/accuracy', status: 400, code: 'missing_parameter', says: 'region' },
    { path: '/v1/demand/forecast?region=', status: 400, code: 'invalid_parameter', says: 'CAISO, ERCOT' },
    { path: '/v1/demand/forecast?region=XX', status: 400, code: 'invalid_parameter', says: '"XX"' },
    { path: '/v1/demand/forecast?region=PGE', status: 400, code: 'invalid_parameter', says: 'region' },
    { path: '/v1/demand/forecast?region=NYIS-TOTAL', status: 400, code: 'invalid_parameter', says: 'region' },
    { path: '/v1/demand/forecast?region=__proto__', status: 400, code: 'invalid_parameter', says: 'region' },
    { path: '/v1/demand/forecast?region=PJM&region=PJM', status: 400, code: 'invalid_parameter', says: 'region' },
    { path: '/v1/demand/forecast?region[]=PJM', status: 400, code: 'invalid_parameter', says: 'region' },
    {
      path: '/v1/demand/forecast?region=PJM&horizon=3d',
      status: 400,
      code: 'invalid_parameter',
      says: '1d, 2d, 7d, 15d',
    },
    { path: '/v1/demand/forecast?region=PJM&horizon=', status: 400, code: 'invalid_parameter', says: 'horizon' },
    {
      path: '/v1/demand/forecast?region=PJM&resolution=5min',
      status: 400,
      code: 'invalid_parameter',
      says: '1h, 15min',
    },
    {
      path: '/v1/demand/forecast?region=PJM&as_of=2026-07-03T00:00:00Z',
      status: 400,
      code: 'invalid_parameter',
      says: 'as_of',
    },
    { path: '/v1/demand/history?region=PJM&start=yesterday', status: 400, code: 'invalid_parameter', says: 'start' },
    { path: '/v1/demand/accuracy?region=PJM&window=0', status: 400, code: 'invalid_parameter', says: 'window' },
    {
      path: '/v1/demand/accuracy?region=PJM&run=RTM',
      status: 400,
      code: 'invalid_parameter',
      says: 'DAM, 2DA, 7DA, 15DA',
    },
    { path: '/v1/demand/accuracy?region=PJM&baseline=me', status: 400, code: 'invalid_parameter', says: 'baseline' },
    { path: '/v1/demand/forecast?region=SPP', status: 404, code: 'no_data', says: 'SPP' },
    { path: '/v1/demand/history?region=SPP', status: 404, code: 'no_data', says: 'SPP' },
    { path: '/v1/demand/latest?region=SPP', status: 404, code: 'no_data', says: 'SPP' },
    { path: '/v1/demand/accuracy?region=SPP', status: 404, code: 'no_data', says: 'SPP' },
    { path: '/v1/demand/forecast?region=PJM&as_of=2026-01-01T00:00:00Z', status: 404, code: 'no_data', says: 'PJM' },
    { path: '/v1/demand/Forecast?region=PJM', status: 404, code: 'not_found', says: 'path' },
    { path: '/v1/demand/forecast/?region=PJM', status: 404, code: 'not_found', says: 'path' },
    { path: '/v1/demand/forecas%74?region=PJM', status: 404, code: 'not_found', says: 'path' },
    { path: '/v1/', status: 404, code: 'not_found', says: 'path' },
  ])('$path is $status $code', async ({ path, status, code, says }) => {
    const answer = await ask(path, 'enterprise');
    const { error } = parsed(answer);
    expect({ status: answer.status, code: error.code }).toEqual({ status, code });
    expect(error.message).toContain(says);
    expect(Object.keys(error)).toEqual(['code', 'message', 'documentation_url', 'request_id', 'details']);
  });

  test.each(['forecast', 'history', 'latest', 'accuracy'])('%s needs a key', async (name) => {
    const answer = await ask(`/v1/demand/${name}`); // the key comes before the parameters
    expect(answer.status).toBe(401);
    expect(parsed(answer).error.code).toBe('unauthorized');
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  const history = (hours: number): string =>
    `history?region=PJM&start=${at(-hours * HOUR_MS)}&end=${at((24 - hours) * HOUR_MS)}`;
  test.each([
    { path: 'forecast?region=PJM&horizon=2d', plan: 'free', needs: undefined },
    { path: 'forecast?region=PJM&horizon=7d', plan: 'free', needs: 'Developer' },
    { path: 'forecast?region=PJM&horizon=15d', plan: 'free', needs: 'Team' },
    { path: 'forecast?region=PJM&resolution=15min', plan: 'free', needs: 'Developer' },
    { path: 'forecast?region=PJM&horizon=7d&resolution=15min', plan: 'developer', needs: undefined },
    { path: 'forecast?region=PJM&horizon=15d', plan: 'developer', needs: 'Team' },
    { path: 'forecast?region=PJM&horizon=15d', plan: 'team', needs: undefined },
    { path: history(24), plan: 'free', needs: undefined },
    { path: history(25), plan: 'free', needs: 'Developer' },
    { path: history(30 * 24), plan: 'free', needs: 'Developer' },
    { path: history(30 * 24), plan: 'developer', needs: undefined },
    { path: history(30 * 24 + 1), plan: 'developer', needs: 'Enterprise' },
    { path: history(30 * 24 + 1), plan: 'team', needs: 'Enterprise' },
    { path: history(40 * 24), plan: 'enterprise', needs: undefined },
    { path: history(366 * 24), plan: 'enterprise', needs: 'Enterprise' },
  ])('$path on $plan: needs $needs', async ({ path, plan, needs }) => {
    const answer = await ask(`/v1/demand/${path}`, plan);
    if (needs === undefined) return expect(answer.status).toBe(200);
    const { error } = parsed(answer);
    expect(answer.status).toBe(403);
    expect(error.code).toBe('plan_limit');
    expect(error.details.required_plan).toBe(needs);
    return expect(error.message).toContain(needs === 'Enterprise' && plan === 'enterprise' ? 'No plan' : needs);
  });

  // docs/faults.md: fault 79
  test('answers to a key may not be kept by a shared cache', async () => {
    for (const name of ['forecast', 'history', 'latest', 'accuracy']) {
      const { headers } = await ask(`/v1/demand/${name}?region=PJM`, 'team');
      expect(headers['cache-control']).toMatch(/^private/);
      expect(headers['vary']).toBe('Authorization, Accept-Encoding');
      expect(headers['etag']).toMatch(/^W\/"[\w-]{22}"$/);
    }
  });
});

// docs/faults.md: fault 77
test('no two answers that differ share an entity tag', async () => {
  const tags = new Map<string, string>();
  const views = ['region=PJM', 'region=MISO', 'region=PJM&horizon=2d', 'region=PJM&resolution=15min'];
  for (const plan of ['free', 'developer', 'team']) {
    for (const view of views) {
      for (const name of ['forecast', 'history', 'latest', 'accuracy']) {
        const answer = await asks.handlers!(`/v1/demand/${name}?${view}`, plan);
        if (answer.status !== 200) continue;
        const tag = answer.headers['etag']!;
        expect(tags.get(tag) ?? answer.text).toBe(answer.text);
        tags.set(tag, answer.text);
      }
    }
  }
  expect(tags.size).toBeGreaterThan(12);
});

test.each([
  { name: 'forecast-free', path: '/v1/demand/forecast?region=CISO', plan: 'free' },
  { name: 'forecast-developer', path: '/v1/demand/forecast?region=ERCO&resolution=15min', plan: 'developer' },
  { name: 'history', path: '/v1/demand/history?region=NYIS', plan: 'free' },
  { name: 'latest', path: '/v1/demand/latest?region=ISNE', plan: 'free' },
  { name: 'accuracy', path: '/v1/demand/accuracy?region=PJM', plan: 'free' },
  { name: 'accuracy-baseline', path: '/v1/demand/accuracy?region=PJM&baseline=naive_168h&window=14d', plan: 'free' },
  { name: 'regions', path: '/v1/regions', plan: undefined },
  { name: 'health', path: '/v1/health', plan: undefined },
  { name: 'plan-limit', path: '/v1/demand/forecast?region=PJM&horizon=15d', plan: 'free' },
  { name: 'no-data', path: '/v1/demand/forecast?region=SPP', plan: 'free' },
])('$name is, byte for byte, the golden file', async ({ name, path, plan }) => {
  const { text } = await asks.handlers!(path, plan);
  await expect(text).toMatchFileSnapshot(`../golden/${name}.json`);
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
    const kept = await asks.handlers!(path, plan);
    expect(kept.text === (await fresh(path, plan)).text).toBe(true);
    if (plan === 'free') expect(/p10|p90/.test(kept.text)).toBe(false);
    else expect(/p10|p90/.test(kept.text)).toBe(kept.status === 200);
  }
});
