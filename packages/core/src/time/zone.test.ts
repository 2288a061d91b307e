import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from './instant.js';
import { instantOfLocal, localDateTime, offsetMs } from './zone.js';

const utc = Date.UTC;

test.each([
  { name: 'Pacific winter is UTC-8', zone: 'America/Los_Angeles', at: utc(2026, 0, 15), hours: -8 },
  {
    name: 'Pacific, last ms before the spring change',
    zone: 'America/Los_Angeles',
    at: utc(2026, 2, 8, 10) - 1,
    hours: -8,
  },
  {
    name: 'Pacific, first ms after the spring change',
    zone: 'America/Los_Angeles',
    at: utc(2026, 2, 8, 10),
    hours: -7,
  },
  {
    name: 'Central, last ms before the autumn change',
    zone: 'America/Chicago',
    at: utc(2025, 10, 2, 7) - 1,
    hours: -5,
  },
  { name: 'Central, first ms after the autumn change', zone: 'America/Chicago', at: utc(2025, 10, 2, 7), hours: -6 },
  { name: 'fixed EST does not move in summer', zone: 'EST', at: utc(2026, 6, 1), hours: -5 },
  { name: 'the rules of 2006 (April) still hold for 2006', zone: 'America/New_York', at: utc(2006, 2, 20), hours: -5 },
  { name: 'a leap day', zone: 'America/New_York', at: utc(2028, 1, 29, 12), hours: -5 },
  { name: 'before the table', zone: 'America/New_York', at: utc(1999, 6, 1), hours: -4 },
  { name: 'after the table', zone: 'America/New_York', at: utc(2061, 6, 1), hours: -4 },
])('offsetMs: $name', ({ zone, at, hours }) => expect(offsetMs(zone, at) / HOUR_MS).toBe(hours));

test('offsetMs agrees with Intl at every hour of four years, in every zone of the registry', () => {
  for (const zone of ['America/Los_Angeles', 'America/Chicago', 'America/New_York', 'EST']) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      hour: 'numeric',
      day: 'numeric',
    });
    for (let at = utc(2024, 0, 1); at < utc(2028, 0, 1); at += 7 * HOUR_MS) {
      const { day, hour } = localDateTime(zone, at);
      expect(format.format(at)).toBe(`${day}, ${String(hour).padStart(2, '0')}`);
    }
  }
});

test('offsetMs is the same whichever instant was asked for before', () => {
  const zone = 'America/New_York';
  const changes = [utc(2026, 2, 8, 7), utc(2026, 10, 1, 6), utc(2000, 3, 2, 7), utc(2059, 10, 2, 6)];
  const hoursAt = new Map([
    ...changes.flatMap((at, i) => [[at - 1, i % 2 ? -4 : -5] as const, [at, i % 2 ? -5 : -4] as const]),
    [utc(2000, 0, 1), -5] as const,
    [utc(2060, 0, 1) - 1, -5] as const,
    [utc(2028, 1, 29, 12), -5] as const,
    [utc(2027, 0, 1), -5] as const,
  ]);
  for (const before of hoursAt.keys()) {
    for (const [at, hours] of hoursAt) {
      offsetMs(zone, before);
      expect(offsetMs(zone, at) / HOUR_MS).toBe(hours);
    }
  }
});

test('offsetMs: an unknown zone is a RangeError', () => {
  expect(() => offsetMs('America/Atlantis', 0)).toThrow(RangeError);
});

test.each([
  { name: 'a summer noon', wall: utc(2026, 6, 1, 12), instant: utc(2026, 6, 1, 16) },
  { name: 'midnight of the spring day', wall: utc(2026, 2, 8), instant: utc(2026, 2, 8, 5) },
  {
    name: 'the skipped half past two is read as half past three',
    wall: utc(2026, 2, 8, 2, 30),
    instant: utc(2026, 2, 8, 7, 30),
  },
  { name: 'the hour after the skipped one', wall: utc(2026, 2, 8, 3), instant: utc(2026, 2, 8, 7) },
  {
    name: 'the repeated hour is the first of the two',
    wall: utc(2025, 10, 2, 1, 30),
    instant: utc(2025, 10, 2, 5, 30),
  },
  { name: 'the hour after the repeated one', wall: utc(2025, 10, 2, 2), instant: utc(2025, 10, 2, 7) },
  { name: 'new year', wall: utc(2026, 0, 1), instant: utc(2026, 0, 1, 5) },
])('instantOfLocal in New York: $name', ({ wall, instant }) => {
  expect(new Date(instantOfLocal('America/New_York', wall)).toISOString()).toBe(new Date(instant).toISOString());
});

test('instantOfLocal undoes localDateTime at every hour but the second of a repeated pair', () => {
  for (let at = utc(2025, 0, 1); at < utc(2026, 0, 1); at += HOUR_MS) {
    const wall = at + offsetMs('America/Chicago', at);
    const back = instantOfLocal('America/Chicago', wall);
    const second = at >= utc(2025, 10, 2, 7) && at < utc(2025, 10, 2, 8);
    expect(back).toBe(second ? at - HOUR_MS : at);
  }
  expect(DAY_MS).toBe(24 * HOUR_MS);
});
