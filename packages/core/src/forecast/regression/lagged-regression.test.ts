import { describe, expect, test } from 'vitest';
import { dayNumber } from '../../calendar/holiday-calendar.js';
import { pseudoRandom } from '../../testing/measured-days.js';
import { dayOfYear, seasonDistance } from '../climatology/calendar-features.js';
import type { Refit } from '../inputs/training-cutoff.js';
import { REGRESSION } from '../settings.data.js';
import { type Design, LaggedRegression, predictResiduals, type Weights } from './lagged-regression.js';

const FIRST = dayNumber(2022, 1, 1);
const CUTOFF = dayNumber(2024, 5, 31);
const REFIT: Refit = { refitAt: 0, trainingCutoff: CUTOFF };
const feature = (day: number) => pseudoRandom(day) - 0.5;

interface DesignOptions {
  /** The target of an hour of a lead day of an issue day. */
  readonly targetOf?: (day: number, leadDay: number, hour: number) => number;
  readonly ridge?: (output: number) => number;
  readonly lastLeadDay?: number;
  readonly isUsable?: (day: number) => boolean;
  readonly firstDay?: number;
}

/** Two features: a random number and a constant. The target is twice the first plus 0.1, unless given. */
function designOf(options: DesignOptions = {}): Design {
  const { targetOf = (day) => 2 * feature(day) + 0.1, ridge = () => 1e-6, lastLeadDay = 1 } = options;
  const { isUsable = () => true, firstDay = FIRST } = options;
  return {
    size: 2,
    penalties: Float64Array.of(1, 1),
    lastLeadDay,
    firstDay,
    ridge,
    open: () => ({
      isUsable,
      writeRow: (day, out, at) => out.set([feature(day), 1], at),
      writeTargets(day, out, at) {
        for (let i = 0; i < 24 * (lastLeadDay + 1); i++) out[at + i] = targetOf(day, Math.floor(i / 24), i % 24);
      },
    }),
  };
}

/** The fit of the refit's own cutoff, and all cutoffs that were fitted. */
function fitted(regression: LaggedRegression, refit = REFIT, wantFrom = CUTOFF) {
  const cutoffs: number[] = [];
  let weights: Weights = new Float64Array();
  regression.advance(refit, wantFrom, (trainingCutoff, _next, fit) => {
    cutoffs.push(trainingCutoff);
    weights = fit;
  });
  return { cutoffs, weights };
}

/** The month of a row: the month of the day after, since training cutoffs are last days of months. */
const monthOf = (day: number) => new Date((day + 1) * 86_400_000);
/** The 16th of a row's month, which stands for all its days. */
const middleOf = (day: number) => dayNumber(monthOf(day).getUTCFullYear(), monthOf(day).getUTCMonth() + 1, 16);

/** Weighted least squares of two features, row by row, solved by Cramer's rule. */
function slowFit(targetOf: (day: number) => number, ridge: number): [number, number] {
  const { seasonWidthDays, seasonFloor, halfLifeDays, residualVariance } = REGRESSION;
  const rows: number[] = [];
  // Whole months; the targets of the last row, a lead day later, lie before the cutoff: up to 29 April.
  for (let day = FIRST; day < dayNumber(2024, 4, 30); day++) rows.push(day);
  const newestOf = new Map(rows.map((day) => [monthOf(day).getUTCMonth(), middleOf(day)]));
  let [xx, x, n, xy, y] = [ridge * residualVariance, 0, ridge * residualVariance, 0, 0];
  for (const day of rows) {
    const apart = seasonDistance(
      dayOfYear(newestOf.get(monthOf(day).getUTCMonth())!),
      dayOfYear(CUTOFF + REGRESSION.middleOfMonth),
    );
    const nearness = seasonFloor + (1 - seasonFloor) * Math.exp(-0.5 * (apart / seasonWidthDays) ** 2);
    const weight = nearness * 0.5 ** ((CUTOFF - middleOf(day)) / halfLifeDays);
    const value = feature(day);
    xx += weight * value * value;
    x += weight * value;
    n += weight;
    xy += weight * value * targetOf(day);
    y += weight * targetOf(day);
  }
  const determinant = xx * n - x * x;
  return [(xy * n - x * y) / determinant, (xx * y - x * xy) / determinant];
}

const firstOutput = (weights: Weights) => [weights[0]!, weights[1]!];

test('a linear relation is found, for every hour and lead day', () => {
  const targetOf = (day: number, leadDay: number, hour: number) => (leadDay + 1) * feature(day) + hour / 100;
  const { weights } = fitted(new LaggedRegression(designOf({ targetOf })));
  for (const [leadDay, hour] of [
    [0, 0],
    [0, 23],
    [1, 12],
  ] as const) {
    const at = 2 * (leadDay * 24 + hour);
    expect(weights[at]).toBeCloseTo(leadDay + 1, 6);
    expect(weights[at + 1]).toBeCloseTo(hour / 100, 6);
  }
});

test('forecasts are the row times the weights of each output', () => {
  const design = designOf();
  const { weights } = fitted(new LaggedRegression(design));
  const rows = design.open('issueView', CUTOFF, CUTOFF, CUTOFF + 1);
  const [residuals] = predictResiduals(design, rows, CUTOFF, CUTOFF + 1, weights) as [Float64Array];
  expect(residuals).toHaveLength(48);
  expect(residuals[47]).toBeCloseTo(2 * feature(CUTOFF) + 0.1, 6);
});

describe('what is trained on', () => {
  test.each([
    { name: 'of the day of the cutoff', from: CUTOFF },
    { name: 'of the last lead day of the newest rows', from: CUTOFF - 1 },
  ])('targets from the training cutoff on are not seen: $name', ({ from }) => {
    const clean = fitted(new LaggedRegression(designOf())).weights;
    const targetOf = (day: number, leadDay: number) => (day + leadDay >= from + 1 ? 99 : 2 * feature(day) + 0.1);
    expect(fitted(new LaggedRegression(designOf({ targetOf }))).weights).toEqual(clean);
  });

  test('days that are not usable are left out, and counted out', () => {
    const all = new LaggedRegression(designOf());
    fitted(all);
    const isUsable = (day: number) => day % 2 === 0;
    const targetOf = (day: number) => (isUsable(day) ? 2 * feature(day) + 0.1 : 99);
    const half = new LaggedRegression(designOf({ isUsable, targetOf }));
    expect(firstOutput(fitted(half).weights)[0]).toBeCloseTo(2, 5);
    expect(Math.abs(half.rows - all.rows / 2)).toBeLessThan(2);
  });

  test('rows of several areas are summed, each from its own first day', () => {
    const young = designOf({ firstDay: dayNumber(2024, 1, 1) });
    const alone = new LaggedRegression(designOf());
    const both = new LaggedRegression(designOf(), [designOf(), young]);
    fitted(alone);
    fitted(both);
    expect(both.rows).toBeGreaterThan(alone.rows + 100);
    expect(both.rows).toBeLessThan(alone.rows + 160);
  });
});

describe('fits on the way', () => {
  test('one a month from the first wanted, the refit’s own last', () => {
    const { cutoffs } = fitted(new LaggedRegression(designOf()), REFIT, dayNumber(2024, 2, 10));
    expect(cutoffs).toEqual([dayNumber(2024, 2, 29), dayNumber(2024, 3, 31), dayNumber(2024, 4, 30), CUTOFF]);
  });

  test('none before there are rows enough', () => {
    const { cutoffs } = fitted(new LaggedRegression(designOf()), REFIT, FIRST);
    expect(cutoffs[0]! - FIRST).toBeGreaterThan(REGRESSION.fewestRows);
  });

  test('advanced month by month the last fit is that of one step', () => {
    const steps = new LaggedRegression(designOf());
    for (const [year, month, day] of [
      [2023, 12, 31],
      [2024, 3, 31],
      [2024, 4, 30],
    ] as const) {
      fitted(steps, { refitAt: 0, trainingCutoff: dayNumber(year, month, day) });
    }
    expect(fitted(steps).weights).toEqual(fitted(new LaggedRegression(designOf())).weights);
  });

  test('that of a refit stays as it is when later months and other regressions are fitted', () => {
    const regression = new LaggedRegression(designOf());
    const march = { refitAt: 0, trainingCutoff: dayNumber(2024, 3, 31) };
    const { weights } = fitted(regression, march, march.trainingCutoff);
    const before = weights.slice();
    fitted(regression);
    fitted(new LaggedRegression(designOf({ targetOf: () => 7 })));
    expect(weights).toEqual(before);
  });

  test('restarted it has no rows, and learns them again', () => {
    const regression = new LaggedRegression(designOf());
    const { weights } = fitted(regression);
    regression.restart();
    expect(regression.rows).toBe(0);
    expect(fitted(regression).weights).toEqual(weights);
  });
});

describe('weights of rows', () => {
  const slopeWith = (targetOf: DesignOptions['targetOf']) =>
    firstOutput(fitted(new LaggedRegression(designOf(targetOf ? { targetOf } : {}))).weights)[0]!;

  test('the season of the refit counts more than the opposite season', () => {
    const month = (day: number) => new Date(day * 86_400_000).getUTCMonth();
    const isSpring = (day: number) => month(day) >= 3 && month(day) <= 7;
    expect(slopeWith((day) => (isSpring(day) ? 2 : 0) * feature(day))).toBeGreaterThan(1.1);
    expect(slopeWith((day) => (isSpring(day) ? 0 : 2) * feature(day))).toBeLessThan(0.9);
  });

  test('are those of an independent formula: season, age and ridge of each row', () => {
    const targetOf = (day: number) => 2 * feature(day) + 0.3 * pseudoRandom(7 * day);
    const ridge = 40;
    const { weights } = fitted(new LaggedRegression(designOf({ targetOf, ridge: () => ridge })));
    const expected = slowFit(targetOf, ridge);
    expect(weights[0]).toBeCloseTo(expected[0], 9);
    expect(weights[1]).toBeCloseTo(expected[1], 9);
  });

  test('a stronger ridge draws weights towards 0, each lead day by its own strength', () => {
    const { weights } = fitted(new LaggedRegression(designOf({ ridge: (output) => (output < 24 ? 1e-6 : 1e6) })));
    expect(weights[0]).toBeCloseTo(2, 4);
    expect(Math.abs(weights[2 * 24]!)).toBeLessThan(0.05);
  });
});
