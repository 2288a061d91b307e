import assert from 'node:assert/strict';
import { accuracyAnswer, areasAnswer } from '@loadcast/surface-b';
import { type Check, check, NotYet } from '../check.js';
import { askData, data, readCsv, readXml, TYPES } from '../documents.js';
import { askFailure } from '../failures.js';
import { GRIDS, TAC_AREAS } from '../known/areas.data.js';
import { addDays } from '../known/market-time.js';
import {
  ACCURACY_COLUMNS,
  type Format,
  inOrder,
  type LoadHour,
  type Mounted,
  queryOf,
  RUNS,
  range,
  readReport,
  requireAll,
  yesterday,
} from '../load-reports.js';
import type { Service } from '../service.js';
import { spellingChecks, windowChecks } from './checks-windows.js';

const FORMATS = ['5', '6', '7'] as const;
const AREA_COLUMNS = ['TAC_AREA_NAME', 'GRID_ID', 'ISO', 'TIMEZONE', 'STATUS'];

export const B: Mounted = { path: '/oasis', formats: FORMATS, farPast: 'no_data' };

/** Every report in every format, every area, and the same numbers in all of them. */
export function reportChecks({ path, formats }: Mounted): Check[] {
  const loads: Check[] = RUNS.flatMap((run) => [
    ...formats.map((format) =>
      check(`${path} ${queryOf(run)} resultformat=${format}`, async (service) => {
        const report = { run, format, window: yesterday(service) };
        const rows = await readReport(service, `${path}?${queryOf(run)}&tac_area_name=CISO`, report);
        assert.ok(rows.length >= (run === 'ACTUAL' ? 1 : 23), `${rows.length} rows`);
      }),
    ),
    check(`${path} ${queryOf(run)}: the same numbers in every format`, async (service) => {
      const read = async (format: Format) =>
        inOrder(await readReport(service, `${path}?${queryOf(run)}`, { run, format, window: yesterday(service) }));
      const all: LoadHour[][] = [];
      for (const format of formats) all.push(await read(format));
      const hours = all[0]!.length;
      // A service that is still filling its past may give more from one request to the next.
      if (all.some(({ length }) => length !== hours) && (await read('5')).length !== hours)
        throw new NotYet('the service is still filling its past');
      for (const other of all) assert.deepEqual(other, all[0]);
    }),
  ]);
  const areas: Check[] = TAC_AREAS.map((code) =>
    check(`${path} SLD_FCST tac_area_name=${code}`, async (service) => {
      const report = { run: 'DAM', format: '6', window: yesterday(service, code) } as const;
      const rows = await readReport(service, `${path}?${queryOf('DAM')}&tac_area_name=${code}`, report);
      assert.deepEqual([...new Set(rows.map(({ area }) => area))], [code]);
    }),
  );
  return [...loads, ...areas, ...formats.flatMap((format) => smallReportChecks(path, format))];
}

/** Asks for a small report. @returns its rows as text, whatever the format */
async function readTable(
  { ask }: Service,
  path: string,
  { format, columns, key }: { readonly format: Format; readonly columns: readonly string[]; readonly key?: null },
): Promise<string[][]> {
  const answer = await askData({ ask }, `${path}&resultformat=${format}`, TYPES[format], key === null ? { key } : {});
  const { text } = answer;
  if (format === '6') return readCsv(text, columns).map((row) => columns.map((name) => row[name]!));
  if (format === '5') {
    const xml = readXml(text);
    const [first = [], ...others] = columns.map((name) => data(xml, name));
    return first.map((cell, i) => [cell, ...others.map((cells) => cells[i]!)]);
  }
  const [flat, list] = accuracyAnswer.options;
  const ofAccuracy = path.includes('tac_area_name=') ? flat : list;
  const table = (columns === AREA_COLUMNS ? areasAnswer : ofAccuracy).parse(JSON.parse(text));
  if ('data' in table) assert.equal(table.count, table.data.length);
  return ('data' in table ? table.data : [table]).map((row) => {
    const keys = columns.map((name) => name.toLowerCase());
    assert.deepEqual(Object.keys(row), keys);
    return Object.values(row).map(String);
  });
}

function smallReportChecks(path: string, format: Format): Check[] {
  const accuracy = async (service: Service, more: string) => {
    const asked = `${path}?queryname=SLD_FCST_ACCURACY${more}`;
    const rows = await readTable(service, asked, { format, columns: ACCURACY_COLUMNS });
    for (const row of rows) assert.ok(Number(row[8]) <= 721, 'at most 30 days, one of 25 hours');
    return rows;
  };
  return [
    check(`${path} TAC_AREAS resultformat=${format}, without a key`, async (service) => {
      const asked = { format, columns: AREA_COLUMNS, key: null };
      const rows = await readTable(service, `${path}?queryname=TAC_AREAS`, asked);
      const expected = TAC_AREAS.map((code) => {
        const { region, timezone } = GRIDS.find(({ tacAreas }) => tacAreas.includes(code))!;
        return [code, region, region, timezone, 'active'];
      });
      if (format === '5') for (const table of [rows, expected]) table.sort(([a], [b]) => a!.localeCompare(b!));
      assert.deepEqual(rows, expected);
    }),
    check(`${path} SLD_FCST_ACCURACY resultformat=${format}, one area, DAM by default`, async (service) => {
      const [row, ...more] = await accuracy(service, '&tac_area_name=CISO');
      assert.deepEqual([row?.[0], row?.[1], row?.[3], more.length], ['CISO', 'DAM', '30', 0]);
      for (const metric of row!.slice(4, 8)) assert.match(metric, /^-?(0|[1-9]\d*)(\.\d?[1-9])?$/);
    }),
    check(`${path} SLD_FCST_ACCURACY resultformat=${format}, every area, 2DA`, async (service) => {
      const rows = await accuracy(service, '&market_run_id=2DA');
      requireAll(rows.map(([code]) => code!));
      assert.deepEqual(new Set(rows.map(([, run]) => run)), new Set(['2DA']));
    }),
  ];
}

const REASONS = /^(source_late|source_gap|not_loaded|not_issued|not_covered|before_history)$/;

/** Days without data: `no_data` where the plan's history has no limit, else `plan_limit`. */
export function noDataChecks({ path, formats, farPast }: Mounted): Check[] {
  const rows = [
    { name: 'a far past', day: '1990-01-01', code: farPast },
    { name: 'a far future', day: '2090-01-01', code: 'no_data' },
  ] as const;
  return rows.flatMap(({ name, day, code }) =>
    (formats.includes('7') ? (['xml', 'json'] as const) : (['xml'] as const)).map((format) =>
      check(`${path}: ${name} is ${code} in ${format}`, async (service) => {
        const window = { start: Date.parse(`${day}T00:00Z`), end: Date.parse(`${addDays(day, 1)}T00:00Z`) };
        const suffix = format === 'json' ? '&resultformat=7' : '';
        const query = `${path}?${queryOf('DAM')}&${range(window)}${suffix}`;
        const { text } = await askFailure(service, query, { code, format });
        if (format === 'json') assert.match(JSON.parse(text).error.details.reason, REASONS);
      }),
    ),
  );
}

export const CHECKS_B: readonly Check[] = [
  ...reportChecks(B),
  ...spellingChecks(B),
  ...windowChecks(B),
  ...noDataChecks(B),
];
