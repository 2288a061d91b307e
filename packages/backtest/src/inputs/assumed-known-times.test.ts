import { foldBlocks, HISTORY_KNOWN, HOUR_MS, readAsOf } from '@loadcast/core';
import { describe, expect, test } from 'vitest';
import { withKnownLag, withOperatorArrival } from '../runtime.js';

const utc = Date.UTC;
const iso = (instant: number): string => new Date(instant).toISOString().slice(0, 16);

describe('withKnownLag', () => {
  const start = utc(2023, 5, 1);
  const restatedAt = utc(2023, 5, 3);
  const load = foldBlocks([
    { start, values: Float64Array.of(10, 20, 30), known: HISTORY_KNOWN.demand },
    { start: start + HOUR_MS, values: Float64Array.of(25), known: { kind: 'at', at: restatedAt } },
  ]);

  test.each([
    { name: 'half an hour', lagMs: HOUR_MS / 2, known: ['2023-06-01T01:30', '2023-06-03T00:00', '2023-06-01T03:30'] },
    {
      name: 'the assumed two hours',
      lagMs: 2 * HOUR_MS,
      known: ['2023-06-01T03:00', '2023-06-03T00:00', '2023-06-01T05:00'],
    },
    { name: 'a day', lagMs: 24 * HOUR_MS, known: ['2023-06-02T01:00', '2023-06-03T00:00', '2023-06-02T03:00'] },
  ])('$name after the hour, but restated values keep their time', ({ lagMs, known }) => {
    expect([...withKnownLag(load, lagMs).knownAtMs].map(iso)).toEqual(known);
  });

  test('the value before a restatement becomes known at the new lag', () => {
    const late = withKnownLag(load, 24 * HOUR_MS);
    const window = { start, end: start + 3 * HOUR_MS };
    expect([...readAsOf(late, window, utc(2023, 5, 2, 2)).valuesMw]).toEqual([10, 20, Number.NaN]);
    expect([...readAsOf(late, window, restatedAt).valuesMw]).toEqual([10, 25, 30]);
  });
});

describe('withOperatorArrival', () => {
  const pacific = 'America/Los_Angeles';
  const hourAt = (start: number) =>
    foldBlocks([{ start, values: Float64Array.of(1), known: HISTORY_KNOWN.day_ahead_forecast }]);

  test.each([
    {
      name: 'first hour of a Pacific day',
      start: utc(2023, 6, 2, 7),
      tomorrow: '2023-07-01T11:00',
      today: '2023-07-02T11:00',
    },
    {
      name: 'last hour of a Pacific day',
      start: utc(2023, 6, 3, 6),
      tomorrow: '2023-07-01T11:00',
      today: '2023-07-02T11:00',
    },
    {
      name: 'winter: Eastern is UTC-5',
      start: utc(2023, 0, 2, 20),
      tomorrow: '2023-01-01T12:00',
      today: '2023-01-02T12:00',
    },
    {
      name: 'the day after the spring change',
      start: utc(2023, 2, 13, 20),
      tomorrow: '2023-03-12T11:00',
      today: '2023-03-13T11:00',
    },
    { name: 'the year end', start: utc(2024, 0, 1, 20), tomorrow: '2023-12-31T12:00', today: '2024-01-01T12:00' },
  ])('$name', ({ start, tomorrow, today }) => {
    expect(iso(withOperatorArrival(hourAt(start), pacific, 'tomorrow').knownAtMs[0]!)).toBe(tomorrow);
    expect(iso(withOperatorArrival(hourAt(start), pacific, 'today').knownAtMs[0]!)).toBe(today);
  });

  test('a forecast whose arrival was seen keeps its time', () => {
    const seen = foldBlocks([{ start: utc(2023, 6, 2, 20), values: Float64Array.of(1), known: { kind: 'at', at: 5 } }]);
    expect(withOperatorArrival(seen, pacific, 'tomorrow').knownAtMs[0]).toBe(5);
  });
});
