import { gateInstant, HOUR_MS } from '@loadcast/core';
import { reportWorld } from '@loadcast/core/testing';
import { handlerAsk } from '@loadcast/formats/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { createSurfaceA } from '../surface-a.js';
import { forecasters, NOW, PJM, runs, SHOWN_AT } from '../testing/forecasters.js';

type Row = Record<string, number | string>;
let ask: ReturnType<typeof handlerAsk>;
beforeAll(async () => {
  const stores = await reportWorld('2026-05-25', '2026-07-02', { areas: ['pjm', 'miso'] });
  ask = handlerAsk([{ prefix: '/v1', surface: createSurfaceA({ ...stores, forecasters }) }], () => NOW);
});
const answered = async (path: string, plan = 'enterprise') => {
  const { status, text } = await ask(`/v1/demand/${path}`, plan);
  return { ...(text.startsWith('{') ? JSON.parse(text) : {}), status, text } as {
    status: number;
    text: string;
    data: Row[];
    meta: { next_cursor?: string };
  };
};

test.each([
  { name: 'a run before the gate', day: '2026-06-28', gate: 'dam', mw: 80_300 },
  { name: 'no run that came an hour after the gate', day: '2026-06-29', gate: 'dam', mw: undefined },
  { name: 'that run at a gate two hours later', day: '2026-06-29', gate: '-1d@11:00', mw: 80_300 },
])('each compared hour has $name', async ({ day, gate, mw }) => {
  const { data } = await answered(`compare?region=PJM&forecaster=fct_own&gate=${gate}&start=${day}&end=${day}`);
  expect(data.map((row) => row['forecaster_mw'])).toEqual(Array.from({ length: 24 }, () => mw));
  expect(data.filter((row) => row['forecaster_p10'] === 70_000)).toHaveLength(mw ? 12 : 0);
  const late = day === '2026-06-29' ? HOUR_MS : -60_000;
  const receivedAt = new Date(gateInstant(PJM, 'DAM', day) + late).toISOString().replace('.000', '');
  expect(data[0]!['forecaster_received_at']).toBe(mw && receivedAt);
});

test('without a gate an hour has the run that was there when it began', async () => {
  const { data } = await answered('compare?region=PJM&forecaster=fct_own&start=2026-06-29&end=2026-06-29');
  expect(data.filter((row) => row['forecaster_mw'] === 80_300)).toHaveLength(24);
});

test('its columns are the last in CSV, its bounds are for plans with bounds, and other answers have none', async () => {
  const header = async (query: string, plan?: string) =>
    (await answered(`compare?region=PJM&format=csv${query}`, plan)).text.split('\n')[0]!;
  const [plain, whole, free] = [
    await header(''),
    await header('&forecaster=fct_public'),
    await header('&forecaster=fct_public', 'free'),
  ];
  expect(whole).toBe(`${plain},forecaster_mw,forecaster_p10,forecaster_p90,forecaster_received_at`);
  expect(free).toMatch(/,forecaster_mw,forecaster_received_at$/);
});

test('a run of a blend is listed with the weights of its lead blocks', async () => {
  const weights = 'DAM 0-5: loadcast 0.250, operator 0.750';
  const received: typeof forecasters.received = async (asked) =>
    (await forecasters.received(asked)).map((run) => ({ ...run, weights: run.position === 28 ? weights : undefined }));
  const stores = await reportWorld('2026-06-25', '2026-07-02', { areas: ['pjm'] });
  const surface = createSurfaceA({ ...stores, forecasters: { ...forecasters, received } });
  const blends = handlerAsk([{ prefix: '/v1', surface }], () => NOW);
  const path = '/v1/demand/runs?region=PJM&forecaster=fct_own&start=2026-06-10&end=2026-07-01';
  const { data } = JSON.parse((await blends(path, 'enterprise')).text) as { data: Row[] };
  expect(data.map((row) => row['weights']).slice(0, 2)).toEqual([weights, undefined]);
});

test('its runs are listed newest first, page after page, and one that was late for a gate says so', async () => {
  const path = 'runs?region=PJM,MISO&forecaster=fct_own&start=2026-06-10&end=2026-07-01';
  const { data: all } = await answered(path);
  expect(all[0]).toEqual({
    ...{ forecaster: 'fct_own', position: 28, region: 'PJM', late_for: 'DAM 2026-07-01' },
    ...{ received_at: '2026-06-30T14:00:00Z', start: '2026-07-01T04:00:00Z', end: '2026-07-02T04:00:00Z' },
    ...{ sha256: '0'.repeat(64), link: '28'.padStart(64, '0') },
  });
  expect(all.map((row) => row['late_for'])).toEqual([
    ...['DAM 2026-07-01', 'DAM 2026-06-30', 'DAM 2026-06-29'],
    ...Array.from({ length: all.length - 3 }, () => undefined),
  ]);
  const paged: Row[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const page: Awaited<ReturnType<typeof answered>> = await answered(
      `${path}&limit=5${cursor && `&cursor=${cursor}`}`,
    );
    paged.push(...page.data);
    cursor = page.meta.next_cursor;
  }
  expect(paged).toEqual(all);
  expect(all.map((row) => row['position'])).toEqual(
    runs
      .map(({ position }) => position)
      .filter((position) => position > 7)
      .reverse(),
  );
});

test('runs that arrived after as_of are not listed', async () => {
  const { data } = await answered('runs?region=PJM&forecaster=fct_own&as_of=2026-06-30T13:59:59Z');
  expect(data.map((row) => row['position'])).toEqual([27]);
});

describe.each(['scores', 'compare', 'runs'])('of %s a caller gets', (path) => {
  const unknown = () => answered(`${path}?region=PJM&forecaster=fct_unknown`);
  test.each([
    { name: 'its own private one', query: 'forecaster=fct_own', isSeen: true },
    { name: 'a public one of another', query: 'forecaster=fct_public', isSeen: true },
    { name: 'one that was made public, since then', query: 'forecaster=fct_shown', isSeen: true },
    {
      name: 'nothing of it before',
      query: `forecaster=fct_shown&as_of=${new Date(SHOWN_AT - 1000).toISOString()}`,
      isSeen: false,
    },
    { name: 'nothing of a private one of another', query: 'forecaster=fct_private', isSeen: false },
  ])('$name', async ({ query, isSeen }) => {
    const { status, text } = await answered(`${path}?region=PJM&${query}`);
    expect(status).toBe(isSeen ? 200 : 400);
    if (!isSeen) expect(text).toBe((await unknown()).text);
  });
});
