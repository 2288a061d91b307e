import assert from 'node:assert/strict';
import { loadAnswer } from '@loadcast/surface-b';
import * as z from 'zod';
import { NotYet } from './check.js';
import { askData, data, readCsv, readXml, readZip, requireType, TYPES, type Xml } from './documents.js';
import { marketZoneOf, TAC_AREAS } from './known/areas.data.js';
import { addDays, dayWindow, HOUR_MS, operatingHour, type Window } from './known/market-time.js';
import type { Service } from './service.js';

/** Columns of surface B and of SingleZip. */
export const COLUMNS = [
  ...['INTERVALSTARTTIME_GMT', 'INTERVALENDTIME_GMT', 'LOAD_TYPE', 'OPR_DT', 'OPR_HR', 'OPR_INTERVAL'],
  ...['MARKET_RUN_ID', 'TAC_AREA_NAME', 'LABEL', 'XML_DATA_ITEM', 'POS', 'MW', 'EXECUTION_TYPE', 'GROUP'],
];

export const ACCURACY_COLUMNS = [
  ...['TAC_AREA_NAME', 'MARKET_RUN_ID', 'MODEL', 'WINDOW_DAYS', 'MAPE', 'RMSE_MW', 'MAE_MW', 'BIAS_MW', 'N_HOURS'],
];

export const UTILITY_COLUMNS = [
  ...['INTERVAL_START', 'INTERVAL_END', 'TAC_AREA', 'MARKET_RUN_ID', 'VALUE', 'LOWER_BOUND', 'UPPER_BOUND', 'UNITS'],
];

/** LOAD_TYPE, LABEL, XML_DATA_ITEM and POS of each run, as decisions.md lays them down. */
const RUN_WORDS = {
  DAM: ['1', 'Demand Forecast Day Ahead', 'SYS_FCST_DA_MW', '2'],
  '2DA': ['2', 'Demand Forecast 2-Day Ahead', 'SYS_FCST_2DA_MW', '1'],
  '7DA': ['0', 'Demand Forecast 7-Day Ahead', 'SYS_FCST_7DA_MW', '0'],
  '15DA': ['0', 'Demand Forecast 15-Day Ahead', 'SYS_FCST_15DA_MW', '6'],
  ACTUAL: ['0', 'Total Actual Hourly Integrated Load', 'SYS_FCST_ACT_MW', '3'],
} as const;

export type Run = keyof typeof RUN_WORDS;
export const RUNS = Object.keys(RUN_WORDS) as readonly Run[];
export type Format = '5' | '6' | '7';

/** Cells of an hour by the columns of the CSV, in whatever format they came. */
export type Cells = Readonly<Record<string, string>>;

/** An hour of a load answer, whatever the surface and the format. */
export interface LoadHour {
  readonly area: string;
  readonly start: number;
  readonly mw: number;
  readonly lowerMw: number | undefined;
  readonly upperMw: number | undefined;
}

/** The instant of `2026-11-20T08:00:00+00:00` and of `20261120T08:00-0000`. */
export const instantOfStamp = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)(T\d\d:\d\d)([+-]\d\d)(\d\d)$/, '$1-$2-$3$4:00$5:$6'));

export function hourOf(cells: Cells): LoadHour {
  const bound = (text: string | undefined) => (text ? Number(text) : undefined);
  return {
    area: (cells['TAC_AREA_NAME'] ?? cells['TAC_AREA'])!,
    start: instantOfStamp((cells['INTERVALSTARTTIME_GMT'] ?? cells['INTERVAL_START'])!),
    mw: Number(cells['MW'] ?? cells['VALUE']),
    lowerMw: bound(cells['LOWER_BOUND']),
    upperMw: bound(cells['UPPER_BOUND']),
  };
}

export const cellsOfJson = (row: object): Cells =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [key.toUpperCase(), String(value)]));

const XML_TAGS = {
  TAC_AREA_NAME: 'RESOURCE_NAME',
  INTERVALSTARTTIME_GMT: 'INTERVAL_START_GMT',
  INTERVALENDTIME_GMT: 'INTERVAL_END_GMT',
  OPR_DT: 'OPR_DATE',
  OPR_HR: 'INTERVAL_NUM',
  MW: 'VALUE',
  LOWER_BOUND: 'LOWER_BOUND',
  UPPER_BOUND: 'UPPER_BOUND',
} as const;

/** The hours of a report in XML. Fails unless each has its end, and its operating day and hour ending on the market's clock. */
export function cellsOfXml(xml: Xml, zone?: string): Cells[] {
  const columns = Object.entries(XML_TAGS).map(([column, tag]) => [column, data(xml, tag)] as const);
  const rows = columns[0]![1].map((_, i) => Object.fromEntries(columns.map(([name, cells]) => [name, cells[i] ?? ''])));
  for (const row of rows) {
    const { area, start } = hourOf(row);
    const { operatingDay, hourEnding } = operatingHour(zone ?? marketZoneOf(area), start);
    assert.deepEqual([row['OPR_DT'], row['OPR_HR']], [operatingDay, String(hourEnding)]);
    assert.equal(instantOfStamp(row['INTERVALENDTIME_GMT']!) - start, HOUR_MS);
  }
  return rows;
}

const stamp = (instant: number, suffix: string) => `${new Date(instant).toISOString().slice(0, 19)}${suffix}`;

/** `YYYYMMDDTHH:MM-0000` */
export const compact = (instant: number): string =>
  `${new Date(instant).toISOString().slice(0, 16).replaceAll('-', '')}-0000`;

/** The same hours later or earlier on the clock, with the offset of a clock there. */
export const compactAt = (instant: number, hours: number): string =>
  compact(instant + hours * HOUR_MS).replace('-0000', `-0${-hours}00`);

export const range = ({ start, end }: Window): string => `startdatetime=${compact(start)}&enddatetime=${compact(end)}`;

/** Yesterday on an area's market clock: every run of it was issued, and most of it was measured. */
export function yesterday(service: Service, code = 'CISO'): Window {
  return dayWindow(marketZoneOf(code), addDays(service.today, -1));
}

interface RowRules {
  readonly run: Run;
  readonly window: Window;
  readonly suffix?: string;
  /** The clock of every area; absent: each area's own, and the areas are in the order of the contract. */
  readonly zone?: string;
}

/** Checks every cell of rows against the tables, and the rows against each other. */
export function requireRows(rows: readonly Cells[], { run, window, suffix = '+00:00', zone }: RowRules): void {
  const [loadType, label, item, pos] = RUN_WORDS[run];
  const blocks: string[] = [];
  let before: LoadHour | undefined;
  for (const row of rows) {
    const hour = hourOf(row);
    const { area, start } = hour;
    assert.ok(start >= window.start && start < window.end, `${row['INTERVALSTARTTIME_GMT']} is outside the range`);
    const { operatingDay, hourEnding } = operatingHour(zone ?? marketZoneOf(area), start);
    const block = `${operatingDay} ${area}`;
    if (blocks.at(-1) !== block) {
      assert.ok(!blocks.includes(block), `the block ${block} is torn apart`);
      blocks.push(block);
    }
    const expected = [
      ...[stamp(start, suffix), stamp(start + HOUR_MS, suffix), loadType, operatingDay, String(hourEnding), '0'],
      ...[run, area, label, item, pos, row['MW'], run, String(blocks.length)],
    ];
    assert.deepEqual(
      COLUMNS.map((name) => row[name]),
      expected,
    );
    assert.match(row['MW']!, /^-?(0|[1-9]\d*)(\.\d?[1-9])?$/);
    assert.ok(before?.area !== area || start > before.start, 'rows are not in order of time');
    before = hour;
  }
  const areas = [...new Set(rows.map((row) => row['TAC_AREA_NAME']))];
  const inOrder = TAC_AREAS.filter((code) => areas.includes(code));
  if (zone === undefined) assert.deepEqual(areas, inOrder);
}

/** Requests a load report in a format, checks everything in it, and returns its hours. */
export async function readReport(
  service: Service,
  path: string,
  { run, format, window }: { readonly run: Run; readonly format: Format; readonly window: Window },
): Promise<LoadHour[]> {
  const { text } = await askData(service, `${path}&${range(window)}&resultformat=${format}`, TYPES[format]);
  const rows = { '5': rowsOfXml, '6': rowsOfCsv, '7': rowsOfJson }[format](text, run, window);
  if (format !== '5') requireRows(rows, { run, window });
  return rows.map(hourOf);
}

const rowsOfCsv = (text: string): Cells[] => readCsv(text, COLUMNS);

/** The report's JSON for a query without `issued`. */
const jsonReport = loadAnswer.extend({ data: z.array(loadAnswer.shape.data.element.omit({ issued_at: true })) });

function rowsOfJson(text: string, run: Run, { start, end }: Window): Cells[] {
  const report = jsonReport.parse(JSON.parse(text));
  assert.deepEqual(
    [report.count, report.market_run_id, report.queryname, report.model === null],
    [report.data.length, run, run === 'ACTUAL' ? 'SLD_ACTUAL' : 'SLD_FCST', run === 'ACTUAL'],
  );
  assert.deepEqual([report.startdatetime, report.enddatetime], [stamp(start, '+00:00'), stamp(end, '+00:00')]);
  return report.data.map(cellsOfJson);
}

function rowsOfXml(text: string, run: Run): Cells[] {
  const xml = readXml(text);
  const said = ['REPORT_DATA/DATA_ITEM', 'REPORT_HEADER/MKT_TYPE', 'REPORT_HEADER/REPORT'].map(xml.texts);
  const expected = [RUN_WORDS[run][2], run, run === 'ACTUAL' ? 'SLD_ACTUAL' : 'SLD_FCST'];
  said.forEach((texts, i) => {
    assert.deepEqual(new Set(texts), new Set([expected[i]]));
  });
  const isos = xml.texts('RTO/name');
  assert.deepEqual(isos, [...new Set(isos)], 'an ISO has more than one RTO');
  for (const start of data(xml, 'INTERVAL_START_GMT')) assert.match(start, /\+00:00$/);
  return cellsOfXml(xml);
}

/** A member of SingleZip's archive, with the answer that brought it. */
export async function askZip({ ask }: Service, query: string) {
  const answer = await ask(`/oasisapi/SingleZip?${query}`);
  assert.equal(answer.status, 200, answer.text.slice(0, 300));
  requireType(answer, 'application/x-zip-compressed');
  return { answer, ...readZip(answer.bytes) };
}

export async function askZipData(service: Service, query: string) {
  const member = await askZip(service, query);
  if (member.text.includes('<m:ERR_CODE>1000<')) throw new NotYet('the service has no such data yet');
  return member;
}

/** In one order, to compare formats: XML groups areas by ISO. */
export const inOrder = (rows: readonly LoadHour[]): LoadHour[] =>
  [...rows].sort((a, b) => a.area.localeCompare(b.area) || a.start - b.start);

/** Where the report lives: surface B's own path, or the compatibility endpoint. */
export interface Mounted {
  readonly path: string;
  readonly formats: readonly Format[];
  /** The code for days before any plan's history: plans of surface B have no limit. */
  readonly farPast: 'no_data' | 'plan_limit';
}

export const queryOf = (run: string): string =>
  run === 'ACTUAL' ? 'queryname=SLD_ACTUAL' : `queryname=SLD_FCST&market_run_id=${run}`;

export const goodQuery = (service: Service): string =>
  `${queryOf('DAM')}&tac_area_name=CISO&${range(yesterday(service))}`;

/** Every area in the order of the contract, but for XML, which groups them by ISO. A young service may lack some. */
export function requireAll(areas: readonly string[]): void {
  const found = new Set(areas);
  assert.ok([...found].every((code) => TAC_AREAS.some((known) => known === code)));
  if (found.size < TAC_AREAS.length) throw new NotYet('the service has no such data of every area yet');
}
