import { DAY_MS, findPlan } from '@loadcast/core';
import { reportWorld } from '@loadcast/core/testing';
import type { AuthedRequest } from '@loadcast/formats';
import { beforeAll, expect, test } from 'vitest';
import { createSurfaceA } from '../surface-a.js';

const NOW = Date.parse('2026-07-02T18:25:30Z');
let surface: ReturnType<typeof createSurfaceA>;
beforeAll(async () => {
  surface = createSurfaceA(await reportWorld('2026-06-28', '2026-07-02', { areas: ['pjm'] }));
});

function requestOf(path: string, query: string, plan: 'free' | 'enterprise'): AuthedRequest {
  return {
    method: 'GET',
    path,
    fullPath: `/v1${path}`,
    query,
    headers: new Map(),
    receivedAt: NOW,
    requestId: 'r',
    baseUrl: 'http://127.0.0.1',
    principal: { accountId: 'a', keyId: 'k', plan: findPlan('a', plan)! },
  };
}

const LONG_AGO = `start=${new Date(NOW - 60 * DAY_MS).toISOString()}&end=${new Date(NOW - 40 * DAY_MS).toISOString()}`;

/** What a plan does not include is refused before the answer waits for its turn among the large ones. */
test.each([
  { path: '/demand/history', query: `region=PJM&${LONG_AGO}` },
  { path: '/demand/forecast', query: `region=PJM&${LONG_AGO}` },
  { path: '/demand/forecast', query: 'region=PJM&horizon=15d' },
  { path: '/demand/forecast', query: 'region=PJM&resolution=15min' },
  { path: '/demand/compare', query: `region=PJM&${LONG_AGO}` },
])('$path?$query is refused to Free, and has a price for Enterprise, before anything is read', async (asked) => {
  const route = surface.route(requestOf(asked.path, asked.query, 'free'))!;
  const preparing = async (plan: 'free' | 'enterprise') => route.prepare(requestOf(asked.path, asked.query, plan));
  await expect(preparing('free')).rejects.toMatchObject({ code: 'plan_limit' });
  expect(await preparing('enterprise')).toHaveProperty('price');
});
