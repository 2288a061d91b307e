import { areaById, HOUR_MS, MINUTE_MS, type VintageHeader } from '@loadcast/core';
import { expect, test } from 'vitest';
import { dueIssue, newestGateIssue } from './due-issue.js';

const utc = Date.UTC;
const iso = (instant: number) => new Date(instant).toISOString();

test.each([
  {
    name: 'two minutes before 09:00 in winter',
    area: 'pjm',
    now: utc(2026, 0, 15, 13, 58),
    due: utc(2026, 0, 15, 13, 58),
  },
  {
    name: 'a ms earlier it is still yesterday’s',
    area: 'pjm',
    now: utc(2026, 0, 15, 13, 58) - 1,
    due: utc(2026, 0, 14, 13, 58),
  },
  { name: 'the spring day', area: 'caiso', now: utc(2026, 2, 8, 18), due: utc(2026, 2, 8, 15, 58) },
  { name: 'the day before the spring day', area: 'caiso', now: utc(2026, 2, 8, 10), due: utc(2026, 2, 7, 16, 58) },
  { name: 'the autumn day', area: 'ercot', now: utc(2026, 10, 1, 23), due: utc(2026, 10, 1, 14, 58) },
  { name: 'fixed EST in summer', area: 'miso', now: utc(2026, 6, 1, 13, 59), due: utc(2026, 6, 1, 13, 58) },
  { name: 'the leap day', area: 'isone', now: utc(2028, 1, 29, 20), due: utc(2028, 1, 29, 13, 58) },
  { name: 'new year', area: 'isone', now: utc(2027, 0, 1, 5), due: utc(2026, 11, 31, 13, 58) },
] as const)('newestGateIssue: $name', ({ area, now, due }) => {
  expect(iso(newestGateIssue(areaById(area), now))).toBe(iso(due));
});

const now = utc(2026, 6, 1, 18);
const header = (issuedAt: number, dataCutoff: number): VintageHeader => ({
  areaId: 'pjm',
  issuedAt,
  availableAt: issuedAt,
  dataCutoff,
  model: { name: 'm', version: '1' },
  start: issuedAt,
});

test.each([
  { name: 'nothing known, nothing due', newest: undefined, newestActual: undefined, reason: undefined },
  {
    name: 'the first actuals bring the first forecast',
    newest: undefined,
    newestActual: now - HOUR_MS,
    reason: 'first',
  },
  {
    name: 'a gate since the newest issue is due, new actuals or not',
    newest: header(utc(2026, 6, 1, 12, 57), now),
    newestActual: now - HOUR_MS,
    reason: 'gate',
  },
  {
    name: 'an hour that the newest issue has not seen is due',
    newest: header(now - HOUR_MS, now - 3 * HOUR_MS),
    newestActual: now - 2 * HOUR_MS,
    reason: 'new_actuals',
  },
  {
    name: 'an hour that it has seen is not',
    newest: header(now - HOUR_MS, now - 2 * HOUR_MS),
    newestActual: now - 2 * HOUR_MS,
    reason: undefined,
  },
  {
    name: 'six hours of silence are enough',
    newest: header(utc(2026, 6, 1, 13), now - 8 * HOUR_MS),
    newestActual: now - 8 * HOUR_MS,
    at: utc(2026, 6, 1, 19),
    reason: 'silence',
  },
  {
    name: 'a minute less is not',
    newest: header(utc(2026, 6, 1, 13), now - 8 * HOUR_MS),
    newestActual: now - 8 * HOUR_MS,
    at: utc(2026, 6, 1, 19) - MINUTE_MS,
    reason: undefined,
  },
  {
    name: 'an hour of the operator’s own feed that came since the newest issue is',
    newest: header(now - HOUR_MS, now - 2 * HOUR_MS),
    newestActual: now - 2 * HOUR_MS,
    feedCameAt: now - MINUTE_MS,
    reason: 'new_actuals',
  },
  {
    name: 'one that came before it is not',
    newest: header(now - HOUR_MS, now - 2 * HOUR_MS),
    newestActual: now - 2 * HOUR_MS,
    feedCameAt: now - HOUR_MS - MINUTE_MS,
    reason: undefined,
  },
])('dueIssue: $name', ({ newest, newestActual, feedCameAt, reason, at = now }) => {
  expect(dueIssue(areaById('pjm'), at, newest, { reported: newestActual, feedCameAt })).toBe(reason);
});
