import { expect, test } from 'vitest';
import { askAt, StreamPace } from './news-pace.js';

const HOUR_MS = 3_600_000;

/** Calls of a page that is open for an hour, with news every so-and-so-many seconds. */
function callsOfAnHour(everySeconds: number): number {
  let calls = 0;
  let asked: number | undefined;
  let due: number | undefined;
  for (let now = 0; now < HOUR_MS; now += 1_000) {
    if (due !== undefined && now >= due) {
      calls += 1;
      asked = now;
      due = undefined;
    }
    if (now % (everySeconds * 1_000) === 0) due ??= askAt(now, asked);
  }
  return calls;
}

/** Stream openings per hour if every stream breaks after `lastsSeconds`. */
function openingsOfAnHour(lastsSeconds: number): number {
  const pace = new StreamPace();
  let openings = 0;
  for (let now = 0; now < HOUR_MS; openings += 1) now += lastsSeconds * 1_000 + pace.waitMs(lastsSeconds * 1_000);
  return openings;
}

test.each([1, 5, 60, 600, 3_599])('news every %d seconds are at most 20 calls an hour', (every) => {
  expect(callsOfAnHour(every)).toBeLessThanOrEqual(20);
  expect(callsOfAnHour(every)).toBeGreaterThan(0);
});

test.each([0, 1, 60, 299, 300, 900])('streams that last %d seconds are opened less than 18 times an hour', (lasts) => {
  // With the 20 calls of news, and one as the hours shown move on: an open page asks less than 40 times an hour.
  expect(openingsOfAnHour(lasts)).toBeLessThan(18);
});

test('the first news is asked for at once, the next after three minutes', () => {
  expect(askAt(10_000, undefined)).toBe(13_000);
  expect(askAt(20_000, 13_000)).toBe(193_000);
});

test('after a restart the stream is opened again within seconds, and a stream that lasted is forgiven', () => {
  const pace = new StreamPace();
  expect([pace.waitMs(600_000), pace.waitMs(0), pace.waitMs(0), pace.waitMs(0)]).toEqual([
    3_000, 3_000, 10_000, 30_000,
  ]);
  expect(pace.waitMs(600_000)).toBe(3_000);
});
