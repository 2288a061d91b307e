import { describe, expect, test } from 'vitest';
import { foldBlocks } from '../../series/known-series.js';
import { DAY_MS, HOUR_MS } from '../../time/instant.js';
import { bulkMonthAt, bulkMonthNamed, bulkMonthsIn } from './bulk-month.js';
import { monthVersions, versionsDigest } from './month-versions.js';

test.each([
  { name: '2024-02', hours: 29 * 24 },
  { name: '2023-02', hours: 28 * 24 },
  { name: '2026-11', hours: 30 * 24 }, // UTC: no clock change
  { name: '2026-12', hours: 31 * 24 },
])('$name has $hours hours, and is settled 40 days after them', ({ name, hours }) => {
  const { window, settledAt } = bulkMonthNamed(name)!;
  expect([(window.end - window.start) / HOUR_MS, settledAt - window.end]).toEqual([hours, 40 * DAY_MS]);
  expect([bulkMonthAt(window.start).name, bulkMonthAt(window.end - 1).name]).toEqual([name, name]);
});

test.each(['2026-13', '2026-00', '2026-1', '2026-011', '', '2026-11-01'])('%j names no month', (text) =>
  expect(bulkMonthNamed(text)).toBeUndefined(),
);

test('months of a window go over the end of the year, and an empty window has none', () => {
  const start = Date.UTC(2025, 10, 30);
  expect(bulkMonthsIn({ start, end: Date.UTC(2026, 1, 1) }).map(({ name }) => name)).toEqual([
    '2025-11',
    '2025-12',
    '2026-01',
  ]);
  expect(bulkMonthsIn({ start, end: start })).toEqual([]);
});

/** One hour of the last of September, published two hours later and restated at some instants. */
const HOUR = Date.UTC(2026, 8, 30, 22);
const [SEPTEMBER, OCTOBER, NOVEMBER, DECEMBER] = ['09', '10', '11', '12'].map(
  (month) => bulkMonthNamed(`2026-${month}`)!,
);
const restatedAt = (...instants: readonly number[]) =>
  foldBlocks(
    [HOUR + 2 * HOUR_MS, ...instants].map((at, index) => ({
      start: HOUR,
      values: Float64Array.of(100 + index),
      known: { kind: 'at', at },
    })),
  );

describe('a version is in one file', () => {
  const settled = SEPTEMBER!.settledAt;
  test.each([
    { name: 'within 40 days', at: settled, file: SEPTEMBER },
    { name: 'later, in the month in which it became known', at: settled + 1, file: NOVEMBER },
    { name: 'much later', at: Date.UTC(2026, 11, 31, 23), file: DECEMBER },
  ])('that became known $name', ({ at, file }) => {
    const series = restatedAt(at);
    const files = [SEPTEMBER!, OCTOBER!, NOVEMBER!, DECEMBER!];
    const holding = files.filter((month) =>
      monthVersions(series, month, Number.POSITIVE_INFINITY).some(({ valueMw }) => valueMw === 101),
    );
    expect(holding).toEqual([file]);
    expect(monthVersions(series, SEPTEMBER!, Number.POSITIVE_INFINITY)[0]).toEqual({
      start: HOUR,
      valueMw: 100,
      knownAt: HOUR + 2 * HOUR_MS,
    });
  });
});

test('a file as of an instant has the versions that were known then, the first ones first', () => {
  const series = restatedAt(HOUR + DAY_MS, HOUR + 3 * DAY_MS);
  const valuesAt = (asOf: number) => monthVersions(series, SEPTEMBER!, asOf).map(({ valueMw }) => valueMw);
  expect([HOUR, HOUR + DAY_MS - 1, HOUR + DAY_MS, HOUR + 9 * DAY_MS].map(valuesAt)).toEqual([
    [],
    [100],
    [100, 101],
    [100, 101, 102],
  ]);
});

test('a digest changes with a version of the window that is known, and with no other', () => {
  const series = restatedAt(HOUR + DAY_MS);
  const { window } = SEPTEMBER!;
  const digestAt = (asOf: number) => versionsDigest(series, window, asOf);
  expect(digestAt(HOUR + DAY_MS - 1)).toBe(digestAt(HOUR + 2 * HOUR_MS));
  expect(digestAt(HOUR + DAY_MS)).not.toBe(digestAt(HOUR + DAY_MS - 1));
  expect(versionsDigest(series, OCTOBER!.window, HOUR + DAY_MS)).toBe(
    versionsDigest(restatedAt(), OCTOBER!.window, HOUR),
  );
});
