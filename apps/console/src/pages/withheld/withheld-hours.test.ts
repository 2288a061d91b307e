import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { WithheldHours } from './withheld-hours.js';

const ZONE = 'America/Chicago';
const AREAS = [{ code: 'SPP', name: 'SPP', territory: 'Plains', zone: ZONE, marketZone: ZONE }];
const REVIEWED = { reviewed: 'yes', finding: 'A frozen feed.', source: 'EIA930_BALANCE_2023' };

const row = (hour: string, more: object = {}) => ({
  time_utc: `2023-${hour}:00:00Z`,
  region: 'SPP',
  reported_mw: 28_368,
  reason: 'frozen',
  since: '2023-11-05T09:00:00Z',
  reviewed: 'no',
  ...more,
});

test.each([
  { name: 'an empty answer is said in words', rows: [], says: ['None in these days.', 'was not published'] },
  {
    name: 'both hours of the autumn change have their own name, and the year',
    rows: [row('11-05T06'), row('11-05T07')],
    says: ['Sun, Nov 5, 2023, 1 AM CDT–1 AM CST', 'Sun, Nov 5, 2023, 1–2 AM CST', '28,368', '<td>no</td>'],
  },
  {
    name: 'what a person found is there with its source',
    rows: [row('07-01T00', REVIEWED)],
    says: ['A frozen feed. (EIA930_BALANCE_2023)'],
  },
  {
    name: 'the newest 500 are shown and the others counted',
    rows: Array.from({ length: 502 }, (_, hour) =>
      row(`07-${String(1 + Math.floor(hour / 24)).padStart(2, '0')}T${String(hour % 24).padStart(2, '0')}`),
    ),
    says: ['502 withheld hours', '2 earlier hours are in the CSV'],
  },
])('$name', ({ rows, says }) => {
  const names = Object.keys(row('07-01T00', REVIEWED));
  const column = (name: string) => rows.map((each) => (each as Record<string, unknown>)[name] ?? null);
  const data = Object.fromEntries(names.map((name) => [name, column(name)]));
  const html = renderToString(WithheldHours({ of: { data, meta: {} }, areas: AREAS, clock: 'grid' }));
  expect(says.filter((text) => !html.includes(text))).toEqual([]);
  expect((html.match(/<tr>/g) ?? []).length).toBe(rows.length === 0 ? 0 : 1 + Math.min(500, rows.length));
});
