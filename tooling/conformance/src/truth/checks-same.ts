import assert from 'node:assert/strict';
import { forecastAnswer, historyAnswer } from '@loadcast/surface-a';
import { type Check, check, steadyCheck } from '../check.js';
import { askJson, readCsv, readXml } from '../documents.js';
import { GRIDS, marketZoneOf, PACIFIC, UTILITIES } from '../known/areas.data.js';
import { addDays, dayWindow, HOUR_MS } from '../known/market-time.js';
import {
  askZipData,
  type Cells,
  COLUMNS,
  cellsOfXml,
  type Format,
  hourOf,
  queryOf,
  RUNS,
  range,
  readReport,
  yesterday,
} from '../load-reports.js';
import type { Service } from '../service.js';
import { readOasisRun, readRuns, readUtilityRun } from './reads.js';
import { paired, type Series } from './series.js';

function requireSame(one: Series, other: Series, what: string): void {
  assert.ok(one.size > 0, `${what} has no rows`);
  assert.deepEqual([...one], [...other], what);
}

/** A number is the same wherever it is asked for. */
const sameChecks: readonly Check[] = RUNS.flatMap((run): Check[] => [
  steadyCheck(`/v1/oasis ${run} says what /oasis says`, async (service) => {
    const other = await readRuns(service, run, yesterday(service), { path: '/v1/oasis' });
    const all = await readRuns(service, run, yesterday(service));
    for (const [code, series] of all) requireSame(series, other.get(code) ?? new Map(), code);
  }),
  steadyCheck(`/oasisapi/SingleZip ${run} says of every grid what /oasis says`, async (service) => {
    for (const { tacAreas, oasisName } of GRIDS) {
      const named = await readOasisRun(service, run, yesterday(service), { area: oasisName });
      requireSame(named, (await readRuns(service, run, yesterday(service))).get(tacAreas[0]) ?? new Map(), oasisName);
    }
  }),
]);

const utilityChecks: readonly Check[] = UTILITIES.flatMap(({ code, oasisName }): Check[] => [
  ...['DAM', '2DA'].map((run) =>
    check(`/forecast/v1/demand ${run} of ${code} says what SingleZip says`, async (service) => {
      const values = await readUtilityRun(service, run, yesterday(service), { area: code });
      requireSame(values, await readOasisRun(service, run, yesterday(service), { area: oasisName }), oasisName);
    }),
  ),
  check(`/forecast/v1/demand 2DA of ${code} is another forecast than DAM`, async (service) => {
    const one = await readUtilityRun(service, 'DAM', yesterday(service), { area: code });
    const other = await readUtilityRun(service, '2DA', yesterday(service), { area: code });
    const same = paired(one, other).filter((pair) => pair.one === pair.other);
    assert.ok(same.length < 6, `${same.length} hours are the same`);
  }),
]);

/** The newest day of a clock that has so many hours, and is over. */
function lastDayOf(hours: number, zone: string, { today }: Service): string {
  for (let back = 1; back <= 366; back++) {
    const { start, end } = dayWindow(zone, addDays(today, -back));
    if (end - start === hours * HOUR_MS) return addDays(today, -back);
  }
  throw new Error(`${zone} has no day of ${hours} hours`);
}

const changeChecks: readonly Check[] = [23, 25].flatMap((hours) => [
  ...['CISO', 'NYIS', 'ERCO'].map((code) =>
    check(
      `/oasis SLD_ACTUAL of ${code} on the last day of ${hours} hours: each hour, the same in XML, CSV and JSON`,
      async (service) => {
        const zone = marketZoneOf(code);
        const window = dayWindow(zone, lastDayOf(hours, zone, service));
        const path = `/oasis?${queryOf('ACTUAL')}&tac_area_name=${code}`;
        const read = (format: Format) => readReport(service, path, { run: 'ACTUAL', format, window });
        const csv = await read('6');
        assert.ok(csv.length > hours - 3, `${csv.length} of ${hours} hours`);
        assert.equal(new Set(csv.map(({ start }) => start)).size, csv.length);
        for (const format of ['5', '7'] as const) assert.deepEqual(await read(format), csv);
      },
    ),
  ),
  check(
    `/oasisapi/SingleZip ACTUAL on the last day of ${hours} hours: each hour, the same in XML and CSV`,
    async (service) => {
      const window = dayWindow(PACIFIC, lastDayOf(hours, PACIFIC, service));
      const csv = await readOasisRun(service, 'ACTUAL', window, { area: 'CA ISO-TAC' });
      const query = `queryname=SLD_FCST&market_run_id=ACTUAL&tac_area_name=CA+ISO-TAC&version=1&${range(window)}`;
      const xml = cellsOfXml(readXml((await askZipData(service, query)).text), PACIFIC).map(hourOf);
      requireSame(csv, new Map(xml.map(({ start, mw }) => [start, mw])), 'XML and CSV');
    },
  ),
]);

/** Rows of every form that is text, by the column names of CSV. */
const FORMS: Readonly<Record<string, (text: string) => readonly Cells[]>> = {
  csv: (text) => readCsv(text),
  ndjson: (text) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => textOf(JSON.parse(line))),
  columns(text) {
    const columns = Object.entries(JSON.parse(text).data as Readonly<Record<string, readonly unknown[]>>);
    return columns[0]![1].map((_, i) => textOf(Object.fromEntries(columns.map(([name, cells]) => [name, cells[i]]))));
  },
};

const textOf = (row: object): Cells =>
  Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, `${cell ?? ''}`]));

const formChecks: readonly Check[] = GRIDS.flatMap(({ region }) =>
  ['history?', 'forecast?horizon=2d&', 'forecast?resolution=15min&'].map((read) =>
    steadyCheck(
      `/v1/demand/${read}region=${region} says in CSV, NDJSON and columns what it says in JSON`,
      async (service) => {
        const path = `/v1/demand/${read}region=${region}`;
        const { data } = await askJson(service, path, read === 'history?' ? historyAnswer : forecastAnswer);
        const expected = data.map(({ timestamp, ...numbers }) =>
          textOf({ time_utc: timestamp.replace('+00:00', 'Z'), region, ...numbers }),
        );
        for (const [form, rowsOf] of Object.entries(FORMS)) {
          const { text } = await service.ask(`${path}&format=${form}`);
          assert.deepEqual(
            rowsOf(text).map(({ issued_at: _, model: __, ...row }) => row),
            expected,
            form,
          );
        }
      },
    ),
  ),
);

const leapCheck: Check = check(
  '/oasis SLD_ACTUAL has the last 29 February if it has the days around it',
  async (service) => {
    const year = Array.from({ length: 8 }, (_, i) => Number(service.today.slice(0, 4)) - i).find(
      (each) => new Date(Date.UTC(each, 1, 29)).getUTCDate() === 29 && `${each}-03-02` <= service.today,
    );
    const days = [`${year}-02-28`, `${year}-02-29`, `${year}-03-01`].map((day) => dayWindow(marketZoneOf('PJM'), day));
    const query = `${queryOf('ACTUAL')}&tac_area_name=PJM&resultformat=6`;
    const hours: number[] = [];
    for (const window of days) {
      const { status, text } = await service.ask(`/oasis?${query}&${range(window)}`);
      hours.push(status === 200 ? readCsv(text, COLUMNS).length : 0);
    }
    const [before = 0, leap = 0, after = 0] = hours;
    assert.ok(leap > Math.min(before, after) - 3, `${leap} hours between days of ${before} and ${after}`);
  },
);

export const CHECKS_SAME: readonly Check[] = [
  ...sameChecks,
  ...utilityChecks,
  ...changeChecks,
  ...formChecks,
  leapCheck,
];
