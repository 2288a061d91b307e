import assert from 'node:assert/strict';
import { type Check, check } from '../check.js';
import { askData, data, readCsv, readXml } from '../documents.js';
import { PACIFIC, UTILITIES } from '../known/areas.data.js';
import {
  askZip,
  askZipData,
  COLUMNS,
  cellsOfXml,
  compactAt,
  type Mounted,
  queryOf,
  RUNS,
  type Run,
  range,
  requireRows,
  yesterday,
} from '../load-reports.js';
import type { Service } from '../service.js';
import { noDataChecks, reportChecks } from './checks-b.js';
import { spellingChecks, windowChecks } from './checks-windows.js';

const COMPAT: Mounted = { path: '/v1/oasis', formats: ['5', '6'], farPast: 'plan_limit' };

const compatChecks: readonly Check[] = [
  ...reportChecks(COMPAT),
  ...spellingChecks(COMPAT),
  ...windowChecks(COMPAT),
  ...noDataChecks(COMPAT),
  check('/v1/oasis is marked deprecated and names its successor', async (service) => {
    const path = `/v1/oasis?${queryOf('DAM')}&${range(yesterday(service))}`;
    const { headers } = await askData(service, path, 'text/csv');
    assert.match(headers['deprecation'] ?? '', /^@\d+$/);
    assert.match(headers['link'] ?? '', /^<[^>]+\/v1\/[^>]*>; rel="successor-version"/);
  }),
];

const zipQuery = (service: Service, more = '') => `queryname=SLD_FCST&version=1&${range(yesterday(service))}${more}`;

const NAME = (run: string) => String.raw`\d{8}_\d{8}_SLD_FCST_${run}_\d{8}_\d\d_\d\d_\d\d_v1`;

const zipDataChecks: readonly Check[] = [
  ...RUNS.map((run) =>
    check(`/oasisapi/SingleZip market_run_id=${run} resultformat=6`, async (service) => {
      const query = zipQuery(service, `&market_run_id=${run}&resultformat=6`);
      const { answer, name, text } = await askZipData(service, query);
      assert.match(name, new RegExp(`^${NAME(run)}\\.csv$`));
      assert.match(answer.headers['content-disposition'] ?? '', new RegExp(`^inline; filename=${NAME(run)}\\.zip;$`));
      const rows = readCsv(text, COLUMNS);
      requireRows(rows, { run, window: yesterday(service), suffix: '-00:00', zone: PACIFIC });
      const areas = new Set(rows.map((row) => row['TAC_AREA_NAME']));
      for (const area of ['CA ISO-TAC', ...UTILITIES.map(({ oasisName }) => oasisName)])
        assert.ok(areas.has(area), `no ${area}`);
    }),
  ),
  check('/oasisapi/SingleZip is XML by default, without a prefix, -00:00', async (service) => {
    const query = zipQuery(service, '&market_run_id=DAM&tac_area_name=CA+ISO-TAC');
    const { name, text } = await askZipData(service, query);
    assert.match(name, new RegExp(`^${NAME('DAM')}\\.xml$`));
    assert.ok(text.includes('<OASISReport xmlns="http://www.caiso.com/soa/OASISReport_v1.xsd">'));
    const xml = readXml(text);
    cellsOfXml(xml, PACIFIC);
    assert.deepEqual(new Set(data(xml, 'RESOURCE_NAME')), new Set(['CA ISO-TAC']));
    assert.ok(data(xml, 'INTERVAL_START_GMT').every((stamp) => stamp.endsWith('-00:00')));
  }),
  check('/oasisapi/SingleZip without a run has every run, and N in its name', async (service) => {
    const { name, text } = await askZipData(service, zipQuery(service, '&resultformat=6'));
    assert.match(name, new RegExp(`^${NAME('N')}\\.csv$`));
    const rows = readCsv(text, COLUMNS);
    const runs = [...new Set(rows.map((row) => row['MARKET_RUN_ID']!))];
    assert.ok(runs.includes('DAM') && runs.includes('ACTUAL'));
    assert.ok(
      runs.every((run) => RUNS.includes(run as Run)),
      runs.join(),
    );
    const keys = rows.map((row) => `${row['OPR_DT']} ${row['MARKET_RUN_ID']} ${row['TAC_AREA_NAME']}`);
    assert.deepEqual(keys, [...keys].sort());
    assert.deepEqual(
      rows.map((row) => Number(row['GROUP'])),
      keys.map((key) => [...new Set(keys)].indexOf(key) + 1),
    );
  }),
  check('/oasisapi/SingleZip names in any case, a list of areas, another offset', async (service) => {
    const { start, end } = yesterday(service);
    const named = 'QUERYNAME=SLD_FCST&Version=1&MARKET_RUN_ID=DAM&resultFormat=6&TAC_AREA_NAME=PGE-TAC,SCE-TAC';
    const query = `${named}&STARTDATETIME=${compactAt(start, -7)}&EndDateTime=${compactAt(end, -7)}`;
    const areas = readCsv((await askZipData(service, query)).text, COLUMNS).map((row) => row['TAC_AREA_NAME']);
    assert.deepEqual(new Set(areas), new Set(['PGE-TAC', 'SCE-TAC']));
  }),
];

/** A refused request: its fault, OASIS' code, and its query as a change of a good one. */
const ZIP_FAILURES: readonly (readonly [fault: string, code: number, change: (good: string) => string])[] = [
  ['no queryname', 1011, () => ''],
  ['an unknown queryname', 1001, (good) => good.replace('SLD_FCST', 'PRC_LMP')],
  ['a bad run', 1001, (good) => `${good}&market_run_id=FOO`],
  ['a bad date', 1002, (good) => good.replace(/=\d{8}T[^&]*/g, '=x')],
  ['no dates', 1001, (good) => good.replace(/&start.*/, '')],
  ['32 days', 1004, (good) => good.replace(/&start.*/, dates('20260601', '20260703'))],
  ['resultformat=7', 1001, (good) => `${good}&resultformat=7`],
  ['a bad version', 1020, (good) => good.replace('version=1', 'version=77')],
  ['a far past', 1000, (good) => good.replace(/&start.*/, dates('19900601', '19900602'))],
  ['an area that is not ours', 1000, (good) => `${good}&tac_area_name=AZPS`],
];

function dates(start: string, end: string): string {
  return `&startdatetime=${start}T07:00-0000&enddatetime=${end}T07:00-0000`;
}

const zipFailureChecks: readonly Check[] = ZIP_FAILURES.map(([fault, code, change]) =>
  check(`/oasisapi/SingleZip: ${fault} is ${code} in HTTP 200`, async (service) => {
    const { answer, name, text } = await askZip(service, change(zipQuery(service)));
    const xml = readXml(text);
    assert.deepEqual(xml.texts('ERROR/ERR_CODE'), [String(code)]);
    assert.ok(text.includes('<m:OASISReport xmlns:m="http://www.caiso.com/soa/OASISReport_v1.xsd">'));
    assert.deepEqual(xml.texts('ERROR/REQUEST_ID'), [answer.headers['x-request-id']]);
    const base = code === 1000 ? NAME('(N|DAM)') : 'INVALID_REQUEST';
    assert.match(answer.headers['content-disposition'] ?? '', new RegExp(`^inline; filename=${base}\\.xml\\.zip;$`));
    assert.match(name, new RegExp(`^${base}\\.xml$`));
  }),
);

export const CHECKS_LEGACY: readonly Check[] = [...compatChecks, ...zipDataChecks, ...zipFailureChecks];
