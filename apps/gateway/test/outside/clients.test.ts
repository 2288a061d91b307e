import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { createClient, LoadcastError, type Path, type Query } from '@loadcast/client';
import { HOUR_MS } from '@loadcast/core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startGateway } from '../../src/compose.js';
import { startProxy } from '../cuttable-proxy.js';
import { type ServedWorld, serveWorld } from '../served-world.js';
import { TOOLS } from './recipe-tools.js';

const PYTHON = fileURLToPath(new URL('../../../../clients/python', import.meta.url));
const run = promisify(execFile);
const hasPython = await run('python3', ['--version']).then(
  () => true,
  () => false,
);

/** What a program with `loadcast.py` beside it prints. */
async function python(program: string, url: string, ofKey: string): Promise<string> {
  const env = { ...process.env, LOADCAST_URL: url, LOADCAST_KEY: ofKey, PYTHONDONTWRITEBYTECODE: '1' };
  return (await run('python3', ['-c', program], { cwd: PYTHON, env })).stdout.trim();
}

let world: ServedWorld;
let key: string;

beforeAll(async () => {
  world = await serveWorld();
  key = await world.keyOf({ a: 'team', b: 'standard', c: 'standard' });
});

afterAll(async () => {
  await world.stop();
  world.remove();
});

test('the client reads every endpoint of its types, as the service answers', async () => {
  const client = createClient({ baseUrl: world.url, key, retries: 0 });
  const now = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
  const dayBefore = new Date(now.getTime() - 24 * HOUR_MS);
  const forecast = await client.get('/v1/demand/forecast', { region: 'PJM', horizon: '2d' });
  expect(forecast.data).toHaveLength(48);
  expect(forecast.data[0]!.p10).toBeLessThan(forecast.data[0]!.p90!);
  expect((await client.get('/v1/demand/latest', { region: 'ERCO' })).data.region).toBe('ERCOT');
  expect((await client.get('/v1/demand/accuracy', { region: 'PJM', window: '2d' })).data.run).toBe('DAM');
  expect((await client.get('/v1/regions')).meta.count).toBe(7);
  expect((await client.get('/v1/health')).active_grids).toBe(7);
  const gate = { region: 'PJM', gate: 'dam', start: dayBefore, end: now, include: ['actual'], tz: 'market' } as const;
  expect((await client.get('/v1/demand/forecast', gate)).data[0]).toMatchObject({
    time_local: expect.any(String),
    p10: expect.any(Number),
    actual_mw: expect.any(Number),
  });
  expect((await client.get('/v1/me')).data.plans.length).toBe(3);
  expect((await client.get('/v1/usage')).data.surfaces[0]!.surface).toBe('a');
  const range = { tac_area: 'PGE', startdatetime: dayBefore, enddatetime: now } as const;
  expect((await client.get('/forecast/v1/demand', range)).meta.units).toBe('MW');
  expect((await client.get('/forecast/v1/tac-areas')).count).toBe(4);
});

const HOURS = { start: new Date(Date.now() - 24 * HOUR_MS), end: new Date() } as const;
/** One for each endpoint that has types: one more endpoint does not compile without one. */
const QUERIES: { readonly [P in Path]: Query<P> } = {
  '/v1/demand/forecast': { region: 'PJM', horizon: '7d' },
  '/v1/demand/history': { region: 'PJM' },
  '/v1/demand/latest': { region: 'PJM' },
  '/v1/demand/accuracy': { region: 'PJM', window: '2d' },
  '/v1/demand/snapshot': {},
  '/v1/bulk': { region: 'PJM' },
  '/v1/demand/compare': { region: 'PJM', ...HOURS, gate: 'dam' },
  '/v1/demand/scores': { region: 'PJM', window: '2', by: 'hour' },
  '/v1/demand/runs': { region: 'PJM', ...HOURS },
  '/v1/demand/runs/{run_id}': { run_id: 'PJM-newest' },
  '/v1/demand/runs/{run_id}/proof': { run_id: 'PJM-newest' },
  '/v1/demand/drivers': { region: 'PJM' },
  '/v1/demand/scenarios': { region: 'PJM', n: 2 },
  '/v1/demand/peaks': { region: 'ERCOT' },
  '/v1/demand/revisions': { region: 'PJM', ...HOURS },
  '/v1/withheld': { region: 'PJM', ...HOURS },
  '/v1/regions': {},
  '/v1/health': {},
  '/v1/me': {},
  '/v1/status': {},
  '/v1/submissions/proof': {},
  '/v1/usage': {},
  '/v1/usage/history': {},
  '/forecast/v1/demand': { tac_area: 'PGE', startdatetime: HOURS.start, enddatetime: HOURS.end },
  '/forecast/v1/historical': { tac_area: 'PGE', date: new Date(Date.now() - 48 * HOUR_MS).toISOString().slice(0, 10) },
  '/forecast/v1/tac-areas': {},
};

test.each(Object.keys(QUERIES) as Path[])('%s is answered', async (path) => {
  const client = createClient({ baseUrl: world.url, key, retries: 0 });
  expect(await client.get(path, QUERIES[path])).toBeTypeOf('object');
});

/** What a program in Python prints: the code of the error, and the seconds to wait. */
const REFUSED = `
import os
from loadcast import Loadcast, LoadcastError
service = Loadcast(os.environ["LOADCAST_URL"], os.environ["LOADCAST_KEY"], max_wait_seconds=0, kept_length=0)
try:
    for _ in range(2_000): service.get("/v1/demand/latest", region="PJM")
except LoadcastError as refusal:
    print(refusal.code, refusal.status, refusal.retry_after_seconds > 0)
`;

test('a used up quota ends a call at once where the wait is longer than the caller allows, in both clients', async () => {
  const ofKey = await world.keyOf({ a: 'free' });
  const client = createClient({ baseUrl: world.url, key: ofKey, maxWaitSeconds: 0, keptLength: 0 });
  const calls = (async () => {
    for (let call = 0; call < 2_000; call += 1) await client.get('/v1/demand/latest', { region: 'PJM' });
  })();
  const refusal: unknown = await calls.catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'rate_limited', status: 429 });
  expect((refusal as LoadcastError).retryAfterSeconds).toBeGreaterThan(0);
  if (hasPython) expect(await python(REFUSED, world.url, ofKey)).toBe('rate_limited 429 True');
});

const LATER = `
import os
from loadcast import Loadcast
service = Loadcast(os.environ["LOADCAST_URL"], os.environ["LOADCAST_KEY"], retries=1000, max_wait_seconds=1)
print(service.get("/v1/demand/history", region="PJM")["meta"]["count"])
`;

test('a connection that is cut is made again, in both clients', async () => {
  const { hostname, port } = new URL(world.url);
  const proxy = await startProxy(hostname, Number(port));
  onTestFinished(() => proxy.close());
  const baseUrl = `http://127.0.0.1:${proxy.port}`;
  const client = createClient({ baseUrl, key, retries: 1_000, maxWaitSeconds: 1, keptLength: 0 });
  const { meta } = await client.get('/v1/demand/history', { region: 'PJM' });
  await proxy.cut();
  const calls = [
    client.get('/v1/demand/history', { region: 'PJM' }).then((answer) => answer.meta.count),
    hasPython ? python(LATER, baseUrl, key).then(Number) : meta.count,
  ];
  await proxy.restore();
  expect(await Promise.all(calls)).toEqual([meta.count, meta.count]);
});

test('loadcast.py is under 8 KB of gzip', () => {
  expect(gzipSync(readFileSync(join(PYTHON, 'loadcast.py'))).length).toBeLessThan(8_000);
});

test('rows of history are those of single calls, and an unchanged forecast costs no quota', async () => {
  const answers: number[] = [];
  const client = createClient({
    baseUrl: world.url,
    key,
    retries: 0,
    onResponse: ({ status }) => answers.push(status),
  });
  const end = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
  const start = new Date(end.getTime() - 3 * 24 * HOUR_MS);
  const rows = [];
  for await (const row of client.rows('/v1/demand/history', { region: 'PJM', start, end })) rows.push(row);
  expect(rows).toEqual((await client.get('/v1/demand/history', { region: 'PJM', start, end })).data);
  const first = await client.get('/v1/demand/forecast', { region: 'MISO' });
  expect(await client.get('/v1/demand/forecast', { region: 'MISO' })).toEqual(first);
  expect(answers.at(-1)).toBe(304);
});

test('refusals are typed errors with the request id of the service’s log', async () => {
  const client = createClient({ baseUrl: world.url, key });
  const refused = client.get('/v1/demand/forecast', { region: 'XX' as 'PJM' });
  await expect(refused).rejects.toMatchObject({ code: 'invalid_parameter', status: 400 });
  const refusal = await refused.catch((error: unknown) => error);
  expect(world.log.join('')).toContain((refusal as LoadcastError).requestId);
  const stranger = createClient({ baseUrl: world.url, key: 'lc_live_nothing' });
  await expect(stranger.get('/v1/usage')).rejects.toMatchObject({ status: 401 });
});

const LATEST = `
import json, os
from loadcast import Loadcast
service = Loadcast(os.environ["LOADCAST_URL"], os.environ["LOADCAST_KEY"], retries=1000, max_wait_seconds=1)
print(json.dumps(service.get("/v1/demand/latest", region="PJM")))
`;

async function latestInPython(url: string, ofKey: string): Promise<unknown> {
  return JSON.parse(await python(LATEST, url, ofKey));
}

test('calls of both clients made while the gateway is away are answered when it is back', {
  timeout: 180_000,
}, async () => {
  const restarted = await serveWorld();
  const ofKey = await restarted.keyOf({ a: 'developer' });
  const client = createClient({ baseUrl: restarted.url, key: ofKey, retries: 1_000, maxWaitSeconds: 1 });
  const answered = await client.get('/v1/demand/latest', { region: 'PJM' });
  await restarted.stop();
  const calls = [
    client.get('/v1/demand/latest', { region: 'PJM' }),
    hasPython ? latestInPython(restarted.url, ofKey) : answered,
  ];
  const env = {
    LOADCAST_DATA_DIR: restarted.dataDir,
    PORT: new URL(restarted.url).port,
    ADMIN_PORT: '0',
    SOURCE: 'none',
  };
  const after = await startGateway({ env, logTo: { write: () => undefined } });
  expect(await Promise.all(calls)).toEqual([answered, answered]);
  await after.stop();
  restarted.remove();
});

test('the program of the client’s README runs against the service', async () => {
  const readme = readFileSync(new URL('../../../../packages/client/README.md', import.meta.url), 'utf8');
  const program = /```ts\n([\s\S]*?)```/.exec(readme)![1]!;
  const body = program
    .replace(/^import .*$/m, '')
    .replaceAll(' as const', '')
    .replace('http://127.0.0.1:8080', world.url)
    .replace('lc_live_...', key);
  const lines: unknown[][] = [];
  const start = new Date(Date.now() - 2 * 24 * HOUR_MS).toISOString();
  const recent = body
    .replaceAll("'2026-01-01'", `'${start.slice(0, 10)}'`)
    .replace('2026-01-01T00:00-05:00', start)
    .replace('2026-02-01T00:00-05:00', new Date().toISOString());
  const asyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
  const log = (...line: unknown[]) => lines.push(line);
  const peakMw = await asyncFunction(
    'createClient',
    'LoadcastError',
    'console',
    `${recent}; return peakMw;`,
  )(createClient, LoadcastError, { log });
  const [forecast, day] = lines;
  expect(forecast).toEqual([expect.stringMatching(/Z$/), expect.any(Number), expect.any(Number), expect.any(Number)]);
  expect(day!.slice(0, 2)).toEqual([`${start.slice(0, 10)} 00:00`, expect.any(Number)]);
  expect(peakMw).toBeGreaterThan(0);
});

test.skipIf(!hasPython)('loadcast.py passes its tests against this gateway', async () => {
  const env = { ...process.env, LOADCAST_URL: world.url, LOADCAST_KEY: key, PYTHONDONTWRITEBYTECODE: '1' };
  const program = TOOLS.pandas ?? TOOLS.polars ?? 'python3';
  const { stderr } = await run(program, ['-m', 'unittest', 'discover', '-s', 'test'], { cwd: PYTHON, env });
  expect(stderr).toMatch(/\nOK( \(skipped=\d+\))?\n$/);
});
