import assert from 'node:assert/strict';
import { NotYet } from '../check.js';
import { readCsv, readZip, requireData, requireType } from '../documents.js';
import type { Window } from '../known/market-time.js';
import { COLUMNS, range } from '../load-reports.js';
import type { Service } from '../service.js';
import type { Series } from './series.js';

const iso = (instant: number): string => new Date(instant).toISOString();
const asOfText = (asOf: number | undefined): string => (asOf === undefined ? '' : `&as_of=${iso(asOf)}`);

/** A 200 as JSON. */
export async function readJson<T>({ ask }: Service, path: string): Promise<T> {
  const answer = await ask(path);
  requireData(answer, 'application/json');
  return JSON.parse(answer.text) as T;
}

interface Point {
  readonly timestamp: string;
  readonly value_mw: number;
  readonly p10?: number;
  readonly p90?: number;
}

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
  const { data, meta } = await readJson<{ data: Point[]; meta: Record<string, string> }>(service, path);
  const rows = data.map(({ timestamp, value_mw: valueMw, p10, p90 }) => ({
    start: Date.parse(timestamp),
    valueMw,
    p10Mw: p10,
    p90Mw: p90,
  }));
  return {
    issuedAt: Date.parse(meta['issued_at']!),
    generatedAt: Date.parse(meta['generated_at']!),
    rows,
    values: new Map(rows.map(({ start, valueMw }) => [start, valueMw])),
  };
}

/** Measured load of surface A. */
export async function readHistory(service: Service, region: string, window: Window, asOf?: number): Promise<Series> {
  const path = `/v1/demand/history?region=${region}&start=${iso(window.start)}&end=${iso(window.end)}${asOfText(asOf)}`;
  const { data } = await readJson<{ data: Point[] }>(service, path);
  return new Map(data.map(({ timestamp, value_mw: mw }) => [Date.parse(timestamp), mw]));
}

interface Latest {
  readonly actual: { readonly timestamp: string; readonly value_mw: number };
  readonly forecast: { readonly timestamp: string; readonly value_mw: number; readonly issued_at: string };
}

export async function readLatest(service: Service, region: string, asOf?: number): Promise<Latest> {
  const path = `/v1/demand/latest?region=${region}${asOfText(asOf)}`;
  return (await readJson<{ data: Latest }>(service, path)).data;
}

/** Rows of one run of surface B by area: every area unless `more` names one. `ACTUAL` is SLD_ACTUAL. */
export async function readRun(
  { ask }: Service,
  run: string,
  window: Window,
  more = '',
): Promise<ReadonlyMap<string, Series>> {
  const report = run === 'ACTUAL' ? 'SLD_ACTUAL' : `SLD_FCST&market_run_id=${run}`;
  const answer = await ask(`/oasis?queryname=${report}&${range(window)}&resultformat=6${more}`);
  requireData(answer, 'text/csv');
  return byArea(answer.text);
}

/** Rows of one run under the names of OASIS. */
export async function readOasisRun(
  { ask }: Service,
  run: string,
  name: string,
  window: Window,
  more = '',
): Promise<Series> {
  const area = encodeURIComponent(name);
  const path = `/oasisapi/SingleZip?queryname=SLD_FCST&market_run_id=${run}&tac_area_name=${area}&version=1&resultformat=6&${range(window)}${more}`;
  const answer = await ask(path);
  assert.equal(answer.status, 200, answer.text.slice(0, 300));
  requireType(answer, 'application/x-zip-compressed');
  const { text } = readZip(answer.bytes);
  if (text.includes('<m:ERR_CODE>1000<')) throw new NotYet('the service has no such data yet');
  const areas = byArea(text);
  assert.deepEqual([...areas.keys()], [name]);
  return areas.get(name)!;
}

function byArea(csv: string): Map<string, Map<number, number>> {
  const areas = new Map<string, Map<number, number>>();
  for (const row of readCsv(csv, COLUMNS)) {
    const area = row['TAC_AREA_NAME']!;
    const series = areas.get(area) ?? new Map<number, number>();
    areas.set(area, series.set(Date.parse(row['INTERVALSTARTTIME_GMT']!), Number(row['MW'])));
  }
  return areas;
}

const UTILITY_COLUMNS = 'INTERVAL_START INTERVAL_END TAC_AREA MARKET_RUN_ID VALUE LOWER_BOUND UPPER_BOUND UNITS'.split(
  ' ',
);

/** A run of surface C with its bounds. */
export interface UtilityRun {
  readonly values: Series;
  readonly lower: Series;
  readonly upper: Series;
}

export async function readUtility(
  { ask }: Service,
  code: string,
  run: string,
  window: Window,
  more = '',
): Promise<UtilityRun> {
  const path = `/forecast/v1/demand?tac_area=${code}&market_run_id=${run}&resultformat=6&${range(window)}${more}`;
  const answer = await ask(path);
  requireData(answer, 'text/csv');
  const rows = readCsv(answer.text, UTILITY_COLUMNS).map((row) => ({
    start: Date.parse(row['INTERVAL_START']!.replace(/^(\d{4})(\d\d)(\d\d)(T\d\d:\d\d)-0000$/, '$1-$2-$3$4Z')),
    row,
  }));
  const column = (name: string): Series =>
    new Map(rows.filter(({ row }) => row[name] !== '').map(({ start, row }) => [start, Number(row[name])]));
  return { values: column('VALUE'), lower: column('LOWER_BOUND'), upper: column('UPPER_BOUND') };
}

/** Runs a check of numbers again when new data may have come between its requests. */
export async function steadily(check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (failure) {
    if (failure instanceof NotYet) throw failure;
    await check();
  }
}
