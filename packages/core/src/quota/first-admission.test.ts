import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../time/instant.js';
import { firstAdmission, type WindowCounts } from './first-admission.js';
import type { QuotaCall } from './quota-call.js';

const DAY = Date.UTC(2028, 1, 29);
const NOW = DAY + 22 * HOUR_MS + 5;
const call = (limits: Partial<QuotaCall['limits']>, regions: QuotaCall['regions'] = []): QuotaCall => ({
  accountId: 'acc_1',
  surface: 'a',
  keyId: 'key_1',
  limits: { hour: null, day: null, regionDay: null, ...limits },
  regions,
});

/** Counts by hours after the day's start. */
const counts =
  (at: (hour: number) => Partial<WindowCounts>) =>
  (instant: number): WindowCounts => ({ hour: 0, day: 0, regions: [], ...at(Math.floor((instant - DAY) / HOUR_MS)) });

// docs/faults.md: fault 41
test.each([
  { name: 'the hour is full', call: call({ hour: 3 }), used: { 22: { hour: 3 } }, hours: 23 },
  {
    name: 'this hour and the next are full',
    call: call({ hour: 3 }),
    used: { 22: { hour: 3 }, 23: { hour: 3 } },
    hours: 24,
  },
  { name: 'the day is full', call: call({ day: 3 }), used: { 22: { day: 3 } }, hours: 24 },
  {
    name: 'the day is full, and the first hour of the next',
    call: call({ day: 3, hour: 2 }),
    used: { 22: { day: 3 }, 24: { hour: 2 } },
    hours: 25,
  },
  {
    name: 'a region is full',
    call: call({ regionDay: 1 }, ['pjm', 'miso']),
    used: { 22: { regions: [0, 1] } },
    hours: 24,
  },
  { name: 'a limit of 0: the reset', call: call({ hour: 0 }), used: {}, hours: 23 },
  { name: 'a limit of 0 for the day', call: call({ hour: 5, day: 0 }), used: {}, hours: 24 },
])('$name: $hours h after the day began', ({ call, used, hours }) => {
  const table: Record<number, Partial<WindowCounts>> = used;
  expect(
    firstAdmission(
      call,
      NOW,
      counts((hour) => table[hour] ?? {}),
    ),
  ).toBe(DAY + hours * HOUR_MS);
});

test('29 February ends where 1 March begins', () => {
  expect(
    firstAdmission(
      call({ day: 1 }),
      NOW,
      counts((hour) => (hour < 24 ? { day: 1 } : {})),
    ),
  ).toBe(DAY + DAY_MS);
  expect(new Date(DAY + DAY_MS).toISOString()).toBe('2028-03-01T00:00:00.000Z');
});
