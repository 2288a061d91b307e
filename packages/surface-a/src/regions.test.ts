import type { Ask } from '@loadcast/formats/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, parsed, WAYS, type World } from './testing/world.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe.each(WAYS)('regions, %s', (way) => {
  const ask: Ask = (path, plan) => world.asks[way](path, plan);

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
    expect(data[0].aliases).toEqual(['CISO']);
    expect(answer.text).not.toContain('the service');
    expect((await ask('/v1/demand/latest?region=the%20service', 'free')).status).toBe(200);
    expect(answer.headers['cache-control']).toBe('public, max-age=60');
  });
});
