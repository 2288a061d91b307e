import { crc32, inflateRawSync } from 'node:zlib';
import { CONTRACT_AREAS, findPlan } from '@loadcast/core';
import { type ReportWorld, reportWorld } from '@loadcast/core/testing';
import { answerRequest } from '@loadcast/formats/node';
import { type Answer, ask } from '@loadcast/formats/testing';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createSingleZipSurface } from './single-zip-surface.js';
import { createSurfaceB } from './surface-b.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const receivedAt = Date.parse('2026-07-27T21:19:18Z');
const RANGE = 'startdatetime=20260720T07:00-0000&enddatetime=20260721T07:00-0000';
const DAM = `queryname=SLD_FCST&market_run_id=DAM&${RANGE}&version=1`;
const BASE = '20260720_20260721_SLD_FCST_DAM_20260727_14_19_18_v1';

let world: ReportWorld;
beforeAll(async () => {
  world = await reportWorld('2026-07-01', '2026-07-27');
});
const askZip = (query: string) => ask(createSingleZipSurface(world), query, { receivedAt });

/** The member, read twice: from the first local header, and from the central directory. */
function member({ bytes }: Answer): { name: string; text: string } {
  const [size, nameLength] = [bytes.readUInt32LE(18), bytes.readUInt16LE(26)];
  const name = bytes.toString('latin1', 30, 30 + nameLength);
  const content = inflateRawSync(bytes.subarray(30 + nameLength, 30 + nameLength + size));
  const end = bytes.length - 22;
  const directory = bytes.readUInt32LE(end + 16);
  expect(bytes.readUInt32LE(end)).toBe(0x06054b50);
  expect(bytes.readUInt16LE(end + 10)).toBe(1);
  expect(bytes.readUInt32LE(directory)).toBe(0x02014b50);
  expect(bytes.subarray(directory + 6, directory + 30)).toEqual(bytes.subarray(4, 28));
  expect(bytes.readUInt32LE(directory + 42)).toBe(0);
  expect(bytes.toString('latin1', directory + 46, directory + 46 + nameLength)).toBe(name);
  expect(bytes.readUInt32LE(14)).toBe(crc32(content));
  return { name, text: content.toString('utf8') };
}

const cells = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
const codeOf = (text: string) => Number(/<m:ERR_CODE>(\d+)</.exec(text)?.[1]);

test.each([
  { names: 'CISO', codes: ['CA ISO-TAC'] },
  { names: 'CAISO,pge', codes: ['CA ISO-TAC', 'PGE-TAC'] },
  { names: 'SCE, SDGE ,VEA', codes: ['SCE-TAC', 'SDGE-TAC', 'VEA-TAC'] },
  { names: 'ERCOT,NYISO,ISONE,SPP', codes: ['ERCO', 'ISNE', 'NYIS', 'SWPP'] },
])('the short codes $names select $codes', async ({ names, codes }) => {
  const { text } = member(await askZip(`${DAM}&resultformat=6&tac_area_name=${encodeURIComponent(names)}`));
  expect([...new Set(cells(text).map((row) => row[7]))].sort()).toEqual(codes);
});

test('an archive says when its newest forecast was issued, and with ISSUED=1 each row does; load has none', async () => {
  const query = `${DAM.replace('market_run_id=DAM&', '')}&resultformat=6&tac_area_name=CISO`;
  const answer = await askZip(query);
  expect(answer.headers).toMatchObject({
    'x-forecast-issued-at': '2026-07-19T15:50:00Z',
    'x-rows-expected': '120',
    'x-rows-missing': '0',
  });
  const issued = cells(member(await askZip(`${query}&ISSUED=1`)).text);
  expect(Object.fromEntries(issued.map((row) => [row[6], row[14]]))).toEqual({
    DAM: '2026-07-19T15:50:00Z',
    '2DA': '2026-07-18T15:50:00Z',
    '7DA': '2026-07-13T15:50:00Z',
    '15DA': '2026-07-05T15:50:00Z',
    ACTUAL: '',
  });
  expect(issued.map((row) => row.slice(0, 14))).toEqual(cells(member(answer).text));
});

describe('the archive', () => {
  test.each([
    { format: '', extension: 'xml', start: '<?xml version="1.0" encoding="UTF-8"?>\n<OASISReport xmlns=' },
    {
      format: '&resultformat=5',
      extension: 'xml',
      start: '<?xml version="1.0" encoding="UTF-8"?>\n<OASISReport xmlns=',
    },
    { format: '&resultformat=6', extension: 'csv', start: 'INTERVALSTARTTIME_GMT,INTERVALENDTIME_GMT,LOAD_TYPE,' },
  ])('resultformat "$format" is one $extension', async ({ format, extension, start }) => {
    const answer = await askZip(DAM + format);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/x-zip-compressed');
    expect(answer.headers['content-disposition']).toBe(`inline; filename=${BASE}.zip;`);
    const { name, text } = member(answer);
    expect(name).toBe(`${BASE}.${extension}`);
    expect(text.startsWith(start)).toBe(true);
  });

  test('data has no m: prefix, -00:00 stamps, and the Pacific clock for every area', async () => {
    const { text } = member(await askZip(DAM));
    expect(text).not.toContain('<m:');
    expect(text).not.toContain('+00:00');
    expect(new Set([...text.matchAll(/<TZ>([^<]+)/g)].map((match) => match[1]))).toEqual(new Set(['PPT']));
    expect(text.match(/<name>CAISO<\/name>/g)).toHaveLength(1);
  });

  test('operating day and hour are Pacific also for an Eastern grid', async () => {
    const rows = cells(member(await askZip(`${DAM}&resultformat=6&tac_area_name=PJM`)).text);
    expect(rows.map((row) => [row[3], Number(row[4])])).toEqual(
      Array.from({ length: 24 }, (_, i) => ['2026-07-20', i + 1]),
    );
  });

  test('values are those of surface B', async () => {
    const zip = cells(member(await askZip(`${DAM}&resultformat=6&tac_area_name=PJM`)).text);
    const query = `${DAM}&tac_area_name=PJM`;
    const plain = cells((await ask(createSurfaceB(world), query, { receivedAt })).text);
    expect(zip.map((row) => row[11])).toEqual(plain.map((row) => row[11]));
  });
});

describe('the entity tag', () => {
  const tagAt = async (query: string, at: number) =>
    (await ask(createSingleZipSurface(world), query, { receivedAt: at })).headers['etag'];
  const ALL_ACTUAL = DAM.replace('DAM', 'ACTUAL');

  test('is of the data: a later archive of the same rows has another file name and the same tag', async () => {
    const later = await ask(createSingleZipSurface(world), DAM, { receivedAt: receivedAt + 61_000 });
    expect(later.headers['content-disposition']).not.toBe(`inline; filename=${BASE}.zip;`);
    expect(later.headers['etag']).toMatch(/^W\/"[\w-]{22}"$/);
    expect(later.headers['etag']).toBe(await tagAt(DAM, receivedAt));
  });

  test.each([
    { name: 'the other format', query: `${DAM}&resultformat=6` },
    { name: 'another run', query: DAM.replace('DAM', '2DA') },
    { name: 'all runs', query: DAM.replace('&market_run_id=DAM', '') },
    { name: 'one area', query: `${DAM}&tac_area_name=PJM` },
    { name: 'a shorter range', query: DAM.replace('20260721T07', '20260721T06') },
  ])('of $name is another', async ({ query }) => {
    expect(await tagAt(query, receivedAt)).not.toBe(await tagAt(DAM, receivedAt));
  });

  test('changes when more hours are known', async () => {
    const early = Date.parse('2026-07-20T20:00:00Z');
    expect(await tagAt(ALL_ACTUAL, early)).not.toBe(await tagAt(ALL_ACTUAL, receivedAt));
  });

  test('an answer without rows has none', async () => {
    expect(await tagAt(DAM.replace('DAM', 'RTM'), receivedAt)).toBeUndefined();
  });

  test.each([
    { name: 'that tag', header: async () => (await tagAt(DAM, receivedAt))!, status: 304, length: 0 },
    { name: 'another tag', header: async () => '"x"', status: 200, length: expect.any(Number) },
  ])('If-None-Match with $name is $status', async ({ header, status, length }) => {
    const answer = answerRequest([{ prefix: '/zip', surface: createSingleZipSurface(world) }], {
      areas: () => CONTRACT_AREAS,
      authenticate: () => ({ accountId: 'account', keyId: 'key', plan: findPlan('b', 'standard')! }),
    });
    const reply = await answer({
      method: 'GET',
      path: '/zip',
      query: DAM,
      headers: new Map([['if-none-match', await header()]]),
      authorization: 'key',
      cookie: undefined,
      remoteAddress: '127.0.0.1',
      receivedAt: receivedAt + 61_000,
      requestId: 'request-1',
      baseUrl: 'http://api.example',
    });
    expect([reply.status, (reply.body as Uint8Array).length]).toEqual([status, length]);
  });
});

describe('selection', () => {
  test('without a run every run is there, named N, in the order of OASIS groups', async () => {
    const answer = await askZip(`${DAM.replace('&market_run_id=DAM', '')}&resultformat=6`);
    expect(answer.headers['content-disposition']).toContain('_SLD_FCST_N_');
    const rows = cells(member(answer).text);
    expect([...new Set(rows.map((row) => row[6]))]).toEqual(['15DA', '2DA', '7DA', 'ACTUAL', 'DAM']);
    const keys = rows.map((row) => `${row[3]} ${row[6]} ${row[7]}`);
    expect(keys).toEqual([...keys].sort());
    const groups = [...new Map(rows.map((row, i) => [keys[i], Number(row[13])])).values()];
    expect(groups).toEqual(groups.map((_, i) => i + 1));
  });

  test.each([
    {
      filter: '',
      areas: [
        'CA ISO-TAC',
        'ERCO',
        'ISNE',
        'MISO',
        'NYIS',
        'NYIS-TOTAL',
        'PGE-TAC',
        'PJM',
        'SCE-TAC',
        'SDGE-TAC',
        'SWPP',
        'VEA-TAC',
      ],
    },
    {
      filter: '&tac_area_name=ALL',
      areas: [
        'CA ISO-TAC',
        'ERCO',
        'ISNE',
        'MISO',
        'NYIS',
        'NYIS-TOTAL',
        'PGE-TAC',
        'PJM',
        'SCE-TAC',
        'SDGE-TAC',
        'SWPP',
        'VEA-TAC',
      ],
    },
    { filter: '&tac_area_name=CA+ISO-TAC', areas: ['CA ISO-TAC'] },
    { filter: '&TAC_AREA_NAME=pge-tac,%20SCE-TAC', areas: ['PGE-TAC', 'SCE-TAC'] },
    { filter: '&tac_area_name=PGE-TAC,AZPS', areas: ['PGE-TAC'] },
  ])('"$filter" selects $areas', async ({ filter, areas }) => {
    const rows = cells(member(await askZip(`${DAM}&resultformat=6${filter}`)).text);
    expect([...new Set(rows.map((row) => row[7]))].sort()).toEqual(areas);
  });

  test.each([
    DAM.toUpperCase(),
    DAM.replace('-0000', '+0000'),
    DAM.replace('20260720T07:00-0000', '20260720T00:00-0700'),
    DAM.replace('20260720T07:00-0000', '20260719T23:00-0800'),
    DAM.split('&').reverse().join('&'),
    DAM.replace('DAM', 'dam'),
    `${DAM}&groupid=x`,
  ])('%s is the same query', async (query) => {
    const rows = cells(member(await askZip(`${query}&resultformat=6`)).text);
    expect(rows).toHaveLength(12 * 24);
  });
});

describe('errors are numbers in HTTP 200', () => {
  test.each([
    { query: '', code: 1011 },
    { query: 'version=1', code: 1011 },
    { query: DAM.replace('SLD_FCST', 'SLD_REN_FCST'), code: 1001 },
    { query: DAM.replace('SLD_FCST', 'TAC_AREAS'), code: 1001 },
    { query: DAM.replace('DAM', 'FOO'), code: 1001 },
    { query: DAM.replace('&version=1', ''), code: 1020 },
    { query: DAM.replace('version=1', 'version=99'), code: 1020 },
    { query: `${DAM}&resultformat=7`, code: 1001 },
    { query: `${DAM}&resultformat=0`, code: 1001 },
    { query: DAM.replace('&enddatetime=20260721T07:00-0000', ''), code: 1001 },
    { query: DAM.replace('20260720T07:00-0000', '2026-07-20'), code: 1002 },
    { query: DAM.replace('20260721T07:00-0000', '20260732T07:00-0000'), code: 1002 },
    { query: DAM.replace('20260720T07:00', '20260501T07:00'), code: 1004 },
    { query: DAM.replace('DAM', 'RTM'), code: 1000 },
    { query: DAM.replaceAll('2026072', '2027072'), code: 1000 },
    { query: `${DAM}&tac_area_name=AZPS`, code: 1000 },
    { query: `${DAM}&version=1`, code: 1020 },
  ])('$query is $code', async ({ query, code }) => {
    const answer = await askZip(query);
    expect(answer.status).toBe(200);
    const { name, text } = member(answer);
    expect(codeOf(text)).toBe(code);
    expect(name.startsWith('INVALID_REQUEST')).toBe(code !== 1000);
    expect(answer.headers['content-disposition']).toMatch(/\.xml\.zip;$/);
  });
});

// docs/faults.md: fault 110
test('a month of every run and area never works for 10 ms without a turn of the event loop', async () => {
  const query = 'queryname=SLD_FCST&startdatetime=20260627T07:00Z&enddatetime=20260728T07:00Z&version=1';
  await askZip(query); // compiled and remembered, as in a running server
  // The work itself is there each time; what the collector and the compiler take beside it is not.
  const thirds: number[] = [];
  for (let run = 0; run < 5; run += 1) thirds.push(await thirdLongestTurnMs(query));
  expect(Math.min(...thirds)).toBeLessThan(10);
});

/** CPU, not wall time: the machine may be busy with other work. It counts other threads (deflate, collector) too. */
async function thirdLongestTurnMs(query: string): Promise<number> {
  const turns: number[] = [];
  let isOver = false;
  let before = process.cpuUsage();
  const turn = () => {
    const { user } = process.cpuUsage(before);
    before = process.cpuUsage();
    turns.push(user / 1000);
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const { text } = member(await askZip(query));
  isOver = true;
  expect(text.length).toBeGreaterThan(5_000_000);
  expect(turns.length).toBeGreaterThan(100);
  return turns.sort((a, b) => b - a)[2]!;
}
