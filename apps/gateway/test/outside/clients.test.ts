import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient, LoadcastError } from '@loadcast/client';
import { HOUR_MS } from '@loadcast/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway } from '../../src/compose.js';
import { type ServedWorld, serveWorld } from '../served-world.js';

const PYTHON = fileURLToPath(new URL('../../../../clients/python', import.meta.url));
const run = promisify(execFile);
const hasPython = await run('python3', ['--version']).then(
  () => true,
  () => false,
);

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
  const env = { ...process.env, LOADCAST_URL: url, LOADCAST_KEY: ofKey, PYTHONDONTWRITEBYTECODE: '1' };
  return JSON.parse((await run('python3', ['-c', LATEST], { cwd: PYTHON, env })).stdout);
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
  const { stderr } = await run('python3', ['-m', 'unittest', 'test_loadcast'], { cwd: PYTHON, env });
  expect(stderr).toMatch(/\nOK( \(skipped=\d+\))?\n$/);
});
