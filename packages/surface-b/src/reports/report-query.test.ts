import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type AskB, askOf, FORECAST, openWorld, RANGE, type ReportWorld } from '../testing/world.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let world: ReportWorld;
let askB: AskB;
beforeAll(async () => {
  world = await openWorld();
  askB = askOf(world);
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
