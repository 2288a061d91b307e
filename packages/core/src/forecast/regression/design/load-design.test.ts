import { describe, expect, test } from 'vitest';
import { measuredDays } from '../../../testing/measured-days.js';
import type { ModelSeries } from '../../climatology/climatology.js';
import { MEMBERS } from '../../settings.data.js';
import { LoadDesign, type LoadDesignOptions, sameBaseline } from './load-design.js';
import { OWN_FEATURE_DAYS } from './residual-features.js';

const DAY = 19_890; // 2024-06-16
const FIRST_LOAD = DAY - 100;
const OPTIONS: LoadDesignOptions = {
  knownHours: 8,
  lastLeadDay: 4,
  firstDay: DAY - 10,
  neighbourPenalty: 0.3,
  clip: 0.5,
  ridge: { 0: 300, 2: 700 },
};
const seriesOf = (level: number): ModelSeries => {
  const table = measuredDays(FIRST_LOAD, 130, () => level);
  const writeLogs = (day: number, cutoff: number, out: Float64Array, at: number) =>
    out.fill(level + (day - cutoff) / 1000, at, at + 24);
  const climatology = { firstLoadDay: FIRST_LOAD, writeLogs };
  return { id: 'A', trainingView: table, issueView: table, climatology } as unknown as ModelSeries;
};
const OWN = seriesOf(9);
const designOf = (options: Partial<LoadDesignOptions> = {}, neighbours = 0) =>
  new LoadDesign(OWN, new Array<ModelSeries>(neighbours).fill(seriesOf(8)), { ...OPTIONS, ...options });

test.each([
  { name: 'no neighbours', knownHours: 8, neighbours: 0, own: 115, size: 115 },
  { name: 'two neighbours of five features', knownHours: 8, neighbours: 2, own: 115, size: 125 },
  { name: 'nothing known of the issue day', knownHours: 0, neighbours: 1, own: 107, size: 112 },
  { name: 'all but one hour known', knownHours: 23, neighbours: 1, own: 130, size: 135 },
])('$name: $own own features of $size, and a penalty for each', ({ knownHours, neighbours, own, size }) => {
  const design = designOf({ knownHours }, neighbours);
  expect([design.ownFeatures, design.loadFeatures, design.size]).toEqual([own, size, size]);
  expect(design.penalties).toHaveLength(size);
  expect(design.penalties.subarray(own).every((penalty) => penalty === 0.3)).toBe(true);
});

test.each([
  { name: 'one step holds for all lead days', ridge: { 0: 300 }, ridges: [300, 300, 300, 300, 300] },
  { name: 'a step holds from its lead day on', ridge: { 0: 300, 2: 700, 4: 900 }, ridges: [300, 300, 700, 700, 900] },
  { name: 'a step after the last lead day is not reached', ridge: { 0: 1, 9: 2 }, ridges: [1, 1, 1, 1, 1] },
])('$name', ({ ridge, ridges }) => {
  const design = designOf({ ridge });
  const hours = ridges.flatMap((ofLeadDay) => new Array<number>(24).fill(ofLeadDay));
  expect(hours.map((_, output) => design.ridge(output))).toEqual(hours);
});

test.each([
  { name: 'in the morning', knownHours: 8 },
  { name: 'at midnight', knownHours: 0 },
  { name: 'in the evening, over midnight', knownHours: 23 },
])('the hours after the known ones have strengths by distance: $name', ({ knownHours }) => {
  const design = designOf({ knownHours, ridge: { 0: 300, 1: 500 }, nearRidge: { 1: 2, 3: 5, 99: 7 } });
  const { nearHours } = MEMBERS;
  const ahead = (hours: number) => design.ridge(knownHours + hours - 1);
  expect([1, 2, 3, nearHours].map(ahead)).toEqual([2, 2, 5, 5]);
  expect([nearHours + 1, 49].map(ahead)).toEqual([knownHours + nearHours < 24 ? 300 : 500, 500]);
  for (let hour = 0; hour < knownHours; hour++) expect(design.ridge(hour)).toBe(2);
});

test.each([
  { name: 'the option’s, when load is older', firstDay: DAY - 10, expected: DAY - 10 },
  { name: 'the first with all own features', firstDay: DAY - 90, expected: FIRST_LOAD + OWN_FEATURE_DAYS },
])('the first day is $name', ({ firstDay, expected }) => {
  expect(designOf({ firstDay }).firstDay).toBe(expected);
});

test.each([
  { name: 'the own recent load', options: {}, kind: 'recentLoad' },
  { name: 'the weather, when that is the baseline', options: { remainderKind: 'weather' }, kind: 'weather' },
] as const)('what is left is explained as $name', ({ options, kind }) => {
  expect(designOf(options).remainderKind).toBe(kind);
});

test('own groups can be others', () => {
  const one = {
    name: 'five',
    count: 2,
    penalty: 7,
    write: (_r: unknown, _d: number, out: Float64Array, at: number) => out.fill(5, at, at + 2),
  };
  const design = designOf({ ownGroups: [one] }, 1);
  expect([...design.penalties]).toEqual([7, 7, 0.3, 0.3, 0.3, 0.3, 0.3]);
  const row = new Float64Array(design.size);
  design.open('trainingView', DAY, DAY, DAY + 1).writeRow(DAY, row, 0);
  expect([...row.subarray(0, 2)]).toEqual([5, 5]);
});

describe('baselines', () => {
  const out = new Float64Array(48);

  test('climatology is the own one, by the fit of a cutoff', () => {
    designOf().writeClimatology(DAY + 3, DAY, out, 24);
    expect([out[23], out[24], out[47]]).toEqual([0, 9.003, 9.003]);
  });

  test('residuals are from climatology unless another baseline is given', () => {
    expect(
      designOf()
        .open('trainingView', DAY, DAY, DAY + 1)
        .residual(DAY + 2, 5),
    ).toBeCloseTo(-0.002, 12);
    const flat = {
      writeLogs: (_d: number, _c: number, logs: Float64Array, at: number) => void logs.fill(8.9, at, at + 24),
    };
    const design = new LoadDesign(OWN, [], OPTIONS, sameBaseline(flat));
    expect(design.open('issueView', DAY, DAY, DAY + 1).residual(DAY, 5)).toBeCloseTo(0.1, 12);
  });

  test('one baseline is the same of residuals and forecasts, in both views', () => {
    const source = sameBaseline(OWN.climatology);
    const all = [source.ofResiduals('issueView'), source.ofForecast('trainingView', DAY, DAY + 1)];
    expect(all).toEqual([OWN.climatology, OWN.climatology]);
  });
});
