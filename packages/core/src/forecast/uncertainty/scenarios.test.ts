import { expect, test } from 'vitest';
import { dayNumber } from '../../calendar/holiday-calendar.js';
import { forecastsOf, measuredDays, pseudoRandom } from '../../testing/measured-days.js';
import { LAST_LEAD_DAY } from '../combination/ensemble.js';
import type { LocalHours } from '../inputs/local-hours.js';
import type { DayCalibration } from './calibration.js';
import { scenarioPaths } from './scenarios.js';

const LEADS = LAST_LEAD_DAY + 1;
const ISSUE = dayNumber(2024, 7, 1);
const FIRST = ISSUE - 500;
/** Error quantiles spread evenly over -0.2 to 0.2. */
const EVEN: DayCalibration = { errorQuantile: (_lead, _hour, level) => 0.4 * (level - 0.5) };
const HOURS: LocalHours = {
  start: 0,
  leadDays: Uint8Array.from({ length: 48 }, (_, i) => Math.floor(i / 24)),
  hours: Uint8Array.from({ length: 48 }, (_, i) => i % 24),
};
const LOGS = new Float64Array(LEADS * 24).fill(Math.log(1_000));

/** Paths for given past log errors of each hour. */
function pathsOf(errorOf: (issue: number, lead: number, hour: number) => number, count: number): Float64Array[] {
  const past = forecastsOf(FIRST, ISSUE, LEADS, (issue, lead, hour) => 9 - errorOf(issue, lead, hour));
  return scenarioPaths(
    HOURS,
    LOGS,
    EVEN,
    past,
    measuredDays(FIRST, 500, () => 9),
    ISSUE,
    count,
  );
}

const noise = (issue: number, lead: number, hour: number) => pseudoRandom(issue * 971 + lead * 41 + hour) - 0.5;

test.each([1, 10, 100])('%i paths: at every hour their spread is that of the quantiles', (count) => {
  const paths = pathsOf(noise, count);
  expect(paths).toHaveLength(count);
  const wanted = Array.from({ length: count }, (_, rank) => {
    return Math.round(100_000 * Math.exp(0.4 * ((rank + 0.5) / count - 0.5))) / 100;
  });
  for (const hour of [0, 13, 47]) {
    expect(paths.map((path) => path[hour]!).sort((a, b) => a - b)).toEqual(wanted);
  }
});

test('hours whose past errors went together go together in every path', () => {
  for (const path of pathsOf((issue) => pseudoRandom(issue) - 0.5, 20)) expect(new Set(path).size).toBe(1);
});

test('hours whose past errors were opposite are opposite in every path', () => {
  const paths = pathsOf((issue, _lead, hour) => (pseudoRandom(issue) - 0.5) * (hour % 2 === 0 ? 1 : -1), 20);
  for (const path of paths) expect(Math.log(path[0]! / 1_000)).toBeCloseTo(-Math.log(path[1]! / 1_000), 4);
});

test('the same issue gives the same paths, and fewer days than paths give one each', () => {
  expect(pathsOf(noise, 20)).toEqual(pathsOf(noise, 20));
  expect(pathsOf(noise, 2_000).length).toBeLessThan(500);
});

test('without a past there is one path: the median', () => {
  const [path, ...others] = scenarioPaths(
    HOURS,
    LOGS,
    EVEN,
    new Map(),
    measuredDays(FIRST, 500, () => 9),
    ISSUE,
    50,
  );
  expect(others).toEqual([]);
  expect(Array.from(path!)).toEqual(new Array(48).fill(1_000));
});

test('days whose errors are not all known yet, or have gaps, are no path', () => {
  const newest = ISSUE - 2 - LAST_LEAD_DAY;
  // Only days that must not be taken have a different error: if one were taken, ranks would differ from the ranks of
  // equal errors.
  const spoilt = pathsOf(
    (issue, lead) => (issue >= newest ? 1 : issue === newest - 3 && lead === 17 ? Number.NaN : 0),
    30,
  );
  const clean = pathsOf(() => 0, 30);
  expect(spoilt.map((path) => path[0])).toEqual(clean.map((path) => path[0]));
});
