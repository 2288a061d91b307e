import { CONTRACT_AREAS, findPlan } from '@loadcast/core';
import { ask, preparedOf } from '@loadcast/formats/testing';
import { beforeAll, expect, test, vi } from 'vitest';
import { createCompatSurface } from './compat-surface.js';
import { type AskB, askOf, FORECAST, openWorld, RANGE, type ReportWorld, receivedAt } from './testing/world.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let world: ReportWorld;
let askB: AskB;
beforeAll(async () => {
  world = await openWorld();
  askB = askOf(world);
});

const askCompat = (query: string, plan = 'enterprise') => ask(createCompatSurface(world), query, { receivedAt, plan });

test.each(['5', '6'])('resultformat %s answers as surface B does, marked as deprecated', async (format) => {
  const compat = await askCompat(`${FORECAST}&resultformat=${format}`);
  expect(compat.text).toBe((await askB(`${FORECAST}&resultformat=${format}`)).text);
  expect(compat.headers['deprecation']).toMatch(/^@\d+$/);
  expect(compat.headers['link']).toBe('<http://api.example/v1/demand/forecast>; rel="successor-version"');
});

test.each([
  { query: FORECAST, successor: 'demand/forecast' },
  { query: `queryname=sld_actual&${RANGE}`, successor: 'demand/history' },
  { query: 'queryname=SLD_FCST_ACCURACY', successor: 'demand/accuracy' },
  { query: 'queryname=TAC_AREAS', successor: 'regions' },
  { query: '', successor: 'demand/forecast' },
])('the successor of $query is $successor', async ({ query, successor }) => {
  const { headers } = await askCompat(query);
  expect(headers['link']).toBe(`<http://api.example/v1/${successor}>; rel="successor-version"`);
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
    areas: CONTRACT_AREAS,
    requestId: 'r',
    baseUrl: 'https://api.example',
  } as const;
  const route = surface.route(request)!;
  const principal = { accountId: 'a', keyId: 'k', plan: findPlan('a', 'free')! };
  expect(await preparedOf(route, { ...request, principal })).toMatchObject({ regions });
});
