import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forecastsOf, measuredDays, pseudoRandom } from '../../testing/measured-days.js';
import { LAST_LEAD_DAY } from '../combination/ensemble.js';
import { ScaledErrors } from './scaled-errors.js';
import type { Volatility } from './volatility.js';

const LEADS = LAST_LEAD_DAY + 1;
const FIRST = 1_000;
const DAYS = 60;
const STEADY = { scaleAt: () => 1, assumedScaledLevel: Math.sqrt(0.06) } as unknown as Volatility;

/** Errors have both signs, and no two are equal. */
const errorOf = (issue: number, lead: number, hour: number) => pseudoRandom(issue * 977 + lead * 31 + hour) - 0.5;

const PAST = forecastsOf(FIRST, FIRST + DAYS, LEADS, (issue, lead, hour) => 9 - errorOf(issue, lead, hour));
const ACTUAL = measuredDays(FIRST, DAYS + LEADS, () => 9);

const errorsOf = ({ volatility = STEADY, actual = ACTUAL, from = FIRST, to = FIRST + DAYS } = {}) =>
  new ScaledErrors(PAST, actual, volatility, from, to);

describe.each([0, 1, 7, LAST_LEAD_DAY])('at lead day %i', (lead) => {
  test.each([0, 13, 23])('the errors of hour %i are those of the days, ascending', (hour) => {
    const errors = errorsOf();
    const { days, values } = errors.ofLead(lead)[hour]!;
    expect(values).toHaveLength(DAYS);
    expect([...values]).toEqual([...values].sort((a, b) => a - b));
    days.forEach((index, i) => {
      expect(errors.days[index]).toBe(FIRST + index);
      expect(values[i]).toBeCloseTo(errorOf(FIRST + index, lead, hour), 12);
    });
    expect(new Set(days).size).toBe(DAYS);
  });
});

test('an error is divided by the scale of its issue day and lead', () => {
  const volatility = {
    scaleAt: (lead: number, day: number) => (lead + 1) * (day - FIRST + 1),
  } as unknown as Volatility;
  const { days, values } = errorsOf({ volatility }).ofLead(3)[5]!;
  days.forEach((index, i) => {
    expect(values[i]).toBeCloseTo(errorOf(FIRST + index, 3, 5) / (4 * (index + 1)), 12);
  });
});

test.each([
  { name: 'all', from: FIRST - 10, to: FIRST + DAYS + 10, first: FIRST, count: DAYS },
  {
    name: 'the first day is inclusive, the last exclusive',
    from: FIRST + 5,
    to: FIRST + 9,
    first: FIRST + 5,
    count: 4,
  },
  { name: 'none', from: FIRST + DAYS, to: FIRST + DAYS + 30, first: undefined, count: 0 },
])('issue days within a range: $name', ({ from, to, first, count }) => {
  const errors = errorsOf({ from, to });
  expect(errors.days[0]).toBe(first);
  expect(errors.days).toHaveLength(count);
  expect(errors.ofLead(2).map(({ values }) => values.length)).toEqual(new Array(24).fill(count));
});

test('an hour that was not measured has no error, and the others keep their days', () => {
  const gap = FIRST + 20;
  const actual = measuredDays(FIRST, DAYS + LEADS, (day, hour) => (day === gap && hour === 7 ? Number.NaN : 9));
  const byHour = errorsOf({ actual }).ofLead(4);
  expect(byHour[7]!.values).toHaveLength(DAYS - 1);
  expect([...byHour[7]!.days]).not.toContain(gap - 4 - FIRST);
  expect(byHour[8]!.values).toHaveLength(DAYS);
});

test.each([
  { name: 'of usual size', size: 1 },
  { name: 'beyond 32 bits of steps', size: 100 },
])('errors $name are in one order, near ones by their days', ({ size }) => {
  // Every third error differs from another by less than a step.
  const near = (issue: number) => size * (((issue * 7) % 20) - 10) + (issue % 3 === 0 ? 1e-10 : 0);
  const past = forecastsOf(FIRST, FIRST + DAYS, LEADS, (issue) => -near(issue));
  const zeros = measuredDays(FIRST, DAYS + LEADS, () => 0);
  const { days, values } = new ScaledErrors(past, zeros, STEADY, FIRST, FIRST + DAYS).ofLead(1)[3]!;
  const stepOf = (index: number) => Math.round(near(FIRST + index) * 1e8);
  const expected = Array.from({ length: DAYS }, (_, i) => i).sort((a, b) => stepOf(a) - stepOf(b) || a - b);
  expect([...days]).toEqual(expected);
  expect([...values]).toEqual(expected.map((index) => near(FIRST + index)));
});

test('of a past longer than an index can count, the newest days are taken', () => {
  const days = 4_200;
  const past = forecastsOf(FIRST, FIRST + days, 1, (issue) => 9 - 1e-4 * (issue - FIRST));
  const errors = new ScaledErrors(
    past,
    measuredDays(FIRST, days, () => 9),
    STEADY,
    FIRST,
    FIRST + days,
  );
  expect([errors.days.length, errors.days[0], errors.days.at(-1)]).toEqual([4_096, FIRST + 104, FIRST + days - 1]);
  expect(errors.ofLead(0)[0]!.values.at(-1)).toBeCloseTo(1e-4 * (days - 1), 12);
});

test('any errors are ordered by their steps and then by their days, and none is lost', () => {
  const error = fc.oneof(
    fc.double({ min: -30, max: 30, noNaN: true }),
    fc.constantFrom(0, -0, 1e-9, -1e-9, 21.474_836_47, -21.474_836_48, Number.NaN),
  );
  fc.assert(
    fc.property(fc.array(error, { minLength: 1, maxLength: 50 }), (errors) => {
      const past = forecastsOf(0, errors.length, 1, (issue) => -errors[issue]!);
      const zeros = measuredDays(0, errors.length, () => 0);
      const { days, values } = new ScaledErrors(past, zeros, STEADY, 0, errors.length).ofLead(0)[12]!;
      const steps = Array.from(values, (value) => Math.round(value * 1e8));
      for (let i = 1; i < days.length; i++) {
        expect(steps[i]).toBeGreaterThanOrEqual(steps[i - 1]!);
        if (steps[i] === steps[i - 1]) expect(days[i]).toBeGreaterThan(days[i - 1]!);
      }
      expect(new Set(days).size).toBe(errors.filter((each) => !Number.isNaN(each)).length);
      expect(days).toHaveLength(new Set(days).size);
    }),
  );
});
