import type { Ask } from '@loadcast/formats/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, parsed, WAYS, type World } from './testing/world.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe.each(WAYS)('latest, %s', (way) => {
  const ask: Ask = (path, plan) => world.asks[way](path, plan);

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

  test('latest and forecast say when their forecast was issued, in a header too', async () => {
    for (const path of ['latest?region=ERCOT', 'forecast?region=ERCOT']) {
      const { headers } = await ask(`/v1/demand/${path}`, 'free');
      expect(headers['x-forecast-issued-at']).toBe('2026-07-02T13:50:00Z');
    }
  });

  test('the forecast of latest is the first row of the forecast', async () => {
    const latest = parsed(await ask('/v1/demand/latest?region=ERCOT', 'free')).data.forecast;
    const first = parsed(await ask('/v1/demand/forecast?region=ERCOT', 'free')).data[0];
    expect(Date.parse(latest.timestamp)).toBe(Date.parse(first.timestamp));
    expect(latest.value_mw).toBe(first.value_mw);
  });
});
