import { MINUTE_MS } from '@loadcast/core';
import { expect, test } from 'vitest';
import { RetryTimes } from './retry-times.js';

/** Minutes after the last of some failures, all at instant 0, at which the next attempt is due. */
function dueAfterMinutes(failures: number): number {
  const times = new RetryTimes();
  for (let i = 0; i < failures; i++) times.failed('pjm', 0);
  let minutes = 0;
  while (!times.isDue('pjm', minutes * MINUTE_MS)) minutes++;
  return minutes;
}

test.each([
  { failures: 0, minutes: 0 },
  { failures: 1, minutes: 2 },
  { failures: 2, minutes: 4 },
  { failures: 4, minutes: 16 },
  { failures: 5, minutes: 30 },
  { failures: 50, minutes: 30 },
])('after $failures failures the next attempt is due in $minutes minutes', ({ failures, minutes }) => {
  expect(dueAfterMinutes(failures)).toBe(minutes);
});

test('a success forgets the failures of its area and of no other', () => {
  const times = new RetryTimes();
  times.failed('pjm', 0);
  times.failed('miso', 0);
  times.succeeded('pjm');
  expect([times.isDue('pjm', 1), times.isDue('miso', 1)]).toEqual([true, false]);
});

test('cleared, every area is due', () => {
  const times = new RetryTimes();
  times.failed('pjm', 0);
  times.clear();
  expect(times.isDue('pjm', 1)).toBe(true);
});
