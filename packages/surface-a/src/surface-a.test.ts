import { DAY_MS } from '@loadcast/core';
import type { Ask } from '@loadcast/formats/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, historyFrom, openWorld, parsed, WAYS, type World } from './testing/world.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe.each(WAYS)('surface A, %s', (way) => {
  const ask: Ask = (path, plan) => world.asks[way](path, plan);

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
    {
      path: '/v1/demand/forecast?region=SPP&gate=dam&start=2026-06-01&end=2026-06-01',
      status: 404,
      code: 'no_data',
      says: 'by 2026-05-31T14:00:00Z, the gate for these hours, and none is backdated',
    },
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

  test.each([
    { path: 'forecast?region=PJM&horizon=2d', plan: 'free', needs: undefined },
    { path: 'forecast?region=PJM&horizon=7d', plan: 'free', needs: 'Developer' },
    { path: 'forecast?region=PJM&horizon=15d', plan: 'free', needs: 'Team' },
    { path: 'forecast?region=PJM&resolution=15min', plan: 'free', needs: 'Developer' },
    { path: 'forecast?region=PJM&horizon=7d&resolution=15min', plan: 'developer', needs: undefined },
    { path: 'forecast?region=PJM&horizon=15d', plan: 'developer', needs: 'Team' },
    { path: 'forecast?region=PJM&horizon=15d', plan: 'team', needs: undefined },
    { path: historyFrom(24), plan: 'free', needs: undefined },
    { path: historyFrom(25), plan: 'free', needs: 'Developer' },
    { path: historyFrom(30 * 24), plan: 'free', needs: 'Developer' },
    { path: historyFrom(30 * 24), plan: 'developer', needs: undefined },
    { path: historyFrom(30 * 24 + 1), plan: 'developer', needs: 'Enterprise' },
    { path: historyFrom(30 * 24 + 1), plan: 'team', needs: 'Enterprise' },
    { path: historyFrom(40 * 24), plan: 'enterprise', needs: undefined },
    { path: historyFrom(366 * 24), plan: 'enterprise', needs: 'No plan' },
    { path: `latest?region=PJM&as_of=${at(-DAY_MS)}`, plan: 'free', needs: undefined },
    { path: `latest?region=PJM&as_of=${at(-2 * DAY_MS)}`, plan: 'free', needs: 'Developer' },
    { path: `latest?region=PJM&as_of=${at(-31 * DAY_MS)}`, plan: 'team', needs: 'Enterprise' },
    { path: `latest?region=PJM&as_of=${at(-31 * DAY_MS)}`, plan: 'enterprise', needs: undefined },
  ])('$path on $plan: needs $needs', async ({ path, plan, needs }) => {
    const answer = await ask(`/v1/demand/${path}`, plan);
    if (needs === undefined) return expect(answer.status).toBe(200);
    const { error } = parsed(answer);
    expect(answer.status).toBe(403);
    expect(error.code).toBe('plan_limit');
    expect(error.details.required_plan).toBe(needs === 'No plan' ? undefined : needs);
    return expect(error.message).toContain(`${needs} ${needs === 'No plan' ? '' : 'plan '}includes it`);
  });

  // docs/faults.md: fault 79
  test('answers to a key may not be kept by a shared cache', async () => {
    for (const name of ['forecast', 'history', 'latest', 'accuracy']) {
      const { headers } = await ask(`/v1/demand/${name}?region=PJM`, 'team');
      expect(headers['cache-control']).toMatch(/^private/);
      expect(headers['vary']).toBe('Authorization, Accept, Accept-Encoding');
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
        const answer = await world.asks.handlers(`/v1/demand/${name}?${view}`, plan);
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
  const { text } = await world.asks.handlers(path, plan);
  await expect(text).toMatchFileSnapshot(`../golden/${name}.json`);
});
