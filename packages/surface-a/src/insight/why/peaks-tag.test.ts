import { MINUTE_MS } from '@loadcast/core';
import { reportWorld } from '@loadcast/core/testing';
import { handlerAsk } from '@loadcast/formats/testing';
import { beforeAll, expect, test } from 'vitest';
import { createSurfaceA } from '../../surface-a.js';

const NOON = Date.parse('2026-07-02T18:25:30Z');
let tagAt: (now: number, query?: string) => Promise<string>;
beforeAll(async () => {
  const surface = createSurfaceA(await reportWorld('2026-06-20', '2026-07-02', { areas: ['ercot'] }));
  let now = NOON;
  const ask = handlerAsk([{ prefix: '/v1', surface }], () => now);
  tagAt = async (at, query = '') => {
    now = at;
    const { status, headers } = await ask(`/v1/demand/peaks?region=ERCOT${query}`, 'team');
    expect(status).toBe(200);
    return headers['etag']!;
  };
});

test.each([
  { name: 'a minute later, when nothing else is known', minutes: 1, isSame: true },
  { name: 'a day later', minutes: 1_440, isSame: false },
  { name: 'at another gate', minutes: 0, query: '&gate=dam', isSame: false },
])('$name the tag is the same: $isSame', async ({ minutes, query, isSame }) => {
  const first = await tagAt(NOON);
  expect((await tagAt(NOON + minutes * MINUTE_MS, query)) === first).toBe(isSame);
});
