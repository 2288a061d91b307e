import { HOUR_MS } from '@loadcast/core';
import { buildBatch, buildBlock, reportWorld } from '@loadcast/core/testing';
import { type Ask, handlerAsk } from '@loadcast/formats/testing';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createSurfaceA } from '../surface-a.js';

const NOW = Date.parse('2026-07-02T18:25:30Z');
const REVIEWED = '2023-08-15T04:00Z';

let now = NOW;
let ask: Ask;
beforeAll(async () => {
  const stores = await reportWorld('2026-06-20', '2026-07-02', { areas: ['pjm', 'caiso'] });
  const restate = (at: string, series: string, hour: string, values: number[]) => {
    const known = { kind: 'at', at: Date.parse(at) } as const;
    return stores.actuals.append(buildBatch([buildBlock(hour, values, { series, known })]));
  };
  await restate('2026-07-01T14:00Z', 'PJM', '2026-07-01T10:00Z', [0, 16_100.5]);
  await restate('2026-07-01T22:00Z', 'CISO', '2026-07-01T18:00Z', [-5]);
  await restate('2026-07-02T06:00Z', 'PJM', '2026-07-01T10:00Z', [16_000]);
  await restate('2023-08-15T06:00Z', 'PJM', REVIEWED, [100_000]);
  ask = handlerAsk([{ prefix: '/v1', surface: createSurfaceA(stores) }], () => now);
});

const RANGE = 'start=2026-07-01T00:00:00Z&end=2026-07-02T00:00:00Z';
const read = async (path: string) => JSON.parse((await ask(`/v1/${path}`, 'team')).text);

test.each([
  { asOf: '2026-07-01T13:59:00Z', rows: [] },
  {
    asOf: '2026-07-01T23:00:00Z',
    rows: [
      {
        time_utc: '2026-07-01T10:00:00Z',
        region: 'PJM',
        reported_mw: 0,
        reason: 'zero',
        since: '2026-07-01T14:00:00Z',
      },
      {
        time_utc: '2026-07-01T18:00:00Z',
        region: 'CAISO',
        reported_mw: -5,
        reason: 'negative',
        since: '2026-07-01T22:00:00Z',
      },
    ],
  },
  {
    asOf: '2026-07-02T07:00:00Z',
    rows: [
      {
        time_utc: '2026-07-01T18:00:00Z',
        region: 'CAISO',
        reported_mw: -5,
        reason: 'negative',
        since: '2026-07-01T22:00:00Z',
      },
    ],
  },
])('as of $asOf the withheld hours are those that had no good value then', async ({ asOf, rows }) => {
  const { data, meta } = await read(`withheld?region=PJM,CISO&${RANGE}&as_of=${asOf}`);
  expect(data).toEqual(rows.map((row) => ({ ...row, reviewed: 'no' })));
  expect(meta).toMatchObject({ count: rows.length, start: '2026-07-01T00:00:00Z', end: '2026-07-02T00:00:00Z' });
});

test('an hour is in the history or in the list', async () => {
  const asOf = 'as_of=2026-07-01T23:00:00Z';
  const history = await read(`demand/history?region=PJM&${RANGE}&${asOf}`);
  const withheld = await read(`withheld?region=PJM&${RANGE}&${asOf}`);
  const hours = [...history.data.map(({ timestamp }: { timestamp: string }) => Date.parse(timestamp))];
  hours.push(...withheld.data.map(({ time_utc }: { time_utc: string }) => Date.parse(time_utc)));
  expect(new Set(hours).size).toBe(hours.length);
  expect(hours.length).toBe(history.meta.count + 1);
});

test('an hour that a person looked at has what was found, and where it can be checked', async () => {
  // No plan reaches back to it today.
  now = Date.parse(REVIEWED) + 12 * HOUR_MS;
  onTestFinished(() => {
    now = NOW;
  });
  expect((await read('withheld?region=PJM')).data).toEqual([
    {
      time_utc: '2023-08-15T04:00:00Z',
      region: 'PJM',
      reported_mw: 100_000,
      reason: 'review',
      since: '2023-08-15T06:00:00Z',
      reviewed: 'yes',
      finding: expect.stringContaining('a straight line'),
      source: expect.stringContaining('EIA930_BALANCE_2023_Jul_Dec'),
    },
  ]);
});

test.each([
  ['region=PJM', 'free', 200],
  [`region=PJM&${RANGE}`, 'free', 403],
  ['region=PJM&start=2025-07-04&end=2026-07-02', 'enterprise', 200],
  ['region=PJM&start=2025-06-02&end=2026-07-02', 'enterprise', 400],
] as const)('%s is answered to %s with %i', async (query, plan, status) => {
  expect((await ask(`/v1/withheld?${query}`, plan)).status).toBe(status);
});

test('CSV has the same hours, and empty cells where nobody has looked', async () => {
  const { text } = await ask(`/v1/withheld?region=CISO&${RANGE}&format=csv`, 'team');
  expect(text).toBe(
    'time_utc,region,reported_mw,reason,since,reviewed,finding,source\n' +
      '2026-07-01T18:00:00Z,CAISO,-5,negative,2026-07-01T22:00:00Z,no,,\n',
  );
});
