import { expect, test } from 'vitest';
import { forecastsOf, measuredDays } from '../../testing/measured-days.js';
import { type ForecastsByDay, LAST_LEAD_DAY } from '../combination/ensemble.js';
import { VOLATILITY } from '../settings.data.js';
import { Volatility } from './volatility.js';

const LEADS = LAST_LEAD_DAY + 1;
const FIRST = 1_000;
const DAYS = 200;
const CUTOFF = FIRST + DAYS;

function volatilityOver(past: ForecastsByDay, to = CUTOFF, power?: number): Volatility {
  const volatility = new Volatility(FIRST, power);
  const actual = measuredDays(FIRST, DAYS + 40, () => 9);
  volatility.extend(past, actual, FIRST, to);
  return volatility;
}

/** The level of an issue day when the absolute error of each target day is a function of it. */
function levelOf(errorOf: (target: number) => number, lead: number, day: number): number {
  const past = forecastsOf(FIRST, CUTOFF, LEADS, (issue, leadDay) => 9 - errorOf(issue + leadDay));
  return volatilityOver(past).at(lead, day);
}

test.each([0, 1, 7, LAST_LEAD_DAY])('at lead day %i a constant error is the level', (lead) => {
  expect(levelOf(() => 0.04, lead, CUTOFF)).toBeCloseTo(0.04, 12);
});

test.each([
  { name: 'before the first error', day: FIRST },
  { name: 'before the first target of the lead day', day: FIRST + 7 },
])('$name a level is assumed', ({ day }) => {
  expect(levelOf(() => 0.02, 7, day)).toBe(VOLATILITY.assumedLevel);
});

test('the weight of an error halves every ten days back', () => {
  const shocked = (daysBack: number) => levelOf((target) => (target === CUTOFF - daysBack ? 0.4 : 1e-9), 0, CUTOFF);
  expect(shocked(11) / shocked(1)).toBeCloseTo(0.5, 6);
  expect(shocked(21) / shocked(1)).toBeCloseTo(0.25, 6);
});

test('errors more than ninety days back have no weight', () => {
  const withShock = (daysBack: number) => levelOf((target) => (target === CUTOFF - daysBack ? 0.4 : 0.02), 0, CUTOFF);
  expect(withShock(91)).toBeCloseTo(0.02, 12);
  expect(withShock(90)).toBeGreaterThan(0.02);
});

test('the level of an issue day is made of target days before it alone', () => {
  const calm = levelOf(() => 0.02, 0, FIRST + 100);
  expect(levelOf((target) => (target >= FIRST + 100 ? 0.5 : 0.02), 0, FIRST + 100)).toBe(calm);
});

test('days without a forecast or a measurement are skipped', () => {
  const past = forecastsOf(FIRST, CUTOFF, LEADS, (issue) => (issue % 2 === 0 ? Number.NaN : 8.97));
  const level = volatilityOver(past).at(0, CUTOFF);
  expect(level).toBeCloseTo(0.03, 12);
});

test('extended by days it is what it is when made at once', () => {
  const errorOf = (target: number) => 0.02 + 0.01 * Math.sin(target);
  const past = forecastsOf(FIRST, CUTOFF, LEADS, (issue, lead) => 9 - errorOf(issue + lead));
  const actual = measuredDays(FIRST, DAYS, () => 9);
  const grown = volatilityOver(past, FIRST + 50);
  grown.extend(past, actual, FIRST + 50, FIRST + 51);
  grown.extend(past, actual, FIRST + 51, CUTOFF);
  const whole = volatilityOver(past);
  for (const lead of [0, 3, LAST_LEAD_DAY]) {
    for (let day = FIRST; day <= CUTOFF; day++) expect(grown.at(lead, day)).toBe(whole.at(lead, day));
  }
});

test.each([
  { power: 0, scale: 1 },
  { power: 0.5, scale: 0.2 },
  { power: 0.75, scale: 0.2 ** 1.5 },
  { power: 1, scale: 0.04 },
])('to the power $power a level of 0.04 is a scale of $scale, also of a kept state', ({ power, scale }) => {
  const past = forecastsOf(FIRST, CUTOFF, LEADS, () => 8.96);
  const volatility = volatilityOver(past, CUTOFF, power);
  const kept = new Volatility(FIRST, power, volatility.stateFrom(FIRST, CUTOFF));
  for (const each of [volatility, kept]) {
    expect(each.scaleAt(1, CUTOFF)).toBeCloseTo(scale, 12);
    expect(each.assumedScaledLevel * VOLATILITY.assumedLevel ** power).toBeCloseTo(VOLATILITY.assumedLevel, 12);
  }
});

test.each([
  { name: 'the days that an issue reads', from: CUTOFF - 120 },
  { name: 'more days than there are', from: FIRST - 10 },
])('kept for $name it goes on as if it had not been kept', ({ from }) => {
  const errorOf = (target: number) => 0.02 + 0.01 * Math.sin(target);
  const past = forecastsOf(FIRST, CUTOFF + 20, LEADS, (issue, lead) => 9 - errorOf(issue + lead));
  const actual = measuredDays(FIRST, DAYS + 40, () => 9);
  const whole = volatilityOver(past);
  const state = whole.stateFrom(from, CUTOFF);
  expect(state.firstDay).toBe(Math.max(from, FIRST));
  const kept = new Volatility(state.firstDay, undefined, structuredClone(state));
  for (const each of [kept, whole]) each.extend(past, actual, CUTOFF, CUTOFF + 20);
  for (const lead of [0, 3, LAST_LEAD_DAY]) {
    for (let day = CUTOFF; day <= CUTOFF + 20; day++) expect(kept.at(lead, day)).toBe(whole.at(lead, day));
  }
});
