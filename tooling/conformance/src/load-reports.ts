import assert from 'node:assert/strict';
import { loadAnswer } from '@loadcast/surface-b';
import * as z from 'zod';
import { NotYet } from './check.js';
import { data, readCsv, readXml, requireData, TYPES } from './documents.js';
import { gridOfTacArea, marketZoneOf, TAC_AREAS } from './known/areas.data.js';
import { addDays, dayWindow, HOUR_MS, operatingHour, type Window } from './known/market-time.js';
import type { Service } from './service.js';

export const COLUMNS = [
  'INTERVALSTARTTIME_GMT',
  'INTERVALENDTIME_GMT',
  'LOAD_TYPE',
  'OPR_DT',
  'OPR_HR',
  'OPR_INTERVAL',
  'MARKET_RUN_ID',
  'TAC_AREA_NAME',
  'LABEL',
  'XML_DATA_ITEM',
  'POS',
  'MW',
  'EXECUTION_TYPE',
  'GROUP',
] as const;

/** What decisions.md lays down for each run. */
export const RUNS = {
  DAM: { loadType: '1', label: 'Demand Forecast Day Ahead', item: 'SYS_FCST_DA_MW', pos: '2' },
  '2DA': { loadType: '2', label: 'Demand Forecast 2-Day Ahead', item: 'SYS_FCST_2DA_MW', pos: '1' },
  '7DA': { loadType: '0', label: 'Demand Forecast 7-Day Ahead', item: 'SYS_FCST_7DA_MW', pos: '0' },
  '15DA': { loadType: '0', label: 'Demand Forecast 15-Day Ahead', item: 'SYS_FCST_15DA_MW', pos: '6' },
  ACTUAL: { loadType: '0', label: 'Total Actual Hourly Integrated Load', item: 'SYS_FCST_ACT_MW', pos: '3' },
} as const;

export type Run = keyof typeof RUNS;
export type Format = '5' | '6' | '7';

/** What a row says, whatever the format. */
export interface Said {
  readonly area: string;
  readonly start: string;
  readonly hour: number;
  readonly mw: number;
}

/** The report's JSON for a query without `issued`. */
const jsonReport = loadAnswer.extend({ data: z.array(loadAnswer.shape.data.element.omit({ issued_at: true })) });

const stamp = (instant: number, suffix: string) => `${new Date(instant).toISOString().slice(0, 19)}${suffix}`;

/** `YYYYMMDDTHH:MM-0000` */
export const compact = (instant: number): string =>
  `${new Date(instant).toISOString().slice(0, 16).replaceAll('-', '')}-0000`;

export const range = ({ start, end }: Window): string => `startdatetime=${compact(start)}&enddatetime=${compact(end)}`;

/** Yesterday on an area's market clock: every run of it was issued, and most of it was measured. */
export function yesterday(service: Service, code: string): Window {
  return dayWindow(gridOfTacArea(code).marketTimezone, addDays(service.today, -1));
}

/** Checks every cell of CSV rows against the tables, and the rows against each other. */
export function requireRows(
  rows: readonly Record<string, string>[],
  run: Run,
  window: Window,
  suffix = '+00:00',
  zone?: string,
): void {
  const words = RUNS[run];
  const blocks: string[] = [];
  let before: { area: string; start: number } | undefined;
  for (const row of rows) {
    const area = row['TAC_AREA_NAME']!;
    const start = Date.parse(row['INTERVALSTARTTIME_GMT']!.replace(/[+-]00:00$/, 'Z'));
    assert.equal(row['INTERVALSTARTTIME_GMT'], stamp(start, suffix));
    assert.equal(row['INTERVALENDTIME_GMT'], stamp(start + HOUR_MS, suffix));
    assert.ok(start >= window.start && start < window.end, `${row['INTERVALSTARTTIME_GMT']} is outside the range`);
    const marketZone = marketZoneOf(area);
    assert.ok(marketZone, `unknown area ${area}`);
    const { operatingDay, hourEnding } = operatingHour(zone ?? marketZone, start);
    assert.equal(row['OPR_DT'], operatingDay);
    assert.equal(row['OPR_HR'], String(hourEnding));
    assert.deepEqual(
      [
        row['LOAD_TYPE'],
        row['OPR_INTERVAL'],
        row['MARKET_RUN_ID'],
        row['LABEL'],
        row['XML_DATA_ITEM'],
        row['POS'],
        row['EXECUTION_TYPE'],
      ],
      [words.loadType, '0', run, words.label, words.item, words.pos, run],
    );
    assert.match(row['MW']!, /^-?(0|[1-9]\d*)(\.\d?[1-9])?$/);
    const block = `${operatingDay} ${area}`;
    if (blocks.at(-1) !== block) {
      assert.ok(!blocks.includes(block), `the block ${block} is torn apart`);
      blocks.push(block);
    }
    assert.equal(row['GROUP'], String(blocks.length));
    if (before?.area === area) assert.ok(start > before.start, 'rows are not in order of time');
    before = { area, start };
  }
  const areas = [...new Set(rows.map((row) => row['TAC_AREA_NAME']!))];
  if (zone === undefined)
    assert.deepEqual(
      areas,
      TAC_AREAS.filter((code) => areas.includes(code)),
    );
}

/** Requests a load report in a format, checks everything in it, and returns its rows. */
export async function readReport(
  service: Service,
  path: string,
  run: Run,
  format: Format,
  window: Window,
): Promise<Said[]> {
  const answer = await service.ask(`${path}&${range(window)}&resultformat=${format}`);
  requireData(answer, TYPES[format]);
  if (format === '6') {
    const rows = readCsv(answer.text, COLUMNS);
    requireRows(rows, run, window);
    return rows.map((row) => said(row['TAC_AREA_NAME']!, row['INTERVALSTARTTIME_GMT']!, row['OPR_HR']!, row['MW']!));
  }
  if (format === '7') return saidByJson(answer.text, run, window);
  return saidByXml(answer.text, run);
}

function saidByJson(text: string, run: Run, window: Window): Said[] {
  const report = jsonReport.parse(JSON.parse(text));
  assert.equal(report.count, report.data.length);
  assert.equal(report.market_run_id, run);
  assert.equal(report.queryname, run === 'ACTUAL' ? 'SLD_ACTUAL' : 'SLD_FCST');
  assert.equal(report.model === null, run === 'ACTUAL');
  assert.deepEqual(
    [report.startdatetime, report.enddatetime],
    [stamp(window.start, '+00:00'), stamp(window.end, '+00:00')],
  );
  const rows = report.data.map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key.toUpperCase(), String(value)])),
  );
  requireRows(rows, run, window);
  return rows.map((row) => said(row['TAC_AREA_NAME']!, row['INTERVALSTARTTIME_GMT']!, row['OPR_HR']!, row['MW']!));
}

function saidByXml(text: string, run: Run): Said[] {
  const xml = readXml(text);
  const [areas, starts, ends, hours, values] = [
    data(xml, 'RESOURCE_NAME'),
    data(xml, 'INTERVAL_START_GMT'),
    data(xml, 'INTERVAL_END_GMT'),
    data(xml, 'INTERVAL_NUM'),
    data(xml, 'VALUE'),
  ];
  assert.deepEqual([...new Set(data(xml, 'DATA_ITEM'))], [RUNS[run].item]);
  assert.deepEqual([...new Set(xml.texts('//o:REPORT_HEADER/o:MKT_TYPE'))], [run]);
  assert.deepEqual(
    [...new Set(xml.texts('//o:REPORT_HEADER/o:REPORT'))],
    [run === 'ACTUAL' ? 'SLD_ACTUAL' : 'SLD_FCST'],
  );
  const isos = xml.texts('//o:RTO/o:name');
  assert.deepEqual(isos, [...new Set(isos)], 'an ISO has more than one RTO');
  data(xml, 'OPR_DATE').forEach((day, i) => {
    const start = Date.parse(starts[i]!);
    assert.deepEqual(
      { operatingDay: day, hourEnding: Number(hours[i]) },
      operatingHour(gridOfTacArea(areas[i]!).marketTimezone, start),
    );
    assert.equal(Date.parse(ends[i]!) - start, HOUR_MS);
    assert.match(starts[i]!, /\+00:00$/);
  });
  return areas.map((area, i) => said(area, starts[i]!, hours[i]!, values[i]!));
}

const said = (area: string, start: string, hour: string, mw: string): Said => ({
  area,
  start,
  hour: Number(hour),
  mw: Number(mw),
});

/** In one order, to compare formats: XML groups areas by ISO. */
export const inOrder = (rows: readonly Said[]): Said[] =>
  [...rows].sort((a, b) => `${a.area} ${a.start}`.localeCompare(`${b.area} ${b.start}`));

/** Where the report lives: surface B's own path, or the compatibility endpoint. */
export interface Mounted {
  readonly path: string;
  readonly formats: readonly Format[];
  /** The code for days before any plan's history: plans of surface B have no limit. */
  readonly farPast: 'no_data' | 'plan_limit';
}

export const queryOf = (run: Run): string =>
  run === 'ACTUAL' ? 'queryname=SLD_ACTUAL' : `queryname=SLD_FCST&market_run_id=${run}`;

export function goodQuery(service: Service): string {
  return `${queryOf('DAM')}&tac_area_name=CISO&${range(yesterday(service, 'CISO'))}`;
}

/** Every area in the order of the contract, but for XML, which groups them by ISO. A young service may lack some. */
export function requireAll(areas: readonly string[]): void {
  const found = new Set(areas);
  assert.ok([...found].every((code) => TAC_AREAS.some((known) => known === code)));
  if (found.size < TAC_AREAS.length) throw new NotYet('the service has no such data of every area yet');
}
