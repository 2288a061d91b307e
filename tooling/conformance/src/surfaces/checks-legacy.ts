import assert from 'node:assert/strict';
import { type Check, NotYet } from '../check.js';
import { data, readCsv, readXml, readZip, requireData, requireType } from '../documents.js';
import { askFailure } from '../failures.js';
import { PACIFIC, RUN_NAMES } from '../known/areas.data.js';
import { addDays, dayWindow, HOUR_MS } from '../known/market-time.js';
import { COLUMNS, compact, RUNS, range, requireRows, yesterday } from '../load-reports.js';
import type { Answer, Service } from '../service.js';
import { noDataChecks, refusalChecks, reportChecks } from './checks-b.js';
import { spellingChecks, windowChecks } from './checks-windows.js';

const COMPAT = { path: '/v1/oasis', formats: ['5', '6'], farPast: 'plan_limit' } as const;

const compatChecks: readonly Check[] = [
  ...reportChecks(COMPAT),
  ...refusalChecks(COMPAT),
  ...spellingChecks(COMPAT),
  ...windowChecks(COMPAT),
  ...noDataChecks(COMPAT),
  {
    name: '/v1/oasis resultformat=7 is refused in XML',
    async run(service) {
      const path = `/v1/oasis?queryname=SLD_FCST&market_run_id=DAM&${range(yesterday(service, 'CISO'))}&resultformat=7`;
      await askFailure(service, path, { code: 'invalid_parameter', format: 'xml', names: 'resultformat' });
    },
  },
  {
    name: '/v1/oasis is marked deprecated and names its successor',
    async run(service) {
      const path = `/v1/oasis?queryname=SLD_FCST&market_run_id=DAM&${range(yesterday(service, 'CISO'))}`;
      const answer = await service.ask(path);
      requireData(answer, 'text/csv');
      const { headers } = answer;
      assert.match(headers['deprecation'] ?? '', /^@\d+$/);
      assert.match(headers['link'] ?? '', /^<[^>]+\/v1\/[^>]*>; rel="successor-version"/);
    },
  },
];

const day = (service: Service) => dayWindow(PACIFIC, addDays(service.today, -1));
const zipQuery = (service: Service, more = '') => `queryname=SLD_FCST&version=1&${range(day(service))}${more}`;

function requireZip(answer: Answer): { name: string; text: string } {
  assert.equal(answer.status, 200);
  requireType(answer, 'application/x-zip-compressed');
  return readZip(answer.bytes);
}

function requireZipData(answer: Answer): { name: string; text: string } {
  const member = requireZip(answer);
  if (member.text.includes('<m:ERR_CODE>1000<')) throw new NotYet('the service has no such data yet');
  return member;
}

const NAME = (run: string) => String.raw`\d{8}_\d{8}_SLD_FCST_${run}_\d{8}_\d\d_\d\d_\d\d_v1`;

const zipDataChecks: readonly Check[] = [
  ...([...RUN_NAMES, 'ACTUAL'] as const).map(
    (run): Check => ({
      name: `/oasisapi/SingleZip market_run_id=${run} resultformat=6`,
      async run(service) {
        const answer = await service.ask(
          `/oasisapi/SingleZip?${zipQuery(service, `&market_run_id=${run}&resultformat=6`)}`,
        );
        const { name, text } = requireZipData(answer);
        assert.match(name, new RegExp(`^${NAME(run)}\\.csv$`));
        assert.match(answer.headers['content-disposition'] ?? '', new RegExp(`^inline; filename=${NAME(run)}\\.zip;$`));
        const rows = readCsv(text, COLUMNS);
        requireRows(rows, run, day(service), '-00:00', PACIFIC);
        const areas = new Set(rows.map((row) => row['TAC_AREA_NAME']));
        for (const area of ['CA ISO-TAC', 'PGE-TAC', 'SCE-TAC', 'SDGE-TAC', 'VEA-TAC'])
          assert.ok(areas.has(area), `no ${area}`);
      },
    }),
  ),
  {
    name: '/oasisapi/SingleZip is XML by default, without a prefix, -00:00',
    async run(service) {
      const answer = await service.ask(
        `/oasisapi/SingleZip?${zipQuery(service, '&market_run_id=DAM&tac_area_name=CA+ISO-TAC')}`,
      );
      const { name, text } = requireZipData(answer);
      assert.match(name, new RegExp(`^${NAME('DAM')}\\.xml$`));
      assert.ok(text.includes('<OASISReport xmlns="http://www.caiso.com/soa/OASISReport_v1.xsd">'));
      const xml = readXml(text);
      assert.deepEqual(new Set(data(xml, 'RESOURCE_NAME')), new Set(['CA ISO-TAC']));
      assert.ok(data(xml, 'INTERVAL_START_GMT').every((stamp) => stamp.endsWith('-00:00')));
    },
  },
  {
    name: '/oasisapi/SingleZip without a run has every run, and N in its name',
    async run(service) {
      const { name, text } = requireZipData(
        await service.ask(`/oasisapi/SingleZip?${zipQuery(service, '&resultformat=6')}`),
      );
      assert.match(name, new RegExp(`^${NAME('N')}\\.csv$`));
      const rows = readCsv(text, COLUMNS);
      const runs = [...new Set(rows.map((row) => row['MARKET_RUN_ID']!))];
      assert.ok(runs.includes('DAM') && runs.includes('ACTUAL'));
      assert.ok(
        runs.every((run) => run in RUNS),
        runs.join(),
      );
      const keys = rows.map((row) => `${row['OPR_DT']} ${row['MARKET_RUN_ID']} ${row['TAC_AREA_NAME']}`);
      assert.deepEqual(keys, [...keys].sort());
      assert.deepEqual(
        rows.map((row) => Number(row['GROUP'])),
        keys.map((key) => [...new Set(keys)].indexOf(key) + 1),
      );
    },
  },
  {
    name: '/oasisapi/SingleZip names in any case, a list of areas, another offset',
    async run(service) {
      const { start, end } = day(service);
      const local = (instant: number) => compact(instant - 7 * HOUR_MS).replace('-0000', '-0700');
      const query = `QUERYNAME=SLD_FCST&Version=1&MARKET_RUN_ID=DAM&resultFormat=6&TAC_AREA_NAME=PGE-TAC,SCE-TAC&STARTDATETIME=${local(start)}&EndDateTime=${local(end)}`;
      const { text } = requireZipData(await service.ask(`/oasisapi/SingleZip?${query}`));
      const areas = readCsv(text, COLUMNS).map((row) => row['TAC_AREA_NAME']);
      assert.deepEqual(new Set(areas), new Set(['PGE-TAC', 'SCE-TAC']));
    },
  },
];

interface ZipFailure {
  readonly name: string;
  query(service: Service): string;
  readonly code: number;
}

const ZIP_FAILURES: readonly ZipFailure[] = [
  { name: 'no queryname', query: () => '', code: 1011 },
  { name: 'an unknown queryname', query: (service) => zipQuery(service).replace('SLD_FCST', 'PRC_LMP'), code: 1001 },
  { name: 'a bad run', query: (service) => zipQuery(service, '&market_run_id=FOO'), code: 1001 },
  {
    name: 'a bad date',
    query: (service) => `${zipQuery(service).split('&start')[0]}&startdatetime=x&enddatetime=y`,
    code: 1002,
  },
  { name: 'no dates', query: () => 'queryname=SLD_FCST&version=1', code: 1001 },
  {
    name: '32 days',
    query: () => 'queryname=SLD_FCST&version=1&startdatetime=20260601T07:00-0000&enddatetime=20260703T07:00-0000',
    code: 1004,
  },
  { name: 'resultformat=7', query: (service) => zipQuery(service, '&resultformat=7'), code: 1001 },
  { name: 'a bad version', query: (service) => zipQuery(service).replace('version=1', 'version=77'), code: 1020 },
  {
    name: 'a far past',
    query: () => 'queryname=SLD_FCST&version=1&startdatetime=19900601T07:00-0000&enddatetime=19900602T07:00-0000',
    code: 1000,
  },
  { name: 'an area that is not ours', query: (service) => zipQuery(service, '&tac_area_name=AZPS'), code: 1000 },
];

const zipFailureChecks: readonly Check[] = ZIP_FAILURES.map(({ name, query, code }) => ({
  name: `/oasisapi/SingleZip: ${name} is ${code} in HTTP 200`,
  async run(service) {
    const answer = await service.ask(`/oasisapi/SingleZip?${query(service)}`);
    const member = requireZip(answer);
    const xml = readXml(member.text);
    assert.deepEqual(xml.texts('//o:ERROR/o:ERR_CODE'), [String(code)]);
    assert.ok(member.text.includes('<m:OASISReport xmlns:m="http://www.caiso.com/soa/OASISReport_v1.xsd">'));
    assert.deepEqual(xml.texts('//o:ERROR/o:REQUEST_ID'), [answer.headers['x-request-id']]);
    const base = code === 1000 ? NAME('(N|DAM)') : 'INVALID_REQUEST';
    assert.match(answer.headers['content-disposition'] ?? '', new RegExp(`^inline; filename=${base}\\.xml\\.zip;$`));
    assert.match(member.name, new RegExp(`^${base}\\.xml$`));
  },
}));

export const CHECKS_LEGACY: readonly Check[] = [...compatChecks, ...zipDataChecks, ...zipFailureChecks];
