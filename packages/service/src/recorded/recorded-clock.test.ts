import { HOUR_MS } from '@loadcast/core';
import { expect, test } from 'vitest';
import { readRecordedLoad } from './read-recorded-load.js';

const NIGHT_HOURS = [0, 1, 2, 3, 4, 5, 6, 7];

/** The hour of the lowest load of each night, Pacific standard time, averaged over the nights of the months. */
function meanTroughHourPst(months: readonly string[]): number {
  const load = readRecordedLoad().find(({ key }) => key.series === 'CISO' && key.measure === 'demand')!;
  const nights = new Map<string, number[]>();
  load.valuesMw.forEach((mw, hour) => {
    const local = new Date(load.start + (hour - 8) * HOUR_MS);
    const day = local.toISOString().slice(0, 10);
    if (!months.includes(day.slice(0, 7)) || local.getUTCHours() > 7) return;
    nights.set(day, [...(nights.get(day) ?? []), mw]);
  });
  const whole = [...nights.values()].filter((mw) => mw.length === NIGHT_HOURS.length && mw.every(Number.isFinite));
  const hours = whole.map((mw) => mw.indexOf(Math.min(...mw)));
  return hours.reduce((sum, hour) => sum + hour, 0) / hours.length;
}

test.each([
  { name: 'August, daylight time', late: ['2015-08', '2016-08'], right: ['2017-08', '2018-08'] },
  { name: 'December, standard time', late: ['2015-12'], right: ['2016-12', '2017-12'] },
  { name: 'March, with the clock change', late: ['2016-03'], right: ['2017-03', '2018-03'] },
  { name: 'after the fault', late: ['2016-10'], right: ['2017-10', '2018-10'] },
])("CAISO's nights are lowest within half an hour of later years: $name", ({ late, right }) => {
  expect(Math.abs(meanTroughHourPst(late) - meanTroughHourPst(right))).toBeLessThan(0.5);
});
