import type { Ask } from '@loadcast/formats/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
    expect(answer.headers['x-degraded-because']).toBe('there is no forecast of SPP yet');
  });
});
