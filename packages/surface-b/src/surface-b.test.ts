import { findPlan } from '@loadcast/core';
import { type ReportWorld, reportWorld } from '@loadcast/core/testing';
import { ask } from '@loadcast/formats/testing';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createCompatSurface } from './compat-surface.js';
import { createSurfaceB } from './surface-b.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const receivedAt = Date.parse('2026-07-10T18:00:30Z');
const RANGE = 'startdatetime=20260710T07:00-0000&enddatetime=20260710T09:00-0000';
const FORECAST = `queryname=SLD_FCST&market_run_id=DAM&${RANGE}`;
const FORMATS = [
  { format: '5', type: 'application/xml; charset=utf-8' },
  { format: '6', type: 'text/csv; charset=utf-8' },
  { format: '7', type: 'application/json; charset=utf-8' },
];

let world: ReportWorld;
beforeAll(async () => {
  world = await reportWorld('2026-06-20', '2026-07-10');
});
const askB = (query: string, options: { anonymous?: boolean; at?: number; path?: string } = {}) =>
  ask(createSurfaceB(world), query, { receivedAt: options.at ?? receivedAt, ...options });

describe('formats', () => {
  const reports = [
    { report: 'SLD_FCST', query: FORECAST },
    { report: 'SLD_ACTUAL', query: `queryname=SLD_ACTUAL&${RANGE}` },
    { report: 'SLD_FCST_ACCURACY', query: 'queryname=SLD_FCST_ACCURACY' },
    { report: 'TAC_AREAS', query: 'queryname=TAC_AREAS' },
  ];
  test.each(reports.flatMap((report) => FORMATS.map((format) => ({ ...report, ...format }))))(
    '$report in resultformat $format is $type',
    async ({ query, format, type }) => {
      const answer = await askB(`${query}&resultformat=${format}&version=1`);
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe(type);
    },
  );

  test.each(reports)('$report without resultformat is CSV', async ({ query }) => {
    expect((await askB(query)).headers['content-type']).toBe('text/csv; charset=utf-8');
  });
});

// docs/faults.md: fault 59
describe('parameters', () => {
  test.each([
    { query: FORECAST.replace('SLD_FCST', ' sld_fcst '), rows: 16 },
    { query: `${FORECAST}&tac_area_name=CISO`, rows: 2 },
    { query: `${FORECAST}&tac_area_name=%20nyis-total`, rows: 2 },
    { query: FORECAST.replace('DAM', '2da'), rows: 16 },
    { query: FORECAST.replace('DAM', '7DA'), rows: 16 },
    { query: FORECAST.replace('DAM', '15DA'), rows: 16 },
    { query: `queryname=SLD_ACTUAL&${RANGE}`, rows: 16 },
    { query: `queryname=SLD_ACTUAL&${RANGE}&market_run_id=nonsense`, rows: 16 },
    { query: `${FORECAST}&unknown=1&unknown=2`, rows: 16 },
    { query: FORECAST.replace('-0000', '+0000').replace('-0000', 'Z'), rows: 16 },
    { query: FORECAST.replace('07:00-0000', '07:30-0000'), rows: 8 },
    { query: FORECAST.replace('20260710T07:00-0000', '20260710T00:00-07:00'), rows: 16 },
  ])('$query has $rows rows', async ({ query, rows }) => {
    const answer = await askB(query);
    expect(answer.status).toBe(200);
    expect(answer.text.trimEnd().split('\n')).toHaveLength(rows + 1);
  });

  test.each([
    { query: '', code: 'missing_parameter', names: 'queryname' },
    { query: 'queryname=', code: 'invalid_query', names: 'queryname' },
    { query: 'queryname=SLD_REN_FCST', code: 'invalid_query', names: 'queryname' },
    { query: 'queryname=__proto__', code: 'invalid_query', names: 'queryname' },
    { query: 'queryname=SLD_FCST', code: 'missing_parameter', names: 'market_run_id' },
    { query: 'queryname=SLD_FCST&market_run_id=DAM', code: 'missing_parameter', names: 'startdatetime' },
    { query: `queryname=SLD_FCST&${RANGE}`, code: 'missing_parameter', names: 'market_run_id' },
    { query: 'queryname=SLD_ACTUAL', code: 'missing_parameter', names: 'startdatetime' },
    {
      query: 'queryname=SLD_ACTUAL&startdatetime=20260710T07:00-0000',
      code: 'missing_parameter',
      names: 'enddatetime',
    },
    { query: FORECAST.replace('DAM', 'RTM'), code: 'invalid_parameter', names: 'market_run_id' },
    { query: FORECAST.replace('DAM', 'ACTUAL'), code: 'invalid_parameter', names: 'market_run_id' },
    { query: `${FORECAST}&tac_area_name=PGE`, code: 'invalid_parameter', names: 'tac_area_name' },
    { query: `${FORECAST}&tac_area_name=`, code: 'invalid_parameter', names: 'tac_area_name' },
    { query: `${FORECAST}&tac_area_name=CISO,PJM`, code: 'invalid_parameter', names: 'tac_area_name' },
    { query: `${FORECAST}&tac_area_name=CISO&tac_area_name=PJM`, code: 'invalid_parameter', names: 'tac_area_name' },
    { query: `${FORECAST}&tac_area_name[]=CISO`, code: 'invalid_parameter', names: 'tac_area_name' },
    { query: `${FORECAST}&version=2`, code: 'invalid_parameter', names: 'version' },
    { query: `${FORECAST}&version=0`, code: 'invalid_parameter', names: 'version' },
    { query: `${FORECAST}&version=01`, code: 'invalid_parameter', names: 'version' },
    { query: `${FORECAST}&version=`, code: 'invalid_parameter', names: 'version' },
    { query: `${FORECAST}&resultformat=8`, code: 'invalid_parameter', names: 'resultformat' },
    { query: `${FORECAST}&resultformat=5.0`, code: 'invalid_parameter', names: 'resultformat' },
    { query: `${FORECAST}&resultformat=05`, code: 'invalid_parameter', names: 'resultformat' },
    { query: `${FORECAST}&resultformat=7%20`, code: 'invalid_parameter', names: 'resultformat' },
    { query: `${FORECAST}&resultformat=`, code: 'invalid_parameter', names: 'resultformat' },
    {
      query: FORECAST.replace('20260710T07:00-0000', '20260710T07:00'),
      code: 'invalid_parameter',
      names: 'startdatetime',
    },
    {
      query: FORECAST.replace('20260710T07:00-0000', '20260230T07:00-0000'),
      code: 'invalid_parameter',
      names: 'startdatetime',
    },
    { query: FORECAST.replace('20260710T09:00-0000', '2026-07-10'), code: 'invalid_parameter', names: 'enddatetime' },
    { query: FORECAST.replace('T09:00', 'T07:00'), code: 'invalid_parameter', names: 'startdatetime, enddatetime' },
    { query: FORECAST.replace('T09:00', 'T06:00'), code: 'invalid_parameter', names: 'startdatetime, enddatetime' },
    {
      query: FORECAST.replace('20260710T09:00', '20260810T07:01'),
      code: 'invalid_parameter',
      names: 'startdatetime, enddatetime',
    },
    { query: 'queryname=SLD_FCST_ACCURACY&market_run_id=ACTUAL', code: 'invalid_parameter', names: 'market_run_id' },
    { query: 'queryname=TAC_AREAS&version=2', code: 'invalid_parameter', names: 'version' },
    { query: `${FORECAST}&x=%ZZ`, code: 'invalid_parameter', names: 'x' },
  ])('$query is $code naming $names, in XML and in JSON', async ({ query, code, names }) => {
    const xml = await askB(query);
    expect(xml.status).toBe(400);
    expect(xml.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(xml.text).toContain(`<ERR_CODE>${code}</ERR_CODE>`);
    expect(xml.text).toContain(names);
    if (query.includes('resultformat')) return;
    const json = await askB(`${query}&resultformat=7`);
    expect(json.status).toBe(400);
    expect(JSON.parse(json.text).error).toMatchObject({ code, details: { parameter: names } });
  });

  // docs/faults.md: fault 57
  test('exactly 31 days are accepted', async () => {
    const query = FORECAST.replace('20260710T07:00', '20260609T07:00').replace('20260710T09:00', '20260710T07:00');
    expect((await askB(query)).status).toBe(200);
  });
});

describe('no data', () => {
  test.each([
    {
      name: 'a day whose gate is to come',
      query: FORECAST.replaceAll('20260710', '20260712'),
      reason: 'not_covered',
      expectedAt: '2026-07-11T16:00:00Z',
    },
    {
      name: 'a day before the first vintage',
      query: FORECAST.replaceAll('20260710', '20260610'),
      reason: 'before_history',
    },
    {
      name: 'actuals to come',
      query: `queryname=SLD_ACTUAL&${RANGE.replaceAll('20260710', '20260712')}`,
      reason: 'not_covered',
      expectedAt: '2026-07-12T08:00:00Z',
    },
    {
      name: 'a range without a whole hour',
      query: FORECAST.replace('07:00-0000', '07:10-0000').replace('09:00-0000', '07:50-0000'),
      reason: 'not_covered',
    },
  ])('$name is $reason', async ({ query, reason, expectedAt }) => {
    const answer = await askB(`${query}&tac_area_name=CISO&resultformat=7`);
    expect(answer.status).toBe(404);
    const details = { reason, ...(expectedAt && { expected_at: expectedAt }) };
    expect(JSON.parse(answer.text).error).toMatchObject({ code: 'no_data', details });
  });

  test('accuracy without a scored hour', async () => {
    const empty = await reportWorld('2026-01-01', '2026-01-01');
    const answer = await ask(createSurfaceB(empty), 'queryname=SLD_FCST_ACCURACY', { receivedAt });
    expect(answer.status).toBe(404);
    expect(answer.text).toContain('<ERR_CODE>no_data</ERR_CODE>');
  });

  test('an area without data does not spoil the answer for the others', async () => {
    const few = await reportWorld('2026-07-01', '2026-07-10', { areas: ['pjm'] });
    const answer = await ask(createSurfaceB(few), FORECAST, { receivedAt });
    expect(
      new Set(
        answer.text
          .trimEnd()
          .split('\n')
          .slice(1)
          .map((line) => line.split(',')[7]),
      ),
    ).toEqual(new Set(['PJM']));
  });
});

describe('answers', () => {
  test('rows stand by area in the order of the contract, then time, and groups count from 1', async () => {
    const query = FORECAST.replace('20260710T07:00', '20260709T00:00').replace('20260710T09:00', '20260710T12:00');
    const rows = (await askB(query)).text
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','));
    const areas = [...new Set(rows.map((row) => row[7]))];
    expect(areas).toEqual(['CISO', 'ISNE', 'MISO', 'NYIS', 'PJM', 'SWPP', 'ERCO', 'NYIS-TOTAL']);
    for (const area of areas) {
      const starts = rows.filter((row) => row[7] === area).map((row) => row[0]!);
      expect(starts).toEqual([...starts].sort());
      expect(starts).toHaveLength(36);
    }
    const blocks = [...new Set(rows.map((row) => `${row[7]} ${row[3]} ${row[13]}`))];
    expect(blocks.map((block) => Number(block.split(' ')[2]))).toEqual(blocks.map((_, i) => i + 1));
  });

  test('XML has one RTO per ISO', async () => {
    const { text } = await askB(`${FORECAST}&resultformat=5`);
    expect([...text.matchAll(/<RTO>\n<name>([^<]+)/g)].map((match) => match[1])).toEqual([
      'CAISO',
      'ISONE',
      'MISO',
      'NYISO',
      'PJM',
      'SPP',
      'ERCOT',
    ]);
    expect([...text.matchAll(/<TZ>([^<]+)/g)].map((match) => match[1])).toEqual([
      'PPT',
      'EPT',
      'EST',
      'EPT',
      'EPT',
      'EPT',
      'CPT',
      'CPT',
    ]);
  });

  test('JSON says what was asked and what answered', async () => {
    const answer = JSON.parse((await askB(`${FORECAST}&resultformat=7&tac_area_name=ciso`)).text);
    expect(Object.keys(answer)).toEqual([
      'queryname',
      'market_run_id',
      'tac_area_name',
      'startdatetime',
      'enddatetime',
      'version',
      'count',
      'model',
      'generated_at',
      'data',
    ]);
    expect(answer).toMatchObject({
      queryname: 'SLD_FCST',
      market_run_id: 'DAM',
      tac_area_name: 'CISO',
      startdatetime: '2026-07-10T07:00:00+00:00',
      version: 1,
      count: 2,
      model: 'made-up-1.2.3',
      generated_at: '2026-07-10T18:00:30+00:00',
    });
  });

  test('accuracy JSON is flat for one area and a list for all', async () => {
    const flat = JSON.parse((await askB('queryname=SLD_FCST_ACCURACY&resultformat=7&tac_area_name=PJM')).text);
    expect(Object.keys(flat)).toEqual([
      'tac_area_name',
      'market_run_id',
      'model',
      'window_days',
      'mape',
      'rmse_mw',
      'mae_mw',
      'bias_mw',
      'n_hours',
    ]);
    expect(flat).toMatchObject({ tac_area_name: 'PJM', market_run_id: 'DAM', window_days: 30 });
    const list = JSON.parse((await askB('queryname=SLD_FCST_ACCURACY&resultformat=7&market_run_id=2DA')).text);
    expect(list).toMatchObject({ queryname: 'SLD_FCST_ACCURACY', count: 8 });
    expect(list.data[4]).toMatchObject({ tac_area_name: 'PJM', market_run_id: '2DA' });
  });

  test('as_of answers only from what was available then', async () => {
    const asOf = (instant: string) => askB(`${FORECAST}&tac_area_name=CISO&as_of=${instant}`);
    expect((await asOf('2026-07-09T15:59:59Z')).status).toBe(404);
    expect((await asOf('2026-07-09T16:00:00Z')).text).toBe((await askB(`${FORECAST}&tac_area_name=CISO`)).text);
    expect((await asOf('2099-01-01T00:00:00Z')).status).toBe(400);
  });

  test('a past answer stays the same for ever', async () => {
    const later = await askB(FORECAST, { at: receivedAt + 400 * 86_400_000 });
    expect(later.text).toBe((await askB(FORECAST)).text);
  });

  test('a large answer comes in chunks and is the small answers put together', async () => {
    const wide = FORECAST.replace('20260710T07:00', '20260622T07:00');
    const whole = await askB(wide);
    const byArea = await Promise.all(
      ['CISO', 'ISNE', 'MISO', 'NYIS', 'PJM', 'SWPP', 'ERCO', 'NYIS-TOTAL'].map((code) =>
        askB(`${wide}&tac_area_name=${code}`),
      ),
    );
    const withoutGroup = (text: string) =>
      text
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.replace(/,\d+$/, ''));
    expect(withoutGroup(whole.text)).toEqual(byArea.flatMap(({ text }) => withoutGroup(text)));
    expect(withoutGroup(whole.text).length).toBeGreaterThan(1_000);
  });
});

// docs/faults.md: fault 77
describe('entity tags', () => {
  const tag = async (query: string, at = receivedAt) => (await askB(query, { at })).headers['etag'];

  test('an answer that says the same later has the same tag', async () => {
    for (const query of [FORECAST, `queryname=SLD_ACTUAL&${RANGE}`, 'queryname=TAC_AREAS']) {
      expect(await tag(query)).toMatch(/^W\/"[\w-]{22}"$/);
      expect(await tag(query, receivedAt + 60_000)).toBe(await tag(query));
    }
  });

  test('formats, areas, runs, ranges, reports and plans have tags of their own', async () => {
    const queries = ['5', '6', '7'].flatMap((format) =>
      [
        FORECAST,
        `${FORECAST}&tac_area_name=NYIS`,
        `${FORECAST}&tac_area_name=NYIS-TOTAL`,
        FORECAST.replace('DAM', '2DA'),
        FORECAST.replace('T09', 'T08'),
        `queryname=SLD_ACTUAL&${RANGE}`,
        'queryname=SLD_FCST_ACCURACY',
        'queryname=SLD_FCST_ACCURACY&tac_area_name=CISO',
        'queryname=TAC_AREAS',
      ].map((query) => `${query}&resultformat=${format}`),
    );
    const tags = await Promise.all(queries.map((query) => tag(query)));
    const plans = ['free', 'team'].map((plan) => ask(createCompatSurface(world), FORECAST, { receivedAt, plan }));
    const all = [...tags, ...(await Promise.all(plans)).map(({ headers }) => headers['etag'])];
    expect(new Set(all).size).toBe(all.length);
  });

  test('an hour that becomes known changes the tag', async () => {
    const query = 'queryname=SLD_ACTUAL&startdatetime=20260710T12:00Z&enddatetime=20260710T20:00Z';
    expect(await tag(query, receivedAt + 3_600_000)).not.toBe(await tag(query));
  });
});

describe('keys', () => {
  test.each([
    { query: 'queryname=TAC_AREAS', status: 200 },
    { query: 'queryname=+tac_areas+', status: 200 },
    { query: 'resultformat=7&queryname=TAC_AREAS', status: 200 },
    { query: 'queryname=TAC_AREAS&queryname=TAC_AREAS', status: 401 },
    { query: 'queryname=TAC_AREAS&queryname=SLD_FCST', status: 401 },
    { query: 'QUERYNAME=TAC_AREAS', status: 401 },
    { query: 'queryname=TAC_AREAS%00', status: 401 },
    { query: FORECAST, status: 401 },
    { query: '', status: 401 },
  ])('without a key "$query" is $status', async ({ query, status }) => {
    expect((await askB(query, { anonymous: true })).status).toBe(status);
  });

  test.each(['/', '/x', '/oasis', '//'])('there is no path %s', async (path) => {
    expect((await askB(FORECAST, { path })).status).toBe(404);
  });
});

describe('the compatibility endpoint', () => {
  const askCompat = (query: string, plan = 'enterprise') =>
    ask(createCompatSurface(world), query, { receivedAt, plan });

  test.each(['5', '6'])('resultformat %s answers as surface B does, marked as deprecated', async (format) => {
    const compat = await askCompat(`${FORECAST}&resultformat=${format}`);
    expect(compat.text).toBe((await askB(`${FORECAST}&resultformat=${format}`)).text);
    expect(compat.headers['deprecation']).toMatch(/^@\d+$/);
    expect(compat.headers['link']).toBe('<http://api.example/v1/demand/forecast>; rel="successor-version"');
  });

  test.each([FORECAST, 'queryname=TAC_AREAS'])('%s&resultformat=7 is refused in XML', async (query) => {
    const answer = await askCompat(`${query}&resultformat=7`);
    expect(answer.status).toBe(400);
    expect(answer.headers['deprecation']).toMatch(/^@\d+$/);
    expect(answer.text).toContain('<ERR_CODE>invalid_parameter</ERR_CODE>');
    expect(answer.text).toContain('resultformat');
  });

  test.each([
    { plan: 'free', query: FORECAST, status: 200 },
    { plan: 'free', query: FORECAST.replace('DAM', '2DA'), status: 200 },
    { plan: 'free', query: FORECAST.replace('DAM', '7DA'), status: 403 },
    { plan: 'developer', query: FORECAST.replace('DAM', '7DA'), status: 200 },
    { plan: 'developer', query: FORECAST.replace('DAM', '15DA'), status: 403 },
    { plan: 'team', query: FORECAST.replace('DAM', '15DA'), status: 200 },
    {
      plan: 'free',
      query: 'queryname=SLD_ACTUAL&startdatetime=20260709T18:00Z&enddatetime=20260710T18:00Z',
      status: 200,
    },
    {
      plan: 'free',
      query: 'queryname=SLD_ACTUAL&startdatetime=20260709T17:00Z&enddatetime=20260710T17:00Z',
      status: 403,
    },
  ])('the $plan plan gets $status for $query', async ({ plan, query, status }) => {
    expect((await askCompat(query, plan)).status).toBe(status);
  });

  test.each([
    { query: `${FORECAST}&tac_area_name=NYIS`, regions: ['nyiso'] },
    { query: FORECAST, regions: ['caiso', 'isone', 'miso', 'nyiso', 'pjm', 'spp', 'ercot'] },
    { query: 'queryname=SLD_FCST_ACCURACY&tac_area_name=NYIS-TOTAL', regions: ['nyiso'] },
  ])('$query charges $regions', async ({ query, regions }) => {
    const surface = createCompatSurface(world);
    const request = {
      method: 'GET',
      path: '',
      fullPath: '/v1/oasis',
      query,
      headers: new Map<string, string>(),
      receivedAt,
      requestId: 'r',
      baseUrl: 'https://api.example',
    } as const;
    const route = surface.route(request)!;
    const principal = { accountId: 'a', keyId: 'k', plan: findPlan('a', 'free')! };
    expect(await route.prepare({ ...request, principal })).toMatchObject({ regions });
  });
});
