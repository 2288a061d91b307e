import { DAY_MS, HOUR_MS } from '@loadcast/core';
import type { Ask } from '@loadcast/formats/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, NOW, openWorld, parsed, WAYS, type World } from './testing/world.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe.each(WAYS)('history, %s', (way) => {
  const ask: Ask = (path, plan) => world.asks[way](path, plan);

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

  test('an end before the default start is an error of the end, which says where the range starts', async () => {
    const { error } = parsed(await ask(`/v1/demand/history?region=PJM&end=${at(-2 * DAY_MS)}`, 'enterprise'));
    expect(error.details.parameter).toBe('end');
    expect(error.message).toBe(
      `end: expected a time after ${at(-DAY_MS)}, where the range starts unless start is given; got ${at(-2 * DAY_MS)}`,
    );
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
    world.setNow(Date.parse('2026-12-01T00:00Z'));
    const answer = await ask(`/v1/demand/history?region=PJM&${query}`, 'enterprise');
    world.setNow(NOW);
    expect(parsed(answer).error.code).toBe('no_data'); // nothing was measured, but the range is accepted
  });
});
