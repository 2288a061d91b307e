import assert from 'node:assert/strict';
import { cachedActualsStore, cachedVintageStore, findPlan } from '@loadcast/core';
import { reportWorld } from '@loadcast/core/testing';
import type { AuthedRequest, Prepared, Surface } from '@loadcast/formats';
import { preparedOf } from '@loadcast/formats/testing';
import { createSurfaceA } from '@loadcast/surface-a';
import { bench, describe } from 'vitest';

const world = await reportWorld('2026-04-20', '2026-07-02', { areas: ['pjm'] });
const cached = createSurfaceA({
  actuals: cachedActualsStore(world.actuals),
  vintages: cachedVintageStore(world.vintages),
});
const receivedAt = Date.parse('2026-07-02T18:25:30Z');

async function prepare(path: string, surface: Surface = cached): Promise<Prepared> {
  const [route = '', query = ''] = path.split('?');
  const request: AuthedRequest = {
    method: 'GET',
    path: route,
    fullPath: `/v1${route}`,
    query,
    headers: new Map(),
    receivedAt,
    requestId: 'bench',
    baseUrl: 'http://127.0.0.1',
    principal: { accountId: 'a', keyId: 'k', plan: findPlan('a', 'enterprise')! },
  };
  const found = surface.route(request);
  assert(found);
  return preparedOf(found, request);
}

async function answer(path: string, surface: Surface = cached): Promise<string | Uint8Array> {
  const { status, body } = await (await prepare(path, surface)).reply();
  assert.equal(status, 200);
  assert(typeof body === 'string' || body instanceof Uint8Array);
  return body;
}

const start = 'start=2026-06-01T18:25:30Z&end=2026-07-02T18:25:30Z';
const PATHS = [
  '/demand/forecast?region=PJM',
  '/demand/forecast?region=PJM&horizon=15d&resolution=15min',
  '/demand/history?region=PJM',
  `/demand/history?region=PJM&${start}`,
  '/demand/latest?region=PJM',
  '/demand/accuracy?region=PJM',
  '/regions',
];

// A faster wrong answer is not a result: cached answers must equal the answers of a surface without a cache.
for (const path of PATHS) {
  const made = await answer(path, createSurfaceA(world));
  assert.deepEqual(await answer(path), made);
  assert.deepEqual(await answer(path), made);
}

describe('surface A, query to body, stores in memory', () => {
  for (const path of PATHS) bench(path, async () => void (await answer(path)));
});

describe('surface A, query to entity tag (304)', () => {
  for (const path of PATHS) bench(path, async () => void (await prepare(path)));
});
