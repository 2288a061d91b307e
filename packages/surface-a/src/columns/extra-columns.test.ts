import { HOUR_MS } from '@loadcast/core';
import { buildBatch, buildBlock, reportWorld } from '@loadcast/core/testing';
import { type Ask, handlerAsk } from '@loadcast/formats/testing';
import { beforeAll, expect, test } from 'vitest';
import { createSurfaceA } from '../surface-a.js';

const NOW = Date.parse('2026-07-02T18:25:30Z');
const DAY = 'region=PJM&start=2026-07-01T00:00Z&end=2026-07-01T02:00Z&gate=dam';

let ask: Ask;
beforeAll(async () => {
  const stores = await reportWorld('2026-06-01', '2026-07-02', { areas: ['pjm', 'miso'] });
  const operator = (start: string, values: readonly number[], knownAt: string) =>
    buildBlock(start, values, {
      series: 'PJM',
      measure: 'day_ahead_forecast',
      known: { kind: 'at', at: Date.parse(knownAt) },
    });
  await stores.actuals.append(
    buildBatch([
      operator('2026-07-01T00:00Z', [90_000, 91_000], '2026-06-30T16:00Z'),
      operator('2026-07-01T00:00Z', [90_500], '2026-07-01T12:00Z'),
      operator('2026-07-02T19:00Z', [95_000, 0, 95_002], '2026-07-02T16:00Z'),
    ]),
  );
  ask = handlerAsk([{ prefix: '/v1', surface: createSurfaceA(stores) }], () => NOW);
});

const points = async (query: string): Promise<Record<string, unknown>[]> =>
  JSON.parse((await ask(`/v1/demand/forecast?${query}`, 'team')).text).data;

test('a horizon has what the operator forecast of its hours, and nothing where that is missing or zero', async () => {
  const [first, second, third, fourth] = await points('region=PJM&include=operator');
  expect([first, second, third, fourth].map((point) => point!['operator_mw'])).toEqual([
    95_000,
    undefined,
    95_002,
    undefined,
  ]);
});

test.each([
  { name: 'now', asOf: '', operator: [90_500, 91_000], hasActual: true },
  {
    name: 'before the operator changed its mind',
    asOf: '2026-07-01T11:59Z',
    operator: [90_000, 91_000],
    hasActual: true,
  },
  { name: 'when the hours were not over', asOf: '2026-06-30T20:00Z', operator: [90_000, 91_000], hasActual: false },
  {
    name: 'before the operator published',
    asOf: '2026-06-30T15:59Z',
    operator: [undefined, undefined],
    hasActual: false,
  },
])('columns are as known at as_of: $name', async ({ asOf, operator, hasActual }) => {
  const found = await points(`${DAY}&include=operator,actual${asOf && `&as_of=${asOf}`}`);
  expect(found.map((point) => point['operator_mw'])).toEqual(operator);
  const [{ value_mw }] = JSON.parse(
    (await ask(`/v1/demand/history?${DAY.replace('&gate=dam', '')}`, 'team')).text,
  ).data;
  expect(found[0]!['actual_mw']).toBe(hasActual ? value_mw : undefined);
});

test('inputs is the newest measured hour that each run had seen', async () => {
  const found = await points(`${DAY}&include=inputs`);
  for (const { data_cutoff, issued_at } of found) {
    expect(Date.parse(String(data_cutoff))).toBeLessThan(Date.parse(String(issued_at)) - HOUR_MS);
  }
});

test('quantiles lie in order around p10, the median and p90, of hours and of quarters', async () => {
  for (const resolution of ['1h', '15min']) {
    const found = await points(`region=PJM&resolution=${resolution}&quantiles=0.05,0.1,0.25,0.5,0.75,0.9,0.95`);
    for (const point of found) {
      const { p05, p10, p25, p50, p75, p90, p95, value_mw } = point as Record<string, number>;
      const line = [p05, p10, p25, p50, p75, p90, p95];
      expect(line).toEqual([...line].sort((a, b) => a! - b!));
      expect(p50).toBe(value_mw);
    }
  }
});

test('without new parameters an answer has no new key', async () => {
  const [point] = await points('region=PJM');
  expect(Object.keys(point!)).toEqual(['timestamp', 'value_mw', 'p10', 'p90']);
});

test.each([
  ['region=PJM&quantiles=0.5', 'A choice of quantiles is not part of the Free plan. The Developer plan includes it.'],
  ['region=PJM&include=drivers', 'The breakdown of a forecast into drivers is not part of the Free plan.'],
  [`${DAY.replaceAll('07-01', '07-02')}&quantiles=0.9`, 'A choice of quantiles is not part of the Free plan.'],
])('Free is refused %s', async (query, message) => {
  const { status, text } = await ask(`/v1/demand/forecast?${query}`, 'free');
  expect([status, JSON.parse(text).error.message]).toEqual([403, expect.stringContaining(message)]);
});

test('Free gets what is included, without bounds', async () => {
  const { status, text } = await ask('/v1/demand/forecast?region=PJM&include=operator,inputs&format=csv', 'free');
  expect([status, text.split('\n')[0]]).toEqual([
    200,
    'time_utc,region,value_mw,operator_mw,data_cutoff,issued_at,model',
  ]);
});

test.each([
  ['include=drivrs', 'include: expected a list out of actual, operator, inputs, drivers; got "drivrs"'],
  ['include=operator&resolution=15min', 'resolution: expected 1h with include'],
  ['quantiles=50', 'quantiles: expected a list out of 0.05, 0.1, 0.15, ... 0.95; got "50"'],
])('%s is refused: %s', async (query, message) => {
  const { status, text } = await ask(`/v1/demand/forecast?region=PJM&${query}`, 'team');
  expect([status, JSON.parse(text).error.message]).toEqual([400, message]);
});

test('each set of columns has a tag of its own, and a column that changes changes it', async () => {
  const queries = ['', '&include=operator', '&include=actual', '&include=operator,actual', '&quantiles=0.5'];
  const at = ['2026-07-01T11:59Z', '2026-07-01T12:00Z'];
  const tags: (string | undefined)[] = [];
  for (const query of queries) {
    for (const asOf of at) {
      const path = `/v1/demand/forecast?${DAY}${query}&as_of=${asOf}`;
      tags.push((await ask(path, 'team')).headers['etag']);
    }
  }
  expect(tags[0]).toBe(tags[1]);
  expect(tags[2]).not.toBe(tags[3]);
  expect(new Set(tags).size).toBe(queries.length + 2);
  expect((await ask(`/v1/demand/forecast?${DAY}&include=actual,operator&as_of=${at[0]}`, 'team')).headers['etag']).toBe(
    tags[6],
  );
});
