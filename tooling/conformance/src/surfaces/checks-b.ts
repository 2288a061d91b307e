import assert from 'node:assert/strict';
import { accuracyAnswer, areasAnswer } from '@loadcast/surface-b';
import * as z from 'zod';
import { type Check, NotYet } from '../check.js';
import { data, readCsv, readXml, requireData, TYPES } from '../documents.js';
import { askFailure, type Expected } from '../failures.js';
import { gridOfTacArea, TAC_AREAS } from '../known/areas.data.js';
import { addDays, type Window } from '../known/market-time.js';
import {
  type Format,
  goodQuery,
  inOrder,
  type Mounted,
  queryOf,
  RUNS,
  type Run,
  range,
  readReport,
  requireAll,
  type Said,
  yesterday,
} from '../load-reports.js';
import type { Service } from '../service.js';
import { spellingChecks, windowChecks } from './checks-windows.js';

const FORMATS = ['5', '6', '7'] as const;
const ACCURACY_COLUMNS = [
  'TAC_AREA_NAME',
  'MARKET_RUN_ID',
  'MODEL',
  'WINDOW_DAYS',
  'MAPE',
  'RMSE_MW',
  'MAE_MW',
  'BIAS_MW',
  'N_HOURS',
];
const AREA_COLUMNS = ['TAC_AREA_NAME', 'GRID_ID', 'ISO', 'TIMEZONE', 'STATUS'];

export const B: Mounted = { path: '/oasis', formats: FORMATS, farPast: 'no_data' };

/** Every report in every format, every area, and the same numbers in all of them. */
export function reportChecks({ path, formats }: Mounted): Check[] {
  const loads: Check[] = Object.keys(RUNS).flatMap((name) => {
    const run = name as Run;
    return [
      ...formats.map((format) => ({
        name: `${path} ${queryOf(run)} resultformat=${format}`,
        async run(service: Service) {
          const rows = await readReport(
            service,
            `${path}?${queryOf(run)}&tac_area_name=CISO`,
            run,
            format,
            yesterday(service, 'CISO'),
          );
          assert.ok(rows.length >= (run === 'ACTUAL' ? 1 : 23), `${rows.length} rows`);
        },
      })),
      {
        name: `${path} ${queryOf(run)}: the same numbers in every format`,
        async run(service: Service) {
          const window = yesterday(service, 'CISO');
          const all: Said[][] = [];
          for (const format of formats)
            all.push(inOrder(await readReport(service, `${path}?${queryOf(run)}`, run, format, window)));
          if (all.some((other) => other.length !== all[0]!.length))
            await requireSteady(service, path, run, window, all[0]!);
          for (const other of all) assert.deepEqual(other, all[0]);
        },
      },
    ];
  });
  const areas: Check[] = TAC_AREAS.map((code) => ({
    name: `${path} SLD_FCST tac_area_name=${code}`,
    async run(service) {
      const rows = await readReport(
        service,
        `${path}?${queryOf('DAM')}&tac_area_name=${code}`,
        'DAM',
        '6',
        yesterday(service, code),
      );
      assert.deepEqual([...new Set(rows.map(({ area }) => area))], [code]);
    },
  }));
  return [...loads, ...areas, ...formats.flatMap((format) => smallReportChecks(path, format))];
}

const accuracyRow = accuracyAnswer.options[0].refine(
  ({ n_hours }) => n_hours <= 721,
  'at most 30 days, one of 25 hours',
);
const areaRow = areasAnswer.shape.data.element;

/** A service that is still filling its past may give more from one request to the next. */
async function requireSteady(service: Service, path: string, run: Run, window: Window, before: Said[]): Promise<void> {
  const again = inOrder(await readReport(service, `${path}?${queryOf(run)}`, run, '5', window));
  if (again.length !== before.length) throw new NotYet('the service is still filling its past');
}

/** The rows of a small report as text, whatever the format. */
function tableRows(text: string, format: Format, columns: readonly string[]): string[][] {
  if (format === '6') return readCsv(text, columns).map((row) => columns.map((name) => row[name]!));
  if (format === '5') {
    const xml = readXml(text);
    const byColumn = columns.map((name) => data(xml, name));
    return byColumn[0]!.map((_, i) => byColumn.map((values) => values[i]!));
  }
  const parsed: unknown = JSON.parse(text);
  const list = z
    .object({
      queryname: z.string(),
      count: z.int(),
      data: z.array(z.record(z.string(), z.union([z.string(), z.number()]))),
    })
    .safeParse(parsed);
  if (list.success) assert.equal(list.data.count, list.data.data.length);
  const rows = list.success ? list.data.data : [z.record(z.string(), z.union([z.string(), z.number()])).parse(parsed)];
  const schema = columns.length === AREA_COLUMNS.length ? areaRow : accuracyRow;
  return rows.map((row) => {
    schema.parse(row);
    assert.deepEqual(
      Object.keys(row),
      columns.map((name) => name.toLowerCase()),
    );
    return Object.values(row).map(String);
  });
}

function smallReportChecks(path: string, format: Format): Check[] {
  return [
    {
      name: `${path} TAC_AREAS resultformat=${format}, without a key`,
      async run({ ask }) {
        const answer = await ask(`${path}?queryname=TAC_AREAS&resultformat=${format}`, { key: null });
        requireData(answer, TYPES[format]);
        const expected = TAC_AREAS.map((code) => {
          const { region, iso, timezone } = gridOfTacArea(code);
          return [code, region, iso, timezone, 'active'];
        });
        const byCode = (rows: (string | undefined)[][]) =>
          [...rows].sort((a, b) => String(a[0]).localeCompare(String(b[0])));
        const rows = tableRows(answer.text, format, AREA_COLUMNS);
        assert.deepEqual(byCode(rows), byCode(expected));
        if (format !== '5') assert.deepEqual(rows, expected);
      },
    },
    {
      name: `${path} SLD_FCST_ACCURACY resultformat=${format}, one area, DAM by default`,
      async run({ ask }) {
        const answer = await ask(`${path}?queryname=SLD_FCST_ACCURACY&tac_area_name=CISO&resultformat=${format}`);
        requireData(answer, TYPES[format]);
        const [row, ...more] = tableRows(answer.text, format, ACCURACY_COLUMNS);
        assert.deepEqual([row?.[0], row?.[1], row?.[3], more.length], ['CISO', 'DAM', '30', 0]);
        for (const metric of row!.slice(4, 8)) assert.match(metric, /^-?(0|[1-9]\d*)(\.\d?[1-9])?$/);
        if (format === '7') accuracyRow.parse(JSON.parse(answer.text));
      },
    },
    {
      name: `${path} SLD_FCST_ACCURACY resultformat=${format}, every area, 2DA`,
      async run({ ask }) {
        const answer = await ask(`${path}?queryname=SLD_FCST_ACCURACY&market_run_id=2DA&resultformat=${format}`);
        requireData(answer, TYPES[format]);
        const rows = tableRows(answer.text, format, ACCURACY_COLUMNS);
        requireAll(rows.map(([code]) => code!));
        assert.deepEqual(new Set(rows.map(([, run]) => run)), new Set(['2DA']));
      },
    },
  ];
}

/** A parameter row: the text appended to a good query, and the expected reply. */
interface RefusedQuery {
  readonly query: string;
  readonly code: Expected['code'];
  readonly names: string;
}

/** Refused queries: in XML, and in JSON where the endpoint has JSON. */
export function refusalChecks({ path, formats }: Mounted): Check[] {
  const fixed: readonly RefusedQuery[] = [
    { query: '', code: 'missing_parameter', names: 'queryname' },
    { query: 'queryname=SLD_REN_FCST', code: 'invalid_query', names: 'queryname' },
    { query: 'queryname=', code: 'invalid_query', names: 'queryname' },
    { query: 'queryname=constructor', code: 'invalid_query', names: 'queryname' },
    { query: 'queryname=SLD_FCST', code: 'missing_parameter', names: 'market_run_id' },
    { query: 'queryname=SLD_FCST&market_run_id=DAM', code: 'missing_parameter', names: 'startdatetime' },
    {
      query: 'queryname=SLD_FCST&market_run_id=DAM&startdatetime=20260101T00:00-0000',
      code: 'missing_parameter',
      names: 'enddatetime',
    },
    { query: 'queryname=SLD_ACTUAL', code: 'missing_parameter', names: 'startdatetime' },
    { query: 'queryname=SLD_FCST_ACCURACY&market_run_id=ACTUAL', code: 'invalid_parameter', names: 'market_run_id' },
    { query: 'queryname=SLD_FCST_ACCURACY&tac_area_name=PGE', code: 'invalid_parameter', names: 'tac_area_name' },
    { query: 'queryname=TAC_AREAS&version=2', code: 'invalid_parameter', names: 'version' },
  ];
  const appended: readonly RefusedQuery[] = [
    { query: '&market_run_id=2DA', code: 'invalid_parameter', names: 'market_run_id' },
    { query: '&tac_area_name[]=PJM', code: 'invalid_parameter', names: 'tac_area_name' },
    { query: '&version=2', code: 'invalid_parameter', names: 'version' },
    { query: '&version=0', code: 'invalid_parameter', names: 'version' },
    { query: '&version=1.0', code: 'invalid_parameter', names: 'version' },
    { query: '&version=', code: 'invalid_parameter', names: 'version' },
    { query: '&x=%00', code: 'invalid_parameter', names: 'x' },
    { query: `&x=${'x'.repeat(5_000)}`, code: 'invalid_parameter', names: 'query' },
  ];
  const formatValues = ['8', '05', '5.0', '7%20', ''];
  const inFormats = (query: (service: Service) => string, row: RefusedQuery): Check[] =>
    (formats.includes('7') ? (['xml', 'json'] as const) : (['xml'] as const)).map((format) => ({
      name: `${path} "${row.query.slice(0, 60)}" is ${row.code} in ${format}`,
      async run(service) {
        const suffix = format === 'json' ? '&resultformat=7' : '';
        await askFailure(service, `${path}?${query(service)}${suffix}`, { ...row, format });
      },
    }));
  return [
    ...fixed.flatMap((row) => inFormats(() => row.query, row)),
    ...appended.flatMap((row) => inFormats((service) => goodQuery(service) + row.query, row)),
    ...formatValues.map(
      (value): Check => ({
        name: `${path} resultformat="${value}" is refused in XML`,
        async run(service) {
          const path_ = `${path}?${goodQuery(service)}&resultformat=${value}`;
          await askFailure(service, path_, { code: 'invalid_parameter', format: 'xml', names: 'resultformat' });
        },
      }),
    ),
    ...badRangeChecks(path),
  ];
}

function badRangeChecks(path: string): Check[] {
  const good = '20260701T07:00-0000';
  const rows = [
    { start: '20260701T07:00', end: good, names: 'startdatetime' },
    { start: '2026-07-01', end: good, names: 'startdatetime' },
    { start: '20260230T07:00-0000', end: good, names: 'startdatetime' },
    { start: '20260630T24:30-0000', end: good, names: 'startdatetime' },
    { start: '20260630T07:60-0000', end: good, names: 'startdatetime' },
    { start: '20260630T07:00-2500', end: good, names: 'startdatetime' },
    { start: '', end: good, names: 'startdatetime' },
    { start: good, end: 'now', names: 'enddatetime' },
    { start: good, end: good, names: 'startdatetime' },
    { start: good, end: '20260630T07:00-0000', names: 'enddatetime' },
    { start: good, end: '20260801T07:01-0000', names: 'enddatetime' },
  ];
  return rows.map(({ start, end, names }) => ({
    name: `${path} from "${start}" to "${end}" is refused`,
    async run(service) {
      const query = `queryname=SLD_ACTUAL&tac_area_name=CISO&startdatetime=${start}&enddatetime=${end}`;
      await askFailure(service, `${path}?${query}`, { code: 'invalid_parameter', format: 'xml', names });
    },
  }));
}

/** Days without data: `no_data` where the plan's history has no limit, else `plan_limit`. */
export function noDataChecks({ path, formats, farPast }: Mounted): Check[] {
  const rows = [
    { name: 'a far past', day: '1990-01-01', code: farPast },
    { name: 'a far future', day: '2090-01-01', code: 'no_data' },
  ] as const;
  return rows.flatMap(({ name, day, code }) =>
    (formats.includes('7') ? (['xml', 'json'] as const) : (['xml'] as const)).map(
      (format): Check => ({
        name: `${path}: ${name} is ${code} in ${format}`,
        async run(service) {
          const window = { start: Date.parse(`${day}T00:00Z`), end: Date.parse(`${addDays(day, 1)}T00:00Z`) };
          const suffix = format === 'json' ? '&resultformat=7' : '';
          const query = `${path}?${queryOf('DAM')}&${range(window)}${suffix}`;
          const { text } = await askFailure(service, query, { code, format });
          if (format === 'json') {
            assert.match(
              JSON.parse(text).error.details.reason,
              /^(source_late|source_gap|not_loaded|not_issued|not_covered|before_history)$/,
            );
          }
        },
      }),
    ),
  );
}

export const CHECKS_B: readonly Check[] = [
  ...reportChecks(B),
  ...refusalChecks(B),
  ...spellingChecks(B),
  ...windowChecks(B),
  ...noDataChecks(B),
];
