import { HOUR_MS, type IncomingSeries, type Measure, type SeriesKey } from '@loadcast/core';
import { parseEpochMs } from '@loadcast/core/time';
import { HourlyRun } from '../eia930/hourly-run.js';
import type { RegionRow, SubAreaRow } from './reply-schema.js';

/** Measures of region-data by EIA's type. Net generation and interchange are not requested. */
const MEASURES: Readonly<Record<string, Measure>> = { D: 'demand', DF: 'day_ahead_forecast' };

/** Load equal to the operator's forecast of the same hour is that forecast, put there until the meter is read. */
const STUB_TOLERANCE_MW = 0.01;

/** The hour that a period names starts an hour before it: EIA stamps the end. */
function parseHour(period: string): number {
  return parseEpochMs(`${period}:00Z`) / HOUR_MS - 1;
}

/**
 * Rows of region-data as hourly series; load that is only a stub left out.
 *
 * @returns `stubHours`: hours whose load was only the operator's forecast, not yet an actual
 */
export function regionSeries(rows: readonly RegionRow[], keeps: (key: SeriesKey) => boolean) {
  const runs = new Map<string, { demand: HourlyRun; day_ahead_forecast: HourlyRun }>();
  for (const { period, respondent, type, value } of rows) {
    const measure = MEASURES[type];
    if (measure !== 'demand' && measure !== 'day_ahead_forecast') continue;
    const pair = runs.get(respondent) ?? { demand: new HourlyRun(), day_ahead_forecast: new HourlyRun() };
    runs.set(respondent, pair);
    pair[measure].put(parseHour(period), value);
  }

  const series: IncomingSeries[] = [];
  let stubHours = 0;
  for (const [respondent, pair] of runs) {
    const forecast = pair.day_ahead_forecast.read();
    const demand = pair.demand.read();
    const isKept = keeps({ series: respondent, measure: 'demand' });
    if (isKept) stubHours += removeStubs(demand, forecast);
    for (const [measure, run] of [
      ['demand', demand],
      ['day_ahead_forecast', forecast],
    ] as const) {
      const key = { series: respondent, measure };
      if (run.valuesMw.length > 0 && keeps(key)) series.push({ key, ...run });
    }
  }
  return { series, stubHours };
}

type Run = Omit<IncomingSeries, 'key'>;

function removeStubs(demand: Run, forecast: Run): number {
  const shift = (demand.start - forecast.start) / HOUR_MS;
  let stubs = 0;
  for (let i = 0; i < demand.valuesMw.length; i++) {
    const differenceMw = Math.abs(demand.valuesMw[i]! - (forecast.valuesMw[i + shift] ?? Number.NaN));
    if (differenceMw < STUB_TOLERANCE_MW) {
      demand.valuesMw[i] = Number.NaN;
      stubs++;
    }
  }
  return stubs;
}

/** Rows of region-sub-ba-data as hourly series. Codes are strings: `0001` is not 1. */
export function subAreaSeries(rows: readonly SubAreaRow[], keeps: (key: SeriesKey) => boolean): IncomingSeries[] {
  const runs = new Map<string, HourlyRun>();
  for (const { period, parent, subba, value } of rows) {
    const id = `${parent}-${subba}`;
    if (!keeps({ series: id, measure: 'demand' })) continue;
    const run = runs.get(id) ?? new HourlyRun();
    run.put(parseHour(period), value);
    runs.set(id, run);
  }
  return [...runs].map(([series, run]) => ({ key: { series, measure: 'demand' as const }, ...run.read() }));
}
