import { describe, expect, test } from 'vitest';
import { forecastsOf, measuredDays } from '../../testing/measured-days.js';
import { LAST_LEAD_DAY } from '../combination/ensemble.js';
import { CONFORMAL } from '../settings.data.js';
import { TailLevels } from './conformal.js';
import type { ErrorTable } from './error-table.js';
import type { Volatility } from './volatility.js';

const LEADS = LAST_LEAD_DAY + 1;
const FIRST = 1_000;
const DAYS = 450;
const STEADY = { scaleAt: () => 1, assumedScaledLevel: Math.sqrt(0.06) } as unknown as Volatility;
/** The quantile of a level is the level itself, less a half: an interval from -0.4 to 0.4 at the levels 0.1 and 0.9. */
const TABLE = { quantile: (_lead: number, _hour: number, level: number) => level - 0.5 } as unknown as ErrorTable;

/** Levels after `days` days with a given error of each hour. */
function levelsAfter(days: number, errorOf: (target: number, hour: number) => number): TailLevels {
  const levels = new TailLevels(FIRST);
  const past = forecastsOf(FIRST, FIRST + DAYS, LEADS, () => 9);
  const actual = measuredDays(FIRST, DAYS, (day, hour) => 9 + errorOf(day, hour));
  levels.extend(past, actual, STEADY, () => TABLE, FIRST, FIRST + days);
  return levels;
}

test('both levels begin at one in ten', () => {
  const levels = new TailLevels(FIRST);
  expect([levels.lowAt(3, FIRST), levels.highAt(3, FIRST)]).toEqual([0.1, 0.1]);
});

test.each([
  { name: 'below all hours: the lower level falls, the upper rises', error: 0.45, low: 1, high: -1 },
  { name: 'above all hours: the other way round', error: -0.45, low: -1, high: 1 },
  { name: 'around all hours: both rise, for bounds that are nearer', error: 0, low: 1, high: 1 },
])('after a day with bounds $name', ({ error, low, high }) => {
  const levels = levelsAfter(1, () => error);
  expect(Math.sign(levels.lowAt(0, FIRST + 1) - 0.1)).toBe(low);
  expect(Math.sign(levels.highAt(0, FIRST + 1) - 0.1)).toBe(high);
});

test.each([
  { name: 'a day of misses moves a level by the step times nine tenths', error: 0.45, change: -0.9 },
  { name: 'a day without by the step times one tenth', error: 0, change: 0.1 },
])('$name', ({ error, change }) => {
  const moved = levelsAfter(1, () => error).highAt(0, FIRST + 1) - 0.1;
  expect(moved).toBeCloseTo(CONFORMAL.step * change, 12);
});

test.each([
  { name: 'misses on and on', error: 0.6, bound: CONFORMAL.lowest },
  { name: 'no miss on and on', error: 0, bound: CONFORMAL.highest },
])('levels stay within their bounds: $name', ({ error, bound }) => {
  expect(levelsAfter(DAYS - 1, () => error).highAt(0, FIRST + DAYS - 1)).toBe(bound);
});

test('a level settles where one hour in ten misses', () => {
  // Errors spread evenly over -0.5 to 0.5: right is a level of 0.1 exactly.
  const levels = levelsAfter(DAYS - 1, (day, hour) => (((day * 24 + hour) * 0.618_034) % 1) - 0.5);
  const recent = Array.from({ length: 100 }, (_, back) => levels.lowAt(0, FIRST + DAYS - 1 - back));
  expect(recent.reduce((sum, level) => sum + level, 0) / 100).toBeCloseTo(0.1, 1);
});

test('days without a measurement leave the levels as they are', () => {
  const levels = levelsAfter(10, () => Number.NaN);
  expect([levels.lowAt(0, FIRST + 10), levels.highAt(0, FIRST + 10)]).toEqual([0.1, 0.1]);
});

test('a lead day’s level moves when its target day is complete, not before', () => {
  const levels = levelsAfter(8, () => 0.45);
  expect(levels.highAt(7, FIRST + 7)).toBe(0.1);
  expect(levels.highAt(7, FIRST + 8)).toBeLessThan(0.1);
});

describe('levels kept from a training cutoff on', () => {
  const CUTOFF = FIRST + 200;
  const KEPT_FROM = FIRST + 150;
  const errorOf = (day: number, hour: number) => (((day * 24 + hour) * 0.618_034) % 1) - 0.5;
  const whole = () => levelsAfter(200, errorOf);
  const kept = () => {
    const state = whole().stateFrom(KEPT_FROM, CUTOFF);
    return new TailLevels(state.firstDay, state);
  };

  test.each([0, 7, LAST_LEAD_DAY])('are those of the days that were kept, at lead day %i', (lead) => {
    const [levels, before] = [kept(), whole()];
    for (let day = KEPT_FROM; day <= CUTOFF; day++) {
      expect(levels.lowAt(lead, day)).toBe(before.lowAt(lead, day));
      expect(levels.highAt(lead, day)).toBe(before.highAt(lead, day));
    }
  });

  test('go on as if they had not been kept', () => {
    const past = forecastsOf(FIRST, FIRST + DAYS, LEADS, () => 9);
    const actual = measuredDays(FIRST, DAYS, (day, hour) => 9 + errorOf(day, hour));
    const [levels, before] = [kept(), whole()];
    for (const each of [levels, before]) each.extend(past, actual, STEADY, () => TABLE, CUTOFF, CUTOFF + 30);
    expect(levels.stateFrom(CUTOFF, CUTOFF + 30)).toEqual(before.stateFrom(CUTOFF, CUTOFF + 30));
  });

  test('of a past that is shorter than asked for are all there are', () => {
    expect(whole().stateFrom(FIRST - 99, CUTOFF).firstDay).toBe(FIRST);
  });
});
