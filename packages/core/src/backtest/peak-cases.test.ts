import { expect, test } from 'vitest';
import { areaById } from '../areas/contract-areas.js';
import { foldBlocks, type KnownSeries } from '../series/known-series.js';
import { HOUR_MS } from '../time/instant.js';
import { peakCase, TruePeaks } from './peak-cases.js';

const area = areaById('ercot');
const START = Date.parse('2021-06-01T05:00Z');
const GATE = Date.parse('2023-08-09T14:00Z');
const DAY = '2023-08-10';

const mwAt = (at: number): number => {
  const hour = new Date(at - 5 * HOUR_MS).getUTCHours();
  const day = Math.floor((at - 5 * HOUR_MS) / (24 * HOUR_MS));
  return Math.round(60_000 + 10_000 * Math.cos((2 * Math.PI * (hour - 17)) / 24) + ((day * 7919) % 3_000));
};
const hours = Math.round((Date.parse('2023-10-01T05:00Z') - START) / HOUR_MS);
const load: KnownSeries = foldBlocks([
  {
    start: START,
    values: Float64Array.from({ length: hours }, (_, hour) => mwAt(START + hour * HOUR_MS)),
    known: { kind: 'lag', lagMs: 2 * HOUR_MS },
  },
]);
const start = GATE + HOUR_MS;
const valueMw = Float64Array.from({ length: 384 }, (_, hour) => mwAt(start + hour * HOUR_MS) - 100);
const issued = {
  start,
  valueMw,
  p10Mw: valueMw.map((mw) => mw - 900),
  p90Mw: valueMw.map((mw) => mw + 900),
  dataCutoff: GATE - 3 * HOUR_MS,
  model: { name: 'made-up', version: '1' },
  excludedInputs: [],
  dependence: { persistence: 0.75, harmonics: [0.88, 0.1] },
};
const truth = new TruePeaks(area, load, GATE, GATE);

test('a case sets the odds of the gate beside what happened', () => {
  const found = peakCase(area, load, truth, issued, GATE, DAY)!;
  expect(found).toMatchObject({ day: DAY, likeliestHour: 17, curveHour: 17, actualHour: 17 });
  expect(found.curveMw).toBe(found.actualMw - 100);
  expect(found.hourOdds.reduce((sum, odds) => sum + odds, 0)).toBeCloseTo(1, 10);
  const august = Array.from({ length: 31 }, (_, day) => truth.of(`2023-08-${String(day + 1).padStart(2, '0')}`));
  expect(found.month!.came).toBe(truth.of(DAY) === Math.max(...august));
  expect(found.program).toEqual(found.month);
});

test('what became known after the gate changes no odds', () => {
  const later = { ...load, values: load.values.map((mw, i) => (load.knownAtMs[i]! > GATE ? 2 * mw : mw)) };
  expect(peakCase(area, later, truth, issued, GATE, DAY)).toEqual(peakCase(area, load, truth, issued, GATE, DAY));
});

test('a day with an hour that was not measured is no case', () => {
  const gap = Math.round((Date.parse(`${DAY}T20:00Z`) - START) / HOUR_MS);
  const holed = { ...load, values: load.values.map((mw, i) => (i === gap ? Number.NaN : mw)) };
  expect(peakCase(area, load, new TruePeaks(area, holed, GATE, GATE), issued, GATE, DAY)).toBeUndefined();
});
