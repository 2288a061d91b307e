import { type Access, createDemo, openAccess } from '@loadcast/accounts';
import { CONTRACT_AREAS, DAY_MS } from '@loadcast/core';
import { memoryActualsStore, memoryQuotaCounters, memoryVintageStore } from '@loadcast/core/memory';
import { memoryControlStore } from '@loadcast/core/testing';
import type { HttpRequest } from '@loadcast/formats/node';
import type { Runtime } from '@loadcast/service';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type DemoRegions, readDemoRegions } from '../../../../../packages/accounts/src/access/demo/demo-regions.js';
import { cachesOver, NOW, type Stores, writeHistory } from '../../every-endpoint/testing/arrivals.js';
import { mountsOf } from '../../mounts.js';
import { createAnswer } from '../answer.js';

const daysAgo = (days: number): string => new Date(NOW - days * DAY_MS).toISOString();

let stores: Stores;
let access: Access;
beforeAll(async () => {
  const written = { actuals: memoryActualsStore(), vintages: memoryVintageStore() };
  await writeHistory(written);
  stores = cachesOver(written);
});
beforeEach(async () => {
  access = await openAccess({
    areas: () => CONTRACT_AREAS,
    store: memoryControlStore(),
    counters: memoryQuotaCounters(),
  });
});

/** The surfaces with a demo of these regions. */
function answering(regions: DemoRegions): (target: string, address?: string) => Promise<Answered> {
  const demo = createDemo(regions);
  const answer = createAnswer({
    areas: () => CONTRACT_AREAS,
    mounts: mountsOf({
      config: {
        SURFACES: ['a'],
        CONSOLE: '0',
        SIGN_UP: 'open',
        INSECURE_HTTP: '0',
        HOST: '127.0.0.1',
        TRUSTED_PROXIES: '',
      },
      runtime: { ...stores, store: {}, areas: () => CONTRACT_AREAS } as unknown as Runtime,
      access,
      demo,
      readiness: () => ({ ready: true, missing: [], degraded: [] }),
      wallClock: () => NOW,
      monitor: { latest: () => undefined, findings: () => [] },
    }),
    access,
    ...(demo && { demo }),
    wallClock: () => NOW,
    addressOf: ({ remoteAddress }) => remoteAddress,
    report: () => undefined,
  });
  return async (target, remoteAddress = '192.0.2.1') => {
    const [path = '', query = ''] = target.split('?');
    const request: HttpRequest = {
      method: 'GET',
      path,
      query,
      headers: new Map(),
      authorization: undefined,
      cookie: undefined,
      remoteAddress,
      receivedAt: NOW,
      requestId: 'r1',
      baseUrl: 'http://localhost',
    };
    const { status, headers, own, body } = await answer(request);
    return { status, headers: { ...own, ...headers }, text: Buffer.from(body as Uint8Array).toString() };
  };
}

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

test.each([
  { path: '/demo/v1/demand/forecast?region=PJM', status: 200 },
  { path: '/demo/v1/demand/history?region=CISO&format=csv', status: 200 },
  { path: '/demo/v1/demand/latest?region=CAISO', status: 200 },
  { path: '/demo/v1/regions', status: 200 },
  { path: '/demo/v1/health', status: 200 },
  { path: '/demo/v1/oasis?queryname=SLD_ACTUAL&tac_area_name=PJM&startdatetime=20260510T10:00-0000', status: 400 },
  { path: '/demo/v1/demand/forecast?region=PJM&horizon=15d', status: 403 },
  { path: `/demo/v1/demand/forecast?region=PJM&as_of=${daysAgo(2)}`, status: 200 },
  { path: `/demo/v1/demand/forecast?region=PJM&as_of=${daysAgo(31)}`, status: 403 },
  { path: `/demo/v1/demand/peaks?region=PJM&start=${daysAgo(0)}&end=${daysAgo(-31)}`, status: 200 },
  { path: `/demo/v1/demand/peaks?region=PJM&start=${daysAgo(0)}&end=${daysAgo(-32)}`, status: 400 },
  { path: '/demo/v1/me', status: 404 },
  { path: '/demo/v1/usage', status: 404 },
  { path: '/demo/v2/demand/forecast?region=PJM', status: 404 },
  { path: '/v1/demand/forecast?region=PJM', status: 401 },
  { path: '/v1/demand/latest?region=PJM', status: 401 },
  { path: '/v1/usage', status: 401 },
])('without a key $path is answered $status', async ({ path, status }) => {
  expect((await answering('all')(path)).status).toBe(status);
});

test('the demo shows what the Developer plan may see: the answer has bounds', async () => {
  const { text, headers } = await answering('all')('/demo/v1/demand/forecast?region=PJM&format=csv');
  expect(text.split('\n')[0]).toBe('time_utc,region,value_mw,p10,p90,issued_at,model');
  expect(headers['cache-control']).toContain('private');
});

test.each<{ regions: DemoRegions; path: string; status: number }>([
  { regions: ['caiso'], path: '/demo/v1/demand/latest?region=CISO', status: 200 },
  { regions: ['caiso'], path: '/demo/v1/demand/latest?region=PJM', status: 403 },
  { regions: 'none', path: '/demo/v1/demand/latest?region=PJM', status: 404 },
  { regions: 'none', path: '/v1/demand/latest?region=PJM', status: 401 },
])('a demo of $regions answers $path with $status', async ({ regions, path, status }) => {
  const answered = await answering(regions)(path);
  expect(answered.status).toBe(status);
  if (status === 403) expect(answered.text).toContain('The demo is limited to the regions CAISO.');
});

test('an address is answered 60 times an hour, and another one still is; what has no data costs nothing', async () => {
  const ask = answering('all');
  const path = '/demo/v1/demand/latest?region=PJM';
  expect((await ask('/demo/v1/demand/forecast?region=MISO')).status).toBe(404);
  for (let left = 59; left >= 0; left -= 1) {
    expect((await ask(path)).headers['ratelimit']).toMatch(new RegExp(`^"hourly";r=${left};`));
  }
  const refused = await ask(path);
  expect(refused.status).toBe(429);
  expect(refused.text).toContain('Hourly limit of 60 requests exceeded on the Demo plan.');
  expect(refused.headers['retry-after']).toBeDefined();
  expect((await ask(path, '192.0.2.2')).status).toBe(200);
});

test.each([
  [undefined, true, 'all'],
  [undefined, false, ['caiso']],
  ['PJM, ciso,CAISO', false, ['pjm', 'caiso']],
  ['None', true, 'none'],
  ['ALL', false, 'all'],
] as const)('DEMO_REGIONS=%s, recorded or simulated %s: %s', (setting, isDemoGrid, regions) => {
  expect(readDemoRegions(CONTRACT_AREAS, setting, isDemoGrid)).toEqual(regions);
});

test('DEMO_REGIONS with a code that is none is refused', () => {
  expect(() => readDemoRegions(CONTRACT_AREAS, 'PJM,NOWHERE', true)).toThrow('no such region: nowhere');
});
