import { expect, test } from 'vitest';
import { wallClockParameter, wallClockText, zoneOf } from './wall-clock.js';

const MISO = { timezone: 'America/Chicago', marketTimezone: 'EST' };

test.each([
  { tz: 'utc', zone: undefined },
  { tz: 'UTC', zone: undefined },
  { tz: 'GMT', zone: undefined },
  { tz: 'market', zone: 'EST' },
  { tz: ' Local ', zone: 'America/Chicago' },
  { tz: 'Asia/Kolkata', zone: /^Asia\/(Kolkata|Calcutta)$/ },
  { tz: 'america/argentina/buenos_aires', zone: /Buenos_Aires$/ },
])('tz=$tz is the zone $zone', ({ tz, zone }) => {
  const found = zoneOf(wallClockParameter().parse(tz), MISO);
  if (zone instanceof RegExp) expect(found).toMatch(zone);
  else expect(found).toBe(zone);
});

test.each(['', 'PST', '+05:00', 'America/Nowhere', '../etc/passwd', 'Etc/'])('tz=%s is refused', (tz) => {
  expect(wallClockParameter().safeParse(tz).success).toBe(false);
});

test.each([
  { tz: 'EST', zone: 'America/New_York' },
  { tz: 'ct', zone: 'America/Chicago' },
  { tz: 'PDT', zone: 'America/Los_Angeles' },
])('tz=$tz is refused with a hint at $zone', ({ tz, zone }) => {
  const message = wallClockParameter().safeParse(tz).error?.issues[0]?.message;
  expect(message).toContain(`${tz.toUpperCase()} does not say what summer does, ${zone} does`);
});

test.each([
  ['before the spring change', '2026-03-08T09:30Z', '2026-03-08 01:30'],
  ['after it', '2026-03-08T10:30Z', '2026-03-08 03:30'],
  ['the autumn hour', '2026-11-01T08:30Z', '2026-11-01 01:30'],
  ['the autumn hour again', '2026-11-01T09:30Z', '2026-11-01 01:30'],
  ['the last hour of a leap day', '2028-03-01T07:00Z', '2028-02-29 23:00'],
  ['the last hour of a year', '2027-01-01T07:00Z', '2026-12-31 23:00'],
])('the clock of Los Angeles, %s', (_name, instant, text) => {
  expect(wallClockText('America/Los_Angeles', Date.parse(instant))).toBe(text);
});
