import { AREAS, areaById, HOUR_MS } from '@loadcast/core';
import { afterEach, expect, test } from 'vitest';
import { type FakeNwsOptions, startFakeNws } from '../testing/fake-weather.js';
import { upstreamFaults } from '../testing/faults.js';
import { readIsoInterval } from './iso-interval.js';
import { type NwsOptions, nwsForecast } from './nws.js';

const START = Date.UTC(2026, 2, 4, 12);
const NOW = START + 30 * 60_000;
const never = new AbortController().signal;
const celsius = {
  uom: 'wmoUnit:degC',
  values: [
    { validTime: '2026-03-04T12:00:00+00:00/PT1H', value: 22.2 },
    { validTime: '2026-03-04T13:00:00+00:00/PT2H', value: null },
    { validTime: '2026-03-04T15:00:00+00:00/PT13H', value: 5 },
  ],
};

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});

async function start(fake: Partial<FakeNwsOptions> = {}, options: Partial<NwsOptions> = {}) {
  const server = await startFakeNws({ updateTime: '2026-03-04T11:00:00+00:00', temperature: celsius, ...fake });
  const source = nwsForecast({
    baseUrl: server.baseUrl,
    userAgent: 'test (ops@example.com)',
    areas: ['vea'].map(areaById),
    spacingMs: 0,
    maxWaitMs: 10,
    deadlineMs: 10_000,
    random: () => 0,
    ...options,
  });
  open.push(source, server);
  const fetch = (hours: number) => source.fetch({ start: START, end: START + hours * HOUR_MS }, NOW, never);
  return { server, fetch };
}

test('intervals are expanded to hours, null stays missing, and all is known when it was issued', async () => {
  const { fetch } = await start();
  const report = await fetch(18);
  expect(report.blocks).toMatchObject([{ areaId: 'vea', point: 'Pahrump', variable: 'temperatureC', start: START }]);
  expect(report.blocks[0]!.known).toEqual({ kind: 'at', at: Date.UTC(2026, 2, 4, 11) });
  expect([...report.blocks[0]!.values]).toEqual([22.2, NaN, NaN, ...Array.from({ length: 13 }, () => 5), NaN, NaN]);
});

test('Fahrenheit is converted', async () => {
  const { fetch } = await start({
    temperature: { uom: 'wmoUnit:degF', values: [{ validTime: '2026-03-04T12:00:00+00:00/PT1H', value: 50 }] },
  });
  expect((await fetch(1)).blocks[0]!.values[0]).toBeCloseTo(10, 9);
});

test('humidity and cloud cover come beside temperature where the office gives them', async () => {
  const percent = (value: number) => ({
    uom: 'wmoUnit:percent',
    values: [{ validTime: '2026-03-04T12:00:00+00:00/PT2H', value }],
  });
  const { fetch } = await start({ relativeHumidity: percent(81), skyCover: percent(45) });
  const { blocks } = await fetch(2);
  expect(blocks.map(({ variable, values }) => [variable, ...values])).toEqual([
    ['temperatureC', 22.2, NaN],
    ['humidityPct', 81, 81],
    ['cloudPct', 45, 45],
  ]);
});

test('a grid is looked up once', async () => {
  const { server, fetch } = await start();
  await fetch(2);
  await fetch(2);
  expect(server.requests.map(({ path }) => path.split('/')[1])).toEqual(['points', 'gridpoints', 'gridpoints']);
});

test.each([
  { point: '36.2100,-115.9900', hops: 1 },
  { point: '36.21001,-115.99', hops: 1 },
  { point: '36.21,-115.99', hops: 0 },
])('the fake answers $point after $hops redirects, as NWS does', async ({ point, hops }) => {
  const { server } = await start();
  const reply = await fetch(`${server.baseUrl}/points/${point}`, { headers: { 'user-agent': 'a@b.example' } });
  expect([reply.status, server.requests.length]).toEqual([200, 1 + hops]);
});

test('points are written without trailing zeros, so that no redirect is met', async () => {
  const { server, fetch } = await start({}, { areas: AREAS });
  await fetch(2);
  const points = server.requests.map(({ path }) => path).filter((path) => path.startsWith('/points/'));
  expect(points.length).toBeGreaterThan(50);
  expect(points.filter((path) => /\.\d*0(,|$)/.test(path))).toEqual([]);
});

test('one point of thirteen that does not answer is left out', async () => {
  const { server, fetch } = await start({}, { areas: ['caiso'].map(areaById), attempts: 1 });
  server.failNext(upstreamFaults.status(503));
  expect(new Set((await fetch(2)).blocks.map(({ point }) => point)).size).toBe(12);
});

test('an area’s only point that does not answer is an error, few as it is among many', async () => {
  const { fetch } = await start({ brokenFor: '36.21' }, { areas: ['caiso', 'vea'].map(areaById), attempts: 1 });
  await expect(fetch(2)).rejects.toMatchObject({ fault: 'status', status: 500 });
});

test('no answer from more than a third of the points is an error', async () => {
  const { server, fetch } = await start({}, { areas: ['caiso'].map(areaById), attempts: 1 });
  server.failNext(...Array.from({ length: 5 }, () => upstreamFaults.status(500)));
  await expect(fetch(2)).rejects.toMatchObject({ fault: 'status', status: 500 });
  expect(server.requests).toHaveLength(5);
});

test.each([
  { name: 'another unit', fake: { temperature: { uom: 'wmoUnit:K', values: [] } }, kind: 'unexpected' },
  {
    name: 'a time in no known form',
    fake: { temperature: { uom: 'wmoUnit:degC', values: [{ validTime: 'soon', value: 1 }] } },
    kind: 'unexpected',
  },
  {
    name: 'an interval of a year',
    fake: { temperature: { uom: 'wmoUnit:degC', values: [{ validTime: '2026-03-04T12:00:00Z/P365D', value: 1 }] } },
    kind: 'unexpected',
  },
  { name: 'a grid at another host (fault 22)', fake: { elsewhere: 'http://169.254.169.254' }, kind: 'redirect' },
  { name: 'no way to reach us', fake: {}, options: { userAgent: 'nobody' }, kind: 'forbidden' },
])('$name is an error', async ({ fake, options, kind }) => {
  const { fetch } = await start(fake, options);
  await expect(fetch(2)).rejects.toMatchObject({ fault: kind });
});

test.each([
  { text: '2026-03-04T12:00:00+00:00/PT1H', start: START, hours: 1 },
  { text: '2026-03-04T07:00:00-05:00/P1DT6H', start: START, hours: 30 },
  { text: '2026-03-04T12:00:00Z/P7D', start: START, hours: 168 },
])('readIsoInterval: $text', ({ text, start: from, hours }) => {
  expect(readIsoInterval(text)).toEqual({ start: from, end: from + hours * HOUR_MS });
});

test.each([
  '',
  'PT1H',
  '2026-03-04T12:00:00+00:00',
  '2026-03-04T12:30:00+00:00/PT1H',
  '2026-03-04T12:00:00+00:00/P',
  '2026-03-04T12:00:00+00:00/PT0H',
  '2026-13-04T12:00:00+00:00/PT1H',
])('readIsoInterval refuses "%s"', (text) => expect(readIsoInterval(text)).toBeUndefined());
