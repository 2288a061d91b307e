import { describe, expect, test } from 'vitest';
import { type LogOf, measuredDays } from '../../../testing/measured-days.js';
import type { ModelSeries } from '../../climatology/climatology.js';
import type { DayTable } from '../../inputs/day-table.js';
import type { View } from '../../inputs/inputs.js';
import { TRAINING_ROWS } from '../../settings.data.js';
import { LoadRows, sameBaseline } from './load-design.js';
import { neighbourFeatures, OWN_FEATURE_DAYS, ownFeatures } from './residual-features.js';

const DAY = 19_890; // 2024-06-16
const FIRST = DAY - 100;
const KNOWN_HOURS = 8;
const OWN_COUNT = KNOWN_HOURS + 107;
const LAST_LEAD_DAY = 2;

interface SeriesOptions {
  readonly logOf?: LogOf;
  /** Days that the table does not have. */
  readonly missing?: (day: number) => boolean;
  readonly filledOn?: (day: number) => number;
  readonly climatologyLog?: number;
}

function seriesOf(options: SeriesOptions = {}): ModelSeries {
  const { logOf = () => 9, missing = () => false, filledOn = () => 0, climatologyLog = 9 } = options;
  const table = measuredDays(FIRST, 120, logOf);
  const view = { ...table, has: (day: number) => table.has(day) && !missing(day), filledOn } as DayTable;
  const writeLogs = (_day: number, _cutoff: number, out: Float64Array, at: number) =>
    out.fill(climatologyLog, at, at + 24);
  return { trainingView: view, issueView: view, climatology: { writeLogs } } as unknown as ModelSeries;
}

interface RowsOptions {
  readonly own?: ModelSeries;
  readonly neighbours?: readonly ModelSeries[];
  readonly view?: View;
  readonly clip?: number;
}

function rowsOf({ own = seriesOf(), neighbours = [], view = 'trainingView', clip = 0.5 }: RowsOptions = {}): LoadRows {
  const source = {
    own,
    neighbours,
    baselines: sameBaseline(own.climatology),
    lastLeadDay: LAST_LEAD_DAY,
    clip,
    ownGroups: ownFeatures(KNOWN_HOURS),
    neighbourGroups: neighbourFeatures(KNOWN_HOURS, 1),
  };
  return new LoadRows(source, view, DAY - 20, DAY - 3, DAY + 1);
}

function rowOf(options: RowsOptions, day = DAY): Float64Array {
  const out = new Float64Array(OWN_COUNT + 5 * (options.neighbours?.length ?? 0));
  expect(rowsOf(options).writeRow(day, out, 0)).toBe(out.length);
  return out;
}

describe('a row', () => {
  test('is of residuals: the own ones, then each neighbour’s from its own climatology', () => {
    const own = seriesOf({ logOf: (_day, hour) => 9 + hour / 1000 });
    const neighbours = [
      seriesOf({ logOf: () => 8.1, climatologyLog: 8 }),
      seriesOf({ logOf: () => 7, climatologyLog: 7.2 }),
    ];
    const row = rowOf({ own, neighbours });
    expect(row[7]).toBeCloseTo(0.007, 12);
    expect(Array.from(row.subarray(OWN_COUNT), (value) => value.toFixed(9))).toEqual([
      ...new Array(5).fill('0.100000000'),
      ...new Array(5).fill('-0.200000000'),
    ]);
  });

  test('holds residuals up to the clip', () => {
    const row = rowOf({ own: seriesOf({ logOf: (day) => (day === DAY ? 11 : 7) }), clip: 0.25 });
    expect([row[0], row[KNOWN_HOURS]]).toEqual([0.25, -0.25]);
  });

  test.each<{ view: View }>([{ view: 'trainingView' }, { view: 'issueView' }])(
    'of the $view reads no hour of the issue day after the known ones, and no later day',
    ({ view }) => {
      const isLater = (day: number, hour: number) => day > DAY || (day === DAY && hour >= KNOWN_HOURS);
      const usual: LogOf = (day, hour) => 9 + (day % 7) / 100 + hour / 1000;
      const [clean, changed] = [
        usual,
        (day: number, hour: number) => (isLater(day, hour) ? 9.4 : usual(day, hour)),
      ].map((logOf) => rowOf({ own: seriesOf({ logOf }), neighbours: [seriesOf({ logOf })], view }));
      expect(changed).toEqual(clean);
    },
  );
});

test('targets are the residuals of the lead days, hour by hour', () => {
  const rows = rowsOf({ own: seriesOf({ logOf: (day, hour) => 9 + (day - DAY) / 10 + hour / 1000 }) });
  const out = new Float64Array(1 + 24 * (LAST_LEAD_DAY + 1));
  rows.writeTargets(DAY, out, 1);
  expect([0, 1, 24, 25, 72].map((at) => out[at]!.toFixed(6))).toEqual([
    '0.000000',
    '0.000000',
    '0.023000',
    '0.100000',
    '0.223000',
  ]);
});

test('the baseline of each lead day is added, by the fit of the rows’ cutoff', () => {
  const asked: string[] = [];
  const own = seriesOf();
  const baseline = {
    writeLogs(day: number, cutoff: number, out: Float64Array, at: number) {
      out.fill(day - DAY + (cutoff === DAY - 20 ? 0.5 : 0), at, at + 24);
    },
  };
  const baselines = {
    ofResiduals: () => own.climatology,
    ofForecast(view: View, day: number, end: number) {
      asked.push(`${view} ${day - DAY} ${end - DAY}`);
      return baseline;
    },
  };
  const source = { own, neighbours: [], baselines, lastLeadDay: 2, clip: 1, ownGroups: [], neighbourGroups: [] };
  const logs = new Float64Array(72).fill(10);
  new LoadRows(source, 'issueView', DAY - 20, DAY - 3, DAY + 1).addBaseline(DAY, logs);
  expect([logs[0], logs[23], logs[24], logs[71]]).toEqual([10.5, 10.5, 11.5, 12.5]);
  expect(asked).toEqual(['issueView 0 1']);
});

describe('a day is trained on', () => {
  const { mostFilledHours, mostBadDays, mostMissingDays } = TRAINING_ROWS;
  const isBefore = (days: number, back: number) => (day: number) => day <= DAY - back && day > DAY - back - days;
  const filled = (days: number, hours: number) => (day: number) => (isBefore(days, 0)(day) ? hours : 0);

  test.each<{ name: string; own: SeriesOptions; isUsable: boolean }>([
    { name: 'everything measured', own: {}, isUsable: true },
    {
      name: 'as many bad days as allowed',
      own: { filledOn: filled(mostBadDays, mostFilledHours + 1) },
      isUsable: true,
    },
    { name: 'one bad day too many', own: { filledOn: filled(mostBadDays + 1, mostFilledHours + 1) }, isUsable: false },
    { name: 'few filled hours on every day', own: { filledOn: filled(50, mostFilledHours) }, isUsable: true },
    { name: 'the day a week before missing', own: { missing: isBefore(1, 7) }, isUsable: false },
    { name: 'the day eight days before missing', own: { missing: isBefore(1, 8) }, isUsable: true },
    { name: 'the last lead day missing', own: { missing: isBefore(1, -LAST_LEAD_DAY) }, isUsable: false },
    {
      name: 'as many of eight weeks missing as allowed',
      own: { missing: isBefore(mostMissingDays, 20) },
      isUsable: true,
    },
    { name: 'one more of eight weeks missing', own: { missing: isBefore(mostMissingDays + 1, 20) }, isUsable: false },
    { name: 'days before the eight weeks missing', own: { missing: isBefore(40, OWN_FEATURE_DAYS) }, isUsable: true },
  ])('$name: $isUsable', ({ own, isUsable }) => {
    expect(rowsOf({ own: seriesOf(own) }).isUsable(DAY)).toBe(isUsable);
  });

  test.each([
    { missing: 0, of: 1, isUsable: true },
    { missing: 1, of: 3, isUsable: false },
    { missing: 1, of: 4, isUsable: true },
    { missing: 3, of: 10, isUsable: true },
    { missing: 4, of: 10, isUsable: false },
  ])('with yesterday of $missing of $of neighbours missing: $isUsable', ({ missing, of, isUsable }) => {
    const neighbours = Array.from({ length: of }, (_, i) =>
      seriesOf({ missing: (day) => i < missing && day === DAY - 1 }),
    );
    expect(rowsOf({ neighbours }).isUsable(DAY)).toBe(isUsable);
  });
});
