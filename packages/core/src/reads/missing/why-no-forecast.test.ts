import { expect, test } from 'vitest';
import { areaById } from '../../areas/contract-areas.js';
import { memoryActualsStore } from '../../memory/memory-actuals-store.js';
import { memoryVintageStore } from '../../memory/memory-vintage-store.js';
import { findPlan } from '../../plans/find-plan.js';
import { buildBatch, buildBlock, buildVintage } from '../../testing/builders.js';
import { HOUR_MS } from '../../time/instant.js';
import type { RunChoice } from '../forecast-window.js';
import { emptyForecastWindow } from './why-no-forecast.js';

/** CAISO with load from June on, and one run, issued on 19 July at 18:00Z, whose 384 hours begin an hour later. */
const area = areaById('caiso');
const plan = findPlan('a', 'enterprise')!;
const [actuals, vintages] = [memoryActualsStore(), memoryVintageStore()];
const load = buildBlock('2026-06-01T00:00Z', Array<number>(50 * 24).fill(30_000), {
  series: 'CISO',
  known: { kind: 'lag', lagMs: 2 * HOUR_MS },
});
await actuals.append(buildBatch([load]));
const issuedAt = Date.parse('2026-07-19T18:00Z');
await vintages.append(buildVintage({ areaId: 'caiso', issuedAt, availableAt: issuedAt, start: issuedAt + HOUR_MS }));

const NEWEST: RunChoice = { kind: 'newest' };
const DAM: RunChoice = { kind: 'gate', daysBefore: 1, timeOfDayMs: 9 * HOUR_MS };
const LEAD: RunChoice = { kind: 'lead', leadMs: 48 * HOUR_MS };

test.each([
  {
    name: 'a gate that is still to come',
    choice: DAM,
    start: '2026-07-22T07:00Z',
    reason: 'not_covered',
    expectedAt: '2026-07-21T16:00Z',
    says: 'the newest one at 2026-07-21T16:00:00Z, the gate for these hours',
  },
  {
    name: 'a lead that is still to come',
    choice: LEAD,
    start: '2026-07-24T00:00Z',
    reason: 'not_covered',
    expectedAt: '2026-07-22T00:00Z',
    says: 'the newest one at 2026-07-22T00:00:00Z, 48 h before such an hour begins',
  },
  {
    name: 'a gate that was missed',
    choice: DAM,
    start: '2026-07-15T07:00Z',
    reason: 'not_issued',
    expectedAt: '2026-07-21T16:00Z',
    says: 'by 2026-07-14T16:00:00Z, the gate for these hours, and none is backdated. The next such gate is at 2026-07-21T16:00:00Z',
  },
  {
    name: 'a lead that was missed',
    choice: LEAD,
    start: '2026-07-20T00:00Z',
    reason: 'not_issued',
    says: 'by 2026-07-18T23:00:00Z, 48 h before such an hour begins, and none is backdated',
  },
  { name: 'a gate of before the first kept load', choice: DAM, start: '1990-07-15T07:00Z', reason: 'before_history' },
  { name: 'a lead of before the first kept load', choice: LEAD, start: '1990-07-15T07:00Z', reason: 'before_history' },
  {
    name: 'hours before the newest run begins',
    choice: NEWEST,
    start: '2026-07-18T00:00Z',
    reason: 'not_covered',
    says: 'issued at 2026-07-19T18:00:00Z, begins after these hours; use gate or lead for an earlier run',
  },
  {
    name: 'hours beyond the end of the newest run',
    choice: NEWEST,
    start: '2026-12-01T00:00Z',
    reason: 'not_covered',
    says: 'issued at 2026-07-19T18:00:00Z, ends at ',
  },
  {
    name: 'as of an instant before the first run',
    choice: NEWEST,
    start: '2026-07-18T00:00Z',
    asOf: '2026-07-19T00:00Z',
    reason: 'not_issued',
    says: 'by 2026-07-19T00:00:00Z, and none is backdated',
  },
])('$name: $reason', async ({ choice, start, asOf = '2026-07-20T20:00Z', reason, expectedAt, says = 'No data' }) => {
  const window = { start: Date.parse(start), end: Date.parse(start) + 24 * HOUR_MS };
  const query = { area, plan, window, asOf: Date.parse(asOf), now: Date.parse(asOf), choice };
  const error = await emptyForecastWindow({ actuals, vintages }, query, 'the forecast of CAISO');
  const details = { reason, ...(expectedAt && { expectedAt: Date.parse(expectedAt) }) };
  expect(error).toMatchObject({ code: 'no_data', details });
  expect(Object.keys((error as Error & { details: object }).details)).toEqual(Object.keys(details));
  expect(error.message).toContain(says);
});
