import assert from 'node:assert/strict';
import { codedAreas, HOUR_MS, readReportSeries } from '@loadcast/core';
import { reportWorld } from '@loadcast/core/testing';
import { operatingHour } from '@loadcast/core/time';
import { blocksOf, loadReportReply, type ReportFormat, type RunPart } from '@loadcast/formats';
import { stringify } from 'csv-stringify/sync';
import { XMLBuilder } from 'fast-xml-parser';

/** 8 areas x 31 days. */
export const ROWS = 5_952;

const asOf = Date.parse('2026-07-04T18:00Z');
const window = { start: Date.parse('2026-06-01T00:00Z'), end: Date.parse('2026-07-02T00:00Z') };

/** What a request for every area has read from the store before a byte is written. */
export async function readParts(): Promise<RunPart[]> {
  const world = await reportWorld('2026-05-20', '2026-07-02');
  const parts: RunPart[] = [];
  for (const { area, code } of codedAreas('b')) {
    const series = await readReportSeries(world, 'DAM', { area, window, asOf });
    parts.push({ area, code, run: 'DAM', ...series });
  }
  return parts;
}

/** The whole of surface B's writing: rows into days, days into text, text into chunks, each chunk let go. */
export async function answer(parts: readonly RunPart[], format: ReportFormat): Promise<number> {
  let bytes = 0;
  for await (const chunk of chunks(parts, format)) bytes += chunk.length;
  return bytes;
}

async function* chunks(parts: readonly RunPart[], format: ReportFormat): AsyncGenerator<Uint8Array> {
  const blocks = blocksOf(parts);
  const report = { queryname: 'SLD_FCST' as const, generatedAt: asOf, blocks, jsonHead: { queryname: 'SLD_FCST' } };
  const { body } = loadReportReply(format, report);
  assert.ok(typeof body !== 'string' && !(body instanceof Uint8Array), 'not streamed');
  yield* body;
}

async function textOf(parts: readonly RunPart[], format: ReportFormat): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks(parts, format)) all.push(chunk);
  return Buffer.concat(all).toString('latin1');
}

const COLUMNS =
  'INTERVALSTARTTIME_GMT,INTERVALENDTIME_GMT,LOAD_TYPE,OPR_DT,OPR_HR,OPR_INTERVAL,MARKET_RUN_ID,TAC_AREA_NAME,LABEL,XML_DATA_ITEM,POS,MW,EXECUTION_TYPE,GROUP';
const stamp = (instant: number) => `${new Date(instant).toISOString().slice(0, 19)}+00:00`;

/** The same rows as arrays, made beforehand: the libraries are timed on writing alone. */
export function plainRows(parts: readonly RunPart[]) {
  let group = 0;
  return parts.flatMap(({ area, code, start, valueMw }) => {
    let day = '';
    return [...valueMw].map((mw, i) => {
      const at = start + i * HOUR_MS;
      const { operatingDay, hourEnding } = operatingHour(area.marketTimezone, at);
      if (operatingDay !== day) group++;
      day = operatingDay;
      return { area, code, start: stamp(at), end: stamp(at + HOUR_MS), operatingDay, hourEnding, mw, group };
    });
  });
}

type PlainRow = ReturnType<typeof plainRows>[number];

export function csvStringify(rows: readonly PlainRow[]): string {
  const cells = rows.map(({ start, end, operatingDay, hourEnding, code, mw, group }) => [
    ...[start, end, 1, operatingDay, hourEnding, 0, 'DAM', code, 'Demand Forecast Day Ahead', 'SYS_FCST_DA_MW', 2],
    ...[mw, 'DAM', group],
  ]);
  return stringify([COLUMNS.split(','), ...cells]);
}

export function jsonStringify(rows: readonly PlainRow[]): string {
  const data = rows.map(({ start, end, operatingDay, hourEnding, code, mw, group }) => ({
    intervalstarttime_gmt: start,
    intervalendtime_gmt: end,
    load_type: '1',
    opr_dt: operatingDay,
    opr_hr: hourEnding,
    opr_interval: 0,
    market_run_id: 'DAM',
    tac_area_name: code,
    label: 'Demand Forecast Day Ahead',
    xml_data_item: 'SYS_FCST_DA_MW',
    pos: 2,
    mw,
    execution_type: 'DAM',
    group: String(group),
  }));
  return JSON.stringify({ queryname: 'SLD_FCST', data });
}

const builder = new XMLBuilder({ format: true, indentBy: '', ignoreAttributes: false, attributeNamePrefix: '@' });

export function xmlBuilder(rows: readonly PlainRow[]): string {
  const byIso = new Map<string, PlainRow[]>();
  for (const row of rows) byIso.set(row.area.iso, []);
  for (const row of rows) byIso.get(row.area.iso)!.push(row);
  const item = (own: readonly PlainRow[]) => ({
    REPORT_HEADER: {
      ...{ SYSTEM: 'OASIS', TZ: own[0]!.area.oasisTimezone, REPORT: 'SLD_FCST', MKT_TYPE: 'DAM', UOM: 'MW' },
      ...{ INTERVAL: 'ENDING', SEC_PER_INTERVAL: 3600 },
    },
    REPORT_DATA: own.map((row) => ({
      DATA_ITEM: 'SYS_FCST_DA_MW',
      RESOURCE_NAME: row.code,
      OPR_DATE: row.operatingDay,
      INTERVAL_NUM: row.hourEnding,
      INTERVAL_START_GMT: row.start,
      INTERVAL_END_GMT: row.end,
      VALUE: row.mw,
    })),
  });
  const rto = ([name, own]: [string, readonly PlainRow[]]) => ({
    name,
    REPORT_ITEM: [...new Set(own.map(({ group }) => group))].map((group) =>
      item(own.filter((row) => row.group === group)),
    ),
    DISCLAIMER_ITEM: {
      DISCLAIMER:
        'The contents of these pages are subject to change without notice.  Decisions based on information contained in them are the sole responsibility of the visitor.',
    },
  });
  const report = {
    '@xmlns': 'http://www.caiso.com/soa/OASISReport_v1.xsd',
    MessageHeader: { TimeDate: stamp(asOf), Source: 'Loadcast', Version: 'v20131201' },
    MessagePayload: { RTO: [...byIso].map(rto) },
  };
  return builder.build({ '?xml': { '@version': '1.0', '@encoding': 'UTF-8' }, OASISReport: report }).trimEnd();
}

/** A faster wrong answer is no result: agree first, then race. */
export async function agree(parts: readonly RunPart[], rows: readonly PlainRow[]): Promise<void> {
  assert.equal(rows.length, ROWS);
  assert.equal(await textOf(parts, '6'), csvStringify(rows));
  assert.equal(await textOf(parts, '5'), xmlBuilder(rows));
  assert.equal(await textOf(parts, '7'), jsonStringify(rows));
}
