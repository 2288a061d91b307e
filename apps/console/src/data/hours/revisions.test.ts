import { expect, test } from 'vitest';
import { firstPublished } from './revisions.js';

const START = Date.parse('2026-11-22T16:00Z');
const revision = (time: string, old: number, known: string) => ({ time, old, known });

test.each([
  { name: 'an hour that was restated once', rows: [revision('17:00', 90, '19:00')], are: [null, 90, null] },
  {
    name: 'an hour that was restated twice, whichever comes first',
    rows: [revision('17:00', 95, '21:00'), revision('17:00', 90, '19:00')],
    are: [null, 90, null],
  },
  {
    name: 'hours outside of the chart',
    rows: [revision('15:00', 90, '19:00'), revision('19:00', 91, '20:00')],
    are: [null, null, null],
  },
  { name: 'no restatement', rows: [], are: [null, null, null] },
])('$name: the load as first published', ({ rows, are }) => {
  const answer = {
    data: {
      time_utc: rows.map(({ time }) => `2026-11-22T${time}:00Z`),
      old_mw: rows.map(({ old }) => old),
      known_at: rows.map(({ known }) => `2026-11-22T${known}:00Z`),
    },
    meta: {},
  };
  expect(firstPublished(answer, START, 3)).toEqual(are);
});
