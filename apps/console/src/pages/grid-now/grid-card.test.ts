import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import type { Comparison } from '../../data/comparison.js';
import { HOUR_MS } from '../../time/wall-clock.js';
import { GridCard } from './grid-card.js';

const START = Date.parse('2026-10-31T16:00Z');
const NOW_INDEX = 24; // noon of the day of 25 hours, New York
const NOW = START + NOW_INDEX * HOUR_MS;
const NONE = new Array<number | null>(72).fill(null);
const ZONE = 'America/New_York';
const grid = { code: 'PJM', name: 'PJM', territory: 'Mid-Atlantic', zone: ZONE, marketZone: ZONE };

/** @param hoursAgo when the newest measured hour ended; undefined: no hour is measured */
function cardOf(hoursAgo: number | undefined): string {
  const comparison: Comparison = {
    code: 'PJM',
    startMs: START,
    count: NONE.length,
    actual: NONE.map((_, hour) => (hoursAgo !== undefined && hour < NOW_INDEX - hoursAgo ? 90_000 : null)),
    forecast: NONE.map(() => 91_000),
    p10: NONE,
    p90: NONE,
    operator: NONE,
    issuedMs: NONE,
    isOperatorLate: [],
  };
  return renderToString(
    GridCard({
      grid,
      comparison,
      zone: ZONE,
      nowMs: NOW,
      isWaiting: false,
      root: '/demo/v1',
      peak: undefined,
      isPeakWaiting: false,
    }),
  );
}

test.each([
  { name: 'two hours old', hoursAgo: 2, text: 'measured up to 9 AM EST, 2 hours ago', hasLine: true },
  { name: 'six hours old', hoursAgo: 6, text: 'measured up to 5 AM EST, 6 hours ago', hasLine: true },
  {
    name: 'seven hours old',
    hoursAgo: 7,
    text: 'The newest measured hour is Sun, Nov 1, 3–4 AM EST, 7 hours ago.',
    hasLine: false,
  },
  {
    name: 'from before the clocks changed',
    hoursAgo: 12,
    text: 'The newest measured hour is Sat, Oct 31, 11 PM–12 AM EDT, 12 hours ago.',
    hasLine: false,
  },
  { name: 'none', hoursAgo: undefined, text: 'No load was measured in the last 24 hours.', hasLine: false },
])('a card has a line only while the source is not late, else why and since when: load is $name', (row) => {
  const html = cardOf(row.hoursAgo);
  expect([html.includes('class="line forecast"'), html.includes('Peak tomorrow')]).toEqual([row.hasLine, row.hasLine]);
  expect(html.replaceAll(/<[^>]+>/g, '')).toContain(row.text);
});
