import { describe, expect, test } from 'vitest';
import { measuredDays, pseudoRandom } from '../../testing/measured-days.js';
import type { ModelSeries } from '../climatology/climatology.js';
import { refitOn } from '../inputs/training-cutoff.js';
import { MEMBERS } from '../settings.data.js';
import { LoadDesign } from './design/load-design.js';
import { twoDaysOfHours } from './design/residual-features.js';
import { Member } from './member.js';
import { nearErrorsOf } from './near-shares.js';

const FIRST = 18_700; // 2021-03-14, a spring change
const DAYS = 420;
const REFIT = refitOn(Date.UTC(2022, 3, 1));
const LEVEL = 9;
/** Log deviations of mean size 1 % an hour, that fade by a tenth. */
const DEVIATIONS = Array.from({ length: 24 * DAYS }, (_, i) => i).reduce<number[]>((all, i) => {
  all.push(0.9 * (all.at(-1) ?? 0) + 0.04 * (pseudoRandom(i) - 0.5));
  return all;
}, []);

function seriesOf(firstDay = FIRST, change = (_day: number) => 0): ModelSeries {
  const at = (day: number, hour: number) => DEVIATIONS[24 * (day - FIRST) + hour] ?? Number.NaN;
  const table = measuredDays(firstDay, FIRST + DAYS - firstDay, (day, hour) => LEVEL + at(day, hour) + change(day));
  const writeLogs = (_day: number, _cutoff: number, out: Float64Array, from: number) =>
    out.fill(LEVEL, from, from + 24);
  const climatology = { firstLoadDay: firstDay, writeLogs };
  return { id: 'A', trainingView: table, issueView: table, climatology } as unknown as ModelSeries;
}

function errorsOf(knownHours: number, own = seriesOf()): Float64Array {
  const { grids, autoregression } = MEMBERS;
  const ownGroups = twoDaysOfHours(knownHours);
  const member = new Member(new LoadDesign(own, [], { ...grids, ...autoregression, ownGroups, knownHours, clip: 0.5 }));
  const { trainingCutoff } = REFIT;
  member.advance(REFIT, trainingCutoff - autoregression.pastDays);
  return nearErrorsOf(member.past, own.trainingView, knownHours, trainingCutoff);
}

describe('errors by distance from the newest load', () => {
  test.each([0, 8, 20])(
    '%i hours known: the next hour is as good as can be, later ones grow to the usual size',
    (known) => {
      const errors = errorsOf(known);
      expect(errors).toHaveLength(48);
      expect(errors[known]).toBeGreaterThan(0.009);
      expect(errors[known]).toBeLessThan(0.0125);
      expect(errors[known + 3]! / errors[known]!).toBeGreaterThan(1.4);
      expect(errors[known + 23]! / errors[known]!).toBeGreaterThan(1.8);
      expect(errors[known + 23]! / errors[known]!).toBeLessThan(2.8);
    },
  );

  test('hours that are known have none', () => {
    const errors = errorsOf(5);
    expect([...errors.keys()].filter((output) => Number.isNaN(errors[output]!))).toEqual([0, 1, 2, 3, 4]);
  });
});

test('load from the training cutoff on is not read', () => {
  const later = seriesOf(FIRST, (day) => (day >= REFIT.trainingCutoff ? 0.3 : 0));
  expect(errorsOf(8, later)).toEqual(errorsOf(8));
});

test('with too short a past no error is known', () => {
  const short = seriesOf(REFIT.trainingCutoff - 100);
  expect(errorsOf(8, short).every(Number.isNaN)).toBe(true);
});
