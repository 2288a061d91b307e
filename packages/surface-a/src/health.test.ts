import { AREAS, type AreaId, areaById, HOUR_MS } from '@loadcast/core';
import { memoryActualsStore, memoryVintageStore } from '@loadcast/core/memory';
import { buildVintage } from '@loadcast/core/testing';
import { type Ask, handlerAsk } from '@loadcast/formats/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSurfaceA } from './surface-a.js';
import { openWorld, parsed, WAYS, type World } from './testing/world.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe.each(WAYS)('health, %s', (way) => {
  const ask: Ask = (path, plan) => world.asks[way](path, plan);

  test('health needs no key and is degraded while a grid has no forecast', async () => {
    const answer = await ask('/v1/health');
    expect(parsed(answer)).toEqual({
      status: 'degraded',
      model: { name: 'made-up', version: '1.2.3' },
      active_grids: 7,
      last_forecast_run: '2026-07-02T15:50:00Z',
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['x-degraded-because']).toBe('SPP has no forecast yet');
  });
});

const NOW = Date.parse('2026-07-02T18:00:00Z');

test.each([
  { name: 'all is well', status: 'ok', because: undefined },
  {
    name: 'a forecast is older than a day and two hours',
    old: 'miso',
    status: 'degraded',
    because: 'the newest forecast of MISO is more than 26 h old',
  },
  {
    name: 'the gateway says why',
    words: 'past gates are being forecast',
    status: 'degraded',
    because: 'past gates are being forecast',
  },
  { name: 'forecasts cannot be read', fails: true, status: 'degraded', because: 'forecasts cannot be read' },
])('$name: $status, $because', async ({ old, words, fails, status, because }) => {
  const vintages = memoryVintageStore();
  for (const { id } of AREAS) {
    const issuedAt = NOW - (id === (old as AreaId | undefined) ? 27 : 1) * HOUR_MS;
    await vintages.append(buildVintage({ areaId: areaById(id).id, issuedAt, availableAt: issuedAt, start: issuedAt }));
  }
  const read = fails ? { newest: async () => Promise.reject(new Error('away')) } : {};
  const surface = createSurfaceA({
    actuals: memoryActualsStore(),
    vintages: { ...vintages, ...read },
    degradedBecause: () => words,
    versions: { release: '0.1.0', interface: '1.0.0' },
  });
  const answer = await handlerAsk([{ prefix: '/v1', surface }], () => NOW)('/v1/health');
  expect(answer.headers['x-loadcast-version']).toBe('0.1.0');
  expect(answer.headers['x-interface-version']).toBe('1.0.0');
  expect(JSON.parse(answer.text).status).toBe(status);
  expect(answer.headers['x-degraded-because']).toBe(because);
});
