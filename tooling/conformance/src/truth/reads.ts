import assert from 'node:assert/strict';
import { forecastAnswer, historyAnswer, latestAnswer } from '@loadcast/surface-a';
import type * as z from 'zod';
import { askData, askJson, readCsv, TYPES } from '../documents.js';
import { iso, type Window } from '../known/market-time.js';
import { askZipData, COLUMNS, hourOf, type LoadHour, queryOf, range, UTILITY_COLUMNS } from '../load-reports.js';
import type { Service } from '../service.js';
import type { Series } from './series.js';

const asOfText = (asOf: number | undefined): string => (asOf === undefined ? '' : `&as_of=${iso(asOf)}`);

/** A forecast of surface A. Bounds are undefined where the answer has none. */
export interface Forecast {
  readonly issuedAt: number;
  readonly generatedAt: number;
  readonly rows: readonly { start: number; valueMw: number; p10Mw: number | undefined; p90Mw: number | undefined }[];
  readonly values: Series;
}

export async function readForecast(
  service: Service,
  region: string,
  { horizon = '1d', asOf }: { readonly horizon?: string; readonly asOf?: number } = {},
): Promise<Forecast> {
  const path = `/v1/demand/forecast?region=${region}&horizon=${horizon}${asOfText(asOf)}`;
  const { data, meta } = await askJson(service, path, forecastAnswer);
  const rows = data.map(({ timestamp, value_mw, p10, p90 }) => ({
    start: Date.parse(timestamp),
    valueMw: value_mw,
    p10Mw: p10,
    p90Mw: p90,
  }));
  return {
    issuedAt: Date.parse(meta.issued_at),
    generatedAt: Date.parse(meta.generated_at),
    rows,
    values: new Map(rows.map(({ start, valueMw }) => [start, valueMw])),
  };
}

/** Measured load of surface A. */
export async function readHistory(service: Service, region: string, window: Window, asOf?: number): Promise<Series> {
  const path = `/v1/demand/history?region=${region}&start=${iso(window.start)}&end=${iso(window.end)}${asOfText(asOf)}`;
  const { data } = await askJson(service, path, historyAnswer);
  return new Map(data.map(({ timestamp, value_mw }) => [Date.parse(timestamp), value_mw]));
}

export async function readLatest(
  service: Service,
  region: string,
  asOf?: number,
): Promise<z.output<typeof latestAnswer>['data']> {
  return (await askJson(service, `/v1/demand/latest?region=${region}${asOfText(asOf)}`, latestAnswer)).data;
}

const seriesOf = (hours: readonly LoadHour[]): Series => new Map(hours.map(({ start, mw }) => [start, mw]));

/** Rows of one run of surface B by area. `more` is added to the query. */
export async function readRuns(
  service: Service,
  run: string,
  window: Window,
  { more = '', path = '/oasis' } = {},
): Promise<ReadonlyMap<string, Series>> {
  const query = `${queryOf(run)}&${range(window)}&resultformat=6${more}`;
  const { text } = await askData(service, `${path}?${query}`, TYPES[6]);
  const hours = readCsv(text, COLUMNS).map(hourOf);
  const areas = [...new Set(hours.map(({ area }) => area))];
  return new Map(areas.map((area) => [area, seriesOf(hours.filter((hour) => hour.area === area))]));
}

/** One area under the name of the surface. `more` is added to the query. */
interface Narrowed {
  readonly area: string;
  readonly more?: string;
}

/** Rows of one run and area of surface B. */
export async function readRun(
  service: Service,
  run: string,
  window: Window,
  { area, more = '' }: Narrowed,
): Promise<Series> {
  const areas = await readRuns(service, run, window, { more: `&tac_area_name=${area}${more}` });
  return areas.get(area) ?? new Map();
}

/** Rows of one run and area under the names of OASIS. */
export async function readOasisRun(
  service: Service,
  run: string,
  window: Window,
  { area, more = '' }: Narrowed,
): Promise<Series> {
  const named = `market_run_id=${run}&tac_area_name=${encodeURIComponent(area)}`;
  const query = `queryname=SLD_FCST&${named}&version=1&resultformat=6&${range(window)}${more}`;
  const hours = readCsv((await askZipData(service, query)).text, COLUMNS).map(hourOf);
  assert.deepEqual(new Set(hours.map((hour) => hour.area)), new Set([area]));
  return seriesOf(hours);
}

/** Hours of a run of surface C. */
export async function readUtility(
  service: Service,
  run: string,
  window: Window,
  { area, more = '' }: Narrowed,
): Promise<LoadHour[]> {
  const query = `tac_area=${area}&market_run_id=${run}&resultformat=6&${range(window)}${more}`;
  return readCsv((await askData(service, `/forecast/v1/demand?${query}`, TYPES[6])).text, UTILITY_COLUMNS).map(hourOf);
}

/** The loads of a run of surface C. */
export const readUtilityRun = async (...asked: Parameters<typeof readUtility>): Promise<Series> =>
  seriesOf(await readUtility(...asked));
