import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Check, runCheck } from './check.js';
import { CHECKS } from './checks.js';
import { type Answer, type Ask, asker, openService, type Service } from './service.js';
import { type PrefilledGateway, startPrefilledGateway } from './testing/prefilled-gateway.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

/** One thing broken on purpose, in every answer that has it. */
interface Mutation {
  readonly name: string;
  /** Checks whose names start so are to notice it. */
  readonly among: string;
  break(answer: Answer, path: string): Answer;
}

const withText = (answer: Answer, text: string): Answer => ({ ...answer, text, bytes: Buffer.from(text) });
const inType =
  (type: string, change: (text: string) => string) =>
  (answer: Answer): Answer =>
    answer.headers['content-type']?.startsWith(type) ? withText(answer, change(answer.text)) : answer;
const csv = (change: (text: string) => string) => inType('text/csv', change);
const xml = (change: (text: string) => string) => inType('application/xml', change);
const json = (change: (text: string) => string) => inType('application/json', change);
const header =
  (name: string, change: (value: string) => string | undefined) =>
  (answer: Answer): Answer => {
    const value = answer.headers[name];
    if (value === undefined) return answer;
    const { [name]: _, ...rest } = answer.headers;
    const changed = change(value);
    return { ...answer, headers: changed === undefined ? rest : { ...rest, [name]: changed } };
  };

const MUTATIONS: readonly Mutation[] = [
  {
    name: 'CSV lost a column',
    among: '/oasis ',
    break: csv((text) => text.replace(/^(([^,\n]*,){12})[^,\n]*,/gm, '$1')),
  },
  { name: 'CSV lines end with CRLF', among: '/oasis ', break: csv((text) => text.replaceAll('\n', '\r\n')) },
  {
    name: 'OPR_HR counts from 0',
    among: '/oasis ',
    break: csv((text) => text.replace(/,(\d+),0,(DAM|ACTUAL),/g, (_, hour, run) => `,${hour - 1},0,${run},`)),
  },
  { name: 'CSV stamps are written Z', among: '/oasis ', break: csv((text) => text.replaceAll('+00:00', 'Z')) },
  { name: 'GROUP is empty', among: '/oasis ', break: csv((text) => text.replace(/,(DAM|ACTUAL),\d+$/gm, ',$1,')) },
  {
    name: 'CSV rounds to whole MW',
    among: '/oasis ',
    break: csv((text) => text.replace(/,(\d+)\.\d+,(DAM),/g, ',$1,$2,')),
  },
  {
    name: 'POS of DAM is 1',
    among: '/oasis ',
    break: csv((text) => text.replaceAll(',SYS_FCST_DA_MW,2,', ',SYS_FCST_DA_MW,1,')),
  },
  { name: 'CSV has an area too few', among: '/oasis', break: csv((text) => text.replace(/^.*,NYIS-TOTAL,.*\n/gm, '')) },
  {
    name: 'XML has another namespace',
    among: '/oasis ',
    break: xml((text) => text.replace('OASISReport_v1.xsd', 'OASISReport_v2.xsd')),
  },
  {
    name: 'XML swaps OPR_DATE and INTERVAL_NUM',
    among: '/oasis ',
    break: xml((text) => text.replace(/(<OPR_DATE>.*\n)(<INTERVAL_NUM>.*\n)/g, '$2$1')),
  },
  { name: 'XML is not well-formed', among: '/oasis ', break: xml((text) => text.replace('</MessagePayload>', '')) },
  {
    name: 'XML splits an ISO over two RTO',
    among: '/oasis ',
    break: xml((text) =>
      text.replace(
        '</REPORT_ITEM>\n<REPORT_ITEM>',
        '</REPORT_ITEM>\n<DISCLAIMER_ITEM>\n<DISCLAIMER>x</DISCLAIMER>\n</DISCLAIMER_ITEM>\n</RTO>\n<RTO>\n<name>NYISO</name>\n<REPORT_ITEM>',
      ),
    ),
  },
  { name: 'JSON key mw is named value', among: '/oasis ', break: json((text) => text.replaceAll('"mw":', '"value":')) },
  {
    name: 'JSON numbers are texts',
    among: '/v1/demand',
    break: json((text) => text.replace(/"value_mw":([\d.]+)/g, '"value_mw":"$1"')),
  },
  {
    name: 'JSON says one key more',
    among: '/v1/demand',
    break: json((text) => text.replace('"meta":{', '"meta":{"extra":1,')),
  },
  {
    name: 'p10 and p90 are swapped',
    among: '/v1/demand/forecast horizon',
    break: json((text) => text.replaceAll('"p10"', '"p_"').replaceAll('"p90"', '"p10"').replaceAll('"p_"', '"p90"')),
  },
  {
    name: 'bounds of C are swapped',
    among: '/forecast/v1/demand',
    break: csv((text) => text.replace(/,([\d.]+),([\d.]+),MW$/gm, ',$2,$1,MW')),
  },
  {
    name: 'errors are HTTP 200',
    among: '/oasis "',
    break: (answer) => (answer.status === 400 ? { ...answer, status: 200 } : answer),
  },
  {
    name: 'invalid_key is called unauthorized',
    among: '/v1/demand/forecast with',
    break: (answer) => withText(answer, answer.text.replaceAll('invalid_key', 'unauthorized')),
  },
  { name: 'no request id', among: '/oasis "', break: header('x-request-id', () => undefined) },
  {
    name: 'CSV is text/plain',
    among: '/oasis ',
    break: header('content-type', (value) => value.replace('text/csv', 'text/plain')),
  },
  { name: 'no Deprecation header', among: '/v1/oasis is', break: header('deprecation', () => undefined) },
  { name: 'no Allow header', among: '/v1/demand/forecast: ', break: header('allow', () => undefined) },
  {
    name: 'metered answers may be shared',
    among: '/v1/demand',
    break: header('cache-control', (value) => value.replace('private', 'public')),
  },
  {
    name: 'SingleZip errors are HTTP 400',
    among: '/oasisapi/SingleZip: ',
    break: (answer) =>
      answer.headers['content-disposition']?.includes('INVALID') ? { ...answer, status: 400 } : answer,
  },
  {
    name: 'SingleZip is an attachment',
    among: '/oasisapi/SingleZip',
    break: header('content-disposition', (value) => value.replace('inline', 'attachment')),
  },
  {
    name: 'SingleZip keeps its sizes for the directory',
    among: '/oasisapi/SingleZip',
    break(answer) {
      if (!answer.headers['content-type']?.startsWith('application/x-zip')) return answer;
      const bytes = Buffer.from(answer.bytes);
      bytes.fill(0, 14, 26);
      return { ...answer, bytes };
    },
  },
  {
    name: 'TAC_AREAS wants a key',
    among: '/oasis TAC_AREAS',
    break: (answer, path) => (path.includes('queryname=TAC_AREAS') ? { ...answer, status: 401 } : answer),
  },
];

let gateway: PrefilledGateway;
let ask: Ask;
beforeAll(async () => {
  gateway = await startPrefilledGateway();
  ask = remembering(asker(gateway.target));
}, 120_000);
afterAll(() => gateway.stop());

/** Answers of the sound service, so that each mutation costs no requests of its own. */
function remembering(inner: Ask): Ask {
  const kept = new Map<string, Promise<Answer>>();
  return (path, options = {}) => {
    const name = JSON.stringify([path, options]);
    const known = kept.get(name) ?? inner(path, options);
    kept.set(name, known);
    return known;
  };
}

/** Checks that mean the same from memory: not those that count requests. */
const STEADY = CHECKS.filter(({ name }) => !/rate_limited|request ids/.test(name));

async function firstFailure(service: Service, among: string): Promise<Check | undefined> {
  for (const check of STEADY.filter(({ name }) => name.startsWith(among))) {
    if ((await runCheck(check, service)).outcome !== 'passed') return check;
  }
  return undefined;
}

describe('the suite fails when', () => {
  test.each(MUTATIONS.map((mutation) => ({ name: mutation.name, mutation })))('$name', async ({ mutation }) => {
    const sound = await openService(gateway.target, ask);
    const broken = {
      ...sound,
      ask: async (path: string, options = {}) => mutation.break(await ask(path, options), path),
    };
    const noticed = await firstFailure(broken, mutation.among);
    expect(noticed && (await runCheck(noticed, sound))).toEqual({ check: noticed, outcome: 'passed' });
  });
}, 60_000);
