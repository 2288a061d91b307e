import { HOUR_MS } from '@loadcast/core';
import { buildBatch, buildBlock, reportWorld } from '@loadcast/core/testing';
import { type Ask, handlerAsk } from '@loadcast/formats/testing';
import { tableFromIPC } from '@uwdata/flechette';
import { parse } from 'csv-parse/sync';
import { XMLParser } from 'fast-xml-parser';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { createSurfaceA } from './surface-a.js';

type Row = Record<string, string | number>;

/** A clock change with some weeks before it, and the time of the request. */
const CHANGES = [
  {
    name: 'spring',
    first: '2026-02-20',
    last: '2026-03-11',
    now: '2026-03-11T18:25:30Z',
    day: '2026-03-08',
    hours: 23,
  },
  {
    name: 'autumn',
    first: '2026-10-15',
    last: '2026-11-04',
    now: '2026-11-04T18:25:30Z',
    day: '2026-11-01',
    hours: 25,
  },
] as const;

describe.each(CHANGES)('over the $name change', ({ first, last, now, day, hours }) => {
  let ask: Ask;
  beforeAll(async () => {
    const stores = await reportWorld(first, last, { areas: ['caiso', 'miso'] });
    await stores.actuals.append(operatorOf('CISO', `${day}T00:00Z`, 30));
    const surface = createSurfaceA(stores);
    ask = handlerAsk([{ prefix: '/v1', surface }], () => Date.parse(now));
  });

  const QUERIES = [
    { name: 'a horizon', path: 'forecast?region=CAISO&horizon=7d', rows: 168, bounds: true },
    { name: 'quarters', path: 'forecast?region=CAISO&resolution=15min', rows: 96, bounds: true },
    { name: 'a gate', path: `forecast?region=CAISO&gate=dam&start=${day}&end=${day}`, rows: hours, bounds: true },
    { name: 'a lead', path: `forecast?region=MISO&lead=30h&start=${day}&end=${day}`, rows: 24, bounds: true },
    {
      name: 'a horizon with columns',
      path: 'forecast?region=CAISO&include=operator,actual,inputs&quantiles=0.95,0.05,0.9',
      rows: 24,
      bounds: true,
      extra: ['p05', 'p95', 'actual_mw', 'operator_mw', 'data_cutoff'],
    },
    {
      name: 'a day with columns',
      path: `forecast?region=CAISO&include=operator,actual&gate=dam&start=${day}&end=${day}&quantiles=0.5`,
      rows: hours,
      bounds: true,
      extra: ['p50', 'actual_mw', 'operator_mw'],
    },
    { name: 'history', path: `history?region=CAISO&start=${day}&end=${day}`, rows: hours, bounds: false },
  ].flatMap((query) => ['utc', 'market', 'local', 'Asia/Kolkata'].map((tz) => ({ ...query, tz })));

  test.each(QUERIES)('$name in $tz: every format has the same rows', async ({ path, tz, rows, bounds, ...query }) => {
    const answer = async (format: string) => {
      const found = await ask(`/v1/demand/${path}&tz=${tz}&format=${format}`, 'enterprise');
      expect(found.status).toBe(200);
      return found;
    };
    const { text } = await answer('csv');
    const [header = ''] = text.split('\n');
    const csv = csvRows(text);
    expect(csv).toHaveLength(rows);
    const extra = 'extra' in query ? query.extra : [];
    expect(header.split(',')).toEqual([
      'time_utc',
      ...(tz === 'utc' ? [] : ['time_local']),
      'region',
      'value_mw',
      ...(bounds ? ['p10', 'p90', ...extra, 'issued_at', 'model'] : []),
    ]);
    expect(columnRows(JSON.parse((await answer('columns')).text).data)).toEqual(csv);
    expect(
      (await answer('ndjson')).text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(csv);
    expect(workbookRows((await answer('xlsx')).bytes)).toEqual(csv);
    expect(arrowRows((await answer('arrow')).bytes)).toEqual(csv);
    const points: Row[] = JSON.parse((await answer('json')).text).data;
    expect(points.map(({ issued_at, model, ...point }) => point)).toEqual(
      csv.map(({ time_utc, region, issued_at, model, ...row }) => ({
        timestamp: String(time_utc).replace('Z', '+00:00'),
        ...row,
      })),
    );
  });

  test('the market day of the change has its hours, and the wall clock jumps', async () => {
    const rows = csvRows(
      (await ask(`/v1/demand/history?region=CAISO&start=${day}&end=${day}&tz=market&format=csv`, 'enterprise')).text,
    );
    const clock = rows.map(({ time_local }) => String(time_local).slice(11, 13));
    expect([clock[0], clock.at(-1)]).toEqual(['00', '23']);
    expect(clock.filter((hour) => hour === '01')).toHaveLength(hours === 25 ? 2 : 1);
    expect(clock.filter((hour) => hour === '02')).toHaveLength(hours === 23 ? 0 : 1);
  });
});

describe('formats', () => {
  let ask: Ask;
  beforeAll(async () => {
    const surface = createSurfaceA(await reportWorld('2026-06-01', '2026-07-02', { areas: ['pjm'] }));
    ask = handlerAsk([{ prefix: '/v1', surface }], () => Date.parse('2026-07-02T18:25:30Z'));
  });

  const FORMATS = ['json', 'columns', 'csv', 'ndjson', 'xlsx', 'arrow'] as const;

  test.each(FORMATS)('%s has no bounds on a plan without them', async (format) => {
    const answer = await ask(`/v1/demand/forecast?region=PJM&format=${format}`, 'free');
    const text = format === 'xlsx' ? JSON.stringify(workbookRows(answer.bytes)) : answer.bytes.toString('latin1');
    expect(text).toContain('value_mw');
    expect(text).not.toMatch(/p10|p90/);
  });

  test('each format, zone and plan has a tag of its own', async () => {
    const tags = new Set<string | undefined>();
    for (const format of FORMATS) {
      for (const tz of ['utc', 'market', 'Asia/Kolkata']) {
        for (const plan of ['free', 'team']) {
          tags.add((await ask(`/v1/demand/forecast?region=PJM&format=${format}&tz=${tz}`, plan)).headers['etag']);
        }
      }
    }
    expect(tags.size).toBe(FORMATS.length * 3 * 2);
  });

  test.each([
    ['latest', 'time_utc,region,value_mw,actual_mw,issued_at'],
    [
      'accuracy',
      'region,mape_pct,mae_mw,rmse_mw,bias_mw,sample_hours,model_name,model_version,model_last_run,model_forecast_count',
    ],
  ])('%s as CSV has the columns %s', async (path, header) => {
    const { text, headers } = await ask(`/v1/demand/${path}?region=PJM&format=csv`, 'team');
    expect(text.split('\n')[0]).toBe(header);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  });

  test.each([
    { format: 'xlsx', disposition: 'attachment; filename="forecast_PJM_1d.xlsx"' },
    // field case 22
    { format: 'csv', disposition: 'inline; filename="forecast_PJM_1d.csv"' },
    { format: 'ndjson', disposition: 'inline; filename="forecast_PJM_1d.ndjson"' },
    { format: 'columns', disposition: undefined },
    { format: 'json', disposition: undefined },
  ])('$format has the name of a file: $disposition', async ({ format, disposition }) => {
    const { headers } = await ask(`/v1/demand/forecast?region=PJM&format=${format}`, 'team');
    expect(headers['content-disposition']).toBe(disposition);
  });

  test.each([
    ['format=xls', 'format: expected one of json, columns, csv, ndjson, xlsx, arrow; got "xls"'],
    [
      'tz=PST',
      'tz: expected utc, market, local or an IANA zone, as in America/Chicago: PST does not say what summer does, America/Los_Angeles does; got "PST"',
    ],
    ['horizon=7d&start=2026-07-01&end=2026-07-01', 'horizon: expected no value with start'],
    ['resolution=15min&gate=dam', 'resolution: expected 1h with gate'],
    ['gate=dam&lead=1h&start=2026-07-01&end=2026-07-01', 'lead: expected no value with gate'],
    ['lead=1h&start=2026-07-01', 'end is required with start'],
    ['gate=dam', 'start is required with gate'],
  ])('%s is refused: %s', async (query, message) => {
    const { status, text } = await ask(`/v1/demand/forecast?region=PJM&${query}`, 'enterprise');
    expect([status, JSON.parse(text).error.message]).toEqual([400, message]);
  });
});

/** An operator's forecast of some hours, a value an hour, known a day before. */
function operatorOf(series: string, start: string, hours: number) {
  const values = Array.from({ length: hours }, (_, hour) => 20_000 + hour);
  return buildBatch([
    buildBlock(start, values, { series, measure: 'day_ahead_forecast', known: { kind: 'lag', lagMs: -24 * HOUR_MS } }),
  ]);
}

/** Numbers as numbers; empty cells are left out. */
function csvRows(text: string): Row[] {
  const rows: Record<string, string>[] = parse(text, { columns: true });
  return rows.map(typed);
}

function typed(row: Readonly<Record<string, string>>): Row {
  const cells = Object.entries(row).filter(([, cell]) => cell !== '');
  return Object.fromEntries(cells.map(([name, cell]) => [name, Number.isNaN(Number(cell)) ? cell : Number(cell)]));
}

function columnRows(data: Record<string, (string | number | null)[]>): Row[] {
  const count = Object.values(data)[0]!.length;
  return Array.from({ length: count }, (_, i) =>
    Object.fromEntries(
      Object.entries(data).flatMap(([name, values]) => (values[i] === null ? [] : [[name, values[i]!]])),
    ),
  );
}

/** The rows of an Arrow stream: times as the text of CSV, by the kind of their column. */
function arrowRows(bytes: Uint8Array): Row[] {
  const rows = tableFromIPC(bytes, { useDate: true }).toArray() as Record<string, string | number | Date | null>[];
  const text = (name: string, time: Date): string =>
    name === 'time_local' ? time.toISOString().slice(0, 16).replace('T', ' ') : time.toISOString().replace('.000', '');
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([name, value]) =>
        value === null ? [] : [[name, value instanceof Date ? text(name, value) : value]],
      ),
    ),
  );
}

/** The rows of a workbook: dates as the text of CSV, by the kind of their column. */
function workbookRows(bytes: Uint8Array): Row[] {
  const files = unzipSync(bytes);
  const parser = new XMLParser({
    ignoreAttributes: false,
    parseTagValue: false,
    isArray: (name) => ['row', 'c', 'si'].includes(name),
  });
  const read = (name: string) => parser.parse(strFromU8(files[name]!));
  const sheetName = Object.keys(files).find((name) => /worksheets\/sheet\d*1\.xml$/.test(name))!;
  const strings = files['xl/sharedStrings.xml']
    ? read('xl/sharedStrings.xml').sst.si.map((si: { t: unknown }) => textOf(si.t))
    : [];
  const [header, ...rows] = read(sheetName).worksheet.sheetData.row.map((row: { c?: Cell[] }) =>
    (row.c ?? []).map((cell) => ({ column: cell['@_r'].replace(/\d+/, ''), value: cellValue(cell, strings) })),
  ) as { column: string; value: string | number | undefined }[][];
  const names = new Map(header!.map(({ column, value }) => [column, String(value)]));
  return rows.map((row) =>
    Object.fromEntries(
      row.flatMap(({ column, value }) =>
        value === undefined ? [] : [[names.get(column)!, dated(names.get(column)!, value)]],
      ),
    ),
  );
}

interface Cell {
  readonly '@_r': string;
  readonly '@_t'?: string;
  readonly v?: string;
  readonly is?: { readonly t: unknown };
}

const textOf = (t: unknown): string =>
  typeof t === 'object' && t !== null ? String((t as { '#text': string })['#text']) : String(t);

function cellValue(cell: Cell, strings: readonly string[]): string | number | undefined {
  if (cell['@_t'] === 's') return strings[Number(cell.v)];
  if (cell['@_t'] === 'inlineStr') return textOf(cell.is?.t);
  return cell.v === undefined ? undefined : Number(cell.v);
}

/** A serial day of a spreadsheet as the text that CSV has. */
function dated(name: string, value: string | number): string | number {
  if (!['time_utc', 'time_local', 'issued_at', 'data_cutoff'].includes(name)) return value;
  const iso = new Date(Math.round((Number(value) - 25_569) * 86_400) * 1000).toISOString();
  return name === 'time_local' ? iso.slice(0, 16).replace('T', ' ') : `${iso.slice(0, 19)}Z`;
}
