import type { Ask } from '@loadcast/formats/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, parsed, WAYS, type World } from '../../testing/world.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe.each(WAYS)('accuracy, %s', (way) => {
  const ask: Ask = (path, plan) => world.asks[way](path, plan);

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

  test.each([
    { query: 'window=30', statuses: { free: 200, team: 200, enterprise: 200 } },
    { query: 'window=31', statuses: { free: 403, team: 403, enterprise: 200 } },
    { query: 'window=366', statuses: { free: 403, team: 403, enterprise: 403 } },
    { query: 'as_of=2026-07-01T18:00:00Z', statuses: { free: 200, team: 200, enterprise: 200 } },
    { query: 'as_of=2026-07-01T17:59:59Z', statuses: { free: 403, team: 200, enterprise: 200 } },
  ])('$query is answered as far as the history of a plan reaches, 30 days for all', async ({ query, statuses }) => {
    for (const [plan, status] of Object.entries(statuses)) {
      expect([plan, (await ask(`/v1/demand/accuracy?region=NYISO&${query}`, plan)).status]).toEqual([plan, status]);
    }
  });

  test.each(['naive_24h', 'naive_168h'])('baseline=%s adds its metrics on the same hours, and skill', async (name) => {
    const { data } = parsed(await ask(`/v1/demand/accuracy?region=NYISO&baseline=${name}`, 'free'));
    expect(data.baseline).toMatchObject({ name, skill_pct: expect.any(Number) });
    expect(data.baseline.metrics.sample_hours).toBe(data.baseline.model_metrics.sample_hours);
  });
});
