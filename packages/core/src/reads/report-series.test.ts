import { expect, test } from 'vitest';
import { areaById } from '../areas/contract-areas.js';
import { reportWorld } from '../testing/report-world.js';
import { HOUR_MS } from '../time/instant.js';
import { emptyReport, type ReportRun, readReportSeries } from './report-series.js';

const caiso = areaById('caiso');
const asOf = Date.parse('2026-07-10T18:00Z');
const window = (start: string, hours: number) => ({
  start: Date.parse(start),
  end: Date.parse(start) + hours * HOUR_MS,
});

test('actuals are what was known at asOf, without bounds or model', async () => {
  const world = await reportWorld('2026-07-01', '2026-07-10', { areas: ['caiso'] });
  const read = await readReportSeries(world, 'ACTUAL', { area: caiso, window: window('2026-07-10T12:00Z', 6), asOf });
  expect([...read.valueMw].map(Number.isNaN)).toEqual([false, false, false, false, true, true]);
  expect([...read.p10Mw].every(Number.isNaN)).toBe(true);
  expect(read.newest).toBeUndefined();
});

test('a value that cannot be load is not told', async () => {
  const spike = Date.parse('2026-07-05T12:00Z');
  const world = await reportWorld('2026-05-01', '2026-07-10', { areas: ['caiso'] });
  await world.actuals.append({
    source: 'spike',
    ingestedAt: 0,
    provenance: {},
    blocks: [
      {
        key: { series: 'CISO', measure: 'demand' },
        start: spike,
        values: Float64Array.of(2_147_480_000),
        known: { kind: 'at', at: spike + 3 * HOUR_MS },
      },
    ],
  });
  const read = await readReportSeries(world, 'ACTUAL', { area: caiso, window: window('2026-07-05T11:00Z', 3), asOf });
  expect([...read.valueMw].map(Number.isNaN)).toEqual([false, true, false]);
});

test.each<{ name: string; run: ReportRun; start: string; reason: string; expectedAt?: string }>([
  {
    name: 'a day whose gate is to come',
    run: 'DAM',
    start: '2026-07-12T07:00Z',
    reason: 'not_covered',
    expectedAt: '2026-07-11T16:00Z',
  },
  { name: 'a day before the first vintage', run: 'DAM', start: '2026-06-20T07:00Z', reason: 'before_history' },
  {
    name: 'a 15DA day whose gate was before the first vintage',
    run: '15DA',
    start: '2026-07-09T07:00Z',
    reason: 'not_issued',
    expectedAt: '2026-07-11T16:00Z',
  },
  { name: 'real-time hours far ahead', run: 'RTM', start: '2026-09-01T07:00Z', reason: 'not_covered' },
  {
    name: 'an hour to come',
    run: 'ACTUAL',
    start: '2026-07-10T18:00Z',
    reason: 'not_covered',
    expectedAt: '2026-07-10T19:00Z',
  },
  { name: 'an hour not published yet', run: 'ACTUAL', start: '2026-07-10T16:00Z', reason: 'source_late' },
  { name: 'an hour that was never published', run: 'ACTUAL', start: '2026-07-05T12:00Z', reason: 'source_gap' },
  { name: 'an hour before the first', run: 'ACTUAL', start: '2026-06-01T12:00Z', reason: 'before_history' },
])('$name is $reason', async ({ run, start, reason, expectedAt }) => {
  const missingActuals = [Date.parse('2026-07-05T12:00Z')];
  const world = await reportWorld('2026-07-01', '2026-07-10', { areas: ['caiso'], missingActuals });
  const query = { area: caiso, window: window(start, 1), asOf };
  const read = await readReportSeries(world, run, query);
  expect([...read.valueMw].every(Number.isNaN)).toBe(true);
  const failure = await emptyReport(world, run, query, 'CISO');
  expect(failure).toMatchObject({
    code: 'no_data',
    details: { reason, ...(expectedAt && { expectedAt: Date.parse(expectedAt) }) },
  });
});
