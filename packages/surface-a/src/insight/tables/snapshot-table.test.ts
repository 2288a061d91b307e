import { areaById } from '@loadcast/core';
import { expect, test } from 'vitest';
import { snapshotTable } from './snapshot-table.js';

test('the peak of a run without bounds has none in its row', () => {
  const peak = { start: 0, valueMw: 1000.006, p10Mw: Number.NaN, p90Mw: Number.NaN };
  const absent = { now: undefined, operatorMw: Number.NaN, actual: undefined, run: undefined };
  const row = { area: areaById('pjm'), code: 'PJM', hour: 0, peak, tomorrowsPeak: peak, ...absent };
  const { columns } = snapshotTable([row], { hasBounds: true, zoneFor: () => undefined, asOf: 0 });
  const filled = columns.filter(({ values }) => typeof values[0] === 'number' && !Number.isNaN(values[0]));
  expect(filled.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['time_utc', 'peak_time_utc', 'peak_mw', 'tomorrow_peak_mw', 'tomorrow_peak_hour']),
  );
  expect(filled.map(({ name }) => name).join()).not.toMatch(/p10|p90/);
});
