import { buildBatch, buildBlock, reportWorld } from '@loadcast/core/testing';
import { type Ask, handlerAsk } from '@loadcast/formats/testing';
import { beforeAll, expect, test } from 'vitest';
import { createSurfaceA } from '../surface-a.js';

const NOW = Date.parse('2026-07-02T18:25:30Z');

let ask: Ask;
beforeAll(async () => {
  const stores = await reportWorld('2026-06-20', '2026-07-02', { areas: ['pjm', 'caiso'] });
  const restate = (at: string, values: number[]) => {
    const known = { kind: 'at', at: Date.parse(at) } as const;
    return stores.actuals.append(buildBatch([buildBlock('2026-07-01T10:00Z', values, { series: 'PJM', known })]));
  };
  await restate('2026-07-02T00:00Z', [16_000, 16_100]);
  await restate('2026-07-02T06:00Z', [16_000, 16_200.5]);
  ask = handlerAsk([{ prefix: '/v1', surface: createSurfaceA(stores) }], () => NOW);
});

const RANGE = 'region=CISO,PJM&start=2026-07-01&end=2026-07-02';
const rows = async (query: string) =>
  JSON.parse((await ask(`/v1/demand/revisions?${query}`, 'team')).text).data as Record<string, number | string>[];

test('each restatement is a row, with what it replaced and when; a value that came again is none', async () => {
  const found = await rows(RANGE);
  expect(found.map(({ time_utc, region, new_mw, known_at }) => [time_utc, region, new_mw, known_at])).toEqual([
    ['2026-07-01T10:00:00Z', 'PJM', 16_000, '2026-07-02T00:00:00Z'],
    ['2026-07-01T11:00:00Z', 'PJM', 16_100, '2026-07-02T00:00:00Z'],
    ['2026-07-01T11:00:00Z', 'PJM', 16_200.5, '2026-07-02T06:00:00Z'],
  ]);
  expect([found[2]!['old_mw'], found[2]!['change_mw']]).toEqual([16_100, 100.5]);
});

test('the first old value is what history said before, the last new one what it says now', async () => {
  const history = async (asOf: string) => {
    const path = `/v1/demand/history?region=PJM&start=2026-07-01T11:00:00Z&end=2026-07-01T12:00:00Z${asOf}`;
    return JSON.parse((await ask(path, 'team')).text).data[0].value_mw;
  };
  const found = (await rows(RANGE)).filter(({ time_utc }) => time_utc === '2026-07-01T11:00:00Z');
  expect(found[0]!['old_mw']).toBe(await history('&as_of=2026-07-01T23:59:59Z'));
  expect(found.at(-1)!['new_mw']).toBe(await history(''));
});

test.each([
  ['2026-07-01T23:59:59Z', 0],
  ['2026-07-02T00:00:00Z', 2],
  ['2026-07-02T06:00:00Z', 3],
])('as of %s there were %i', async (asOf, count) => {
  expect(await rows(`${RANGE}&as_of=${asOf}`)).toHaveLength(count);
});

test('Free sees the restatements of its history only', async () => {
  expect((await ask('/v1/demand/revisions?region=PJM', 'free')).status).toBe(200);
  expect((await ask(`/v1/demand/revisions?${RANGE}`, 'free')).status).toBe(403);
});
