import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killPrograms, QUICK_MODEL, type StartedProgram, startProgram } from '../started-program.js';

const REGIONS = ['CAISO', 'ERCOT', 'PJM', 'MISO', 'NYISO', 'ISONE', 'SPP'];

const STOPPED_WITHIN_MS = 10_000;
/** Factor for a machine that is that much slower than a quiet one. */
const SLOWEST = 10;

let program: StartedProgram;
/** Printed by the first run, and by no later one. */
let demoKey: string;

beforeAll(async () => {
  program = await startProgram();
  demoKey = program.demoKey;
});

afterAll(async () => {
  await killPrograms();
  if (program) rmSync(program.dataDir, { recursive: true, force: true });
});

async function get(path: string): Promise<{ status: number; body: Record<string, never> }> {
  const response = await fetch(`${program.url}${path}`, { headers: { authorization: `Bearer ${demoKey}` } });
  return { status: response.status, body: (await response.json()) as Record<string, never> };
}

test('the first run says of what years the load is, and prints one demo key', () => {
  expect(program.output()).toContain('Recorded load of 2015 to 2019, re-dated to today');
  expect(program.output().match(/demo key/g)).toHaveLength(1);
});

test('health names the model as of recorded load, and is ok once the newest gates are played', async () => {
  const model = { name: expect.stringContaining('recorded-') };
  expect(await get('/v1/health')).toMatchObject({ status: 200, body: { active_grids: 7, model } });
  while (JSON.stringify((await get('/v1/health')).body).includes('degraded')) await sleep(200);
});

test('regions are listed without a key', async () => {
  const response = await fetch(`${program.url}/v1/regions`);
  const { data } = (await response.json()) as { data: { region: string }[] };
  expect(data.map(({ region }) => region)).toEqual(REGIONS);
});

test.each(REGIONS)('%s has 360 hours of forecast, the model labelled recorded', async (region) => {
  const { status, body } = await get(`/v1/demand/forecast?region=${region}&horizon=15d`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    meta: { region, horizon: '15d', resolution: '1h', count: 360, model: expect.stringContaining('recorded-') },
  });
  const { data } = body as unknown as { data: { value_mw: number; p10: number; p90: number }[] };
  expect(data.every(({ value_mw, p10, p90 }) => 0 < p10 && p10 <= value_mw && value_mw <= p90)).toBe(true);
});

// docs/faults.md: fault 29
test('a second process on the same folder is refused in one line that names the holder', () => {
  let message = '';
  try {
    execFileSync(process.execPath, ['apps/gateway/dist/bin/loadcast.js', 'serve'], {
      cwd: new URL('../../../../', import.meta.url),
      env: { PATH: process.env['PATH'], LOADCAST_DATA_DIR: program.dataDir, PORT: '0', ADMIN_PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    message = String((error as { stderr: Buffer }).stderr).trim();
  }
  expect(message.split('\n')).toHaveLength(1);
  expect(message).toContain(String(program.process.pid));
});

// docs/faults.md: fault 99
test(`SIGTERM ends it with status 0 within ${STOPPED_WITHIN_MS / 1000} s of a quiet machine, and no process of it is left`, async () => {
  const { pid } = program.process;
  const { status, tookMs } = await program.end('SIGTERM');
  expect(status).toBe(0);
  expect(tookMs).toBeLessThan(STOPPED_WITHIN_MS * SLOWEST);
  const children = execFileSync('ps', ['-eo', 'ppid=,pid=']).toString();
  expect(children.split('\n').filter((line) => line.trim().startsWith(`${pid} `))).toEqual([]);
  await expect(fetch(`${program.url}/v1/health`)).rejects.toThrow();
});

test('started again, it has kept its forecasts and its account, and prints another demo key', async () => {
  program = await startProgram(['loadcast', 'serve', '--demo'], { LOADCAST_DATA_DIR: program.dataDir });
  expect(program.demoKey).toMatch(/^lc_live_/);
  expect(program.demoKey).not.toBe(demoKey);
  const response = await fetch(`${program.url}/v1/demand/forecast?region=PJM`, {
    headers: { authorization: `Bearer ${demoKey}` },
  });
  expect(response.status).toBe(200);
  expect((await program.end('SIGTERM')).status).toBe(0);
});

test('a replay of the same folder answers as of its own clock, and nothing later is seen', async () => {
  const from = new Date(Date.now() - 3 * 86_400_000).toISOString();
  // The engine's replay is a row of `first-ten-minutes.test.ts`.
  const env = { LOADCAST_DATA_DIR: program.dataDir, FORECASTER: QUICK_MODEL };
  program = await startProgram(['loadcast', 'serve', '--now', from], env);
  const headers = { authorization: `Bearer ${demoKey}` };
  const latest = await fetch(`${program.url}/v1/demand/latest?region=PJM`, { headers });
  expect(latest.status).toBe(200);
  const { data } = (await latest.json()) as {
    data: { actual: { timestamp: string }; forecast: { timestamp: string } };
  };
  expect(Date.parse(data.actual.timestamp)).toBeLessThan(Date.parse(from));
  expect(Date.parse(data.forecast.timestamp) - Date.parse(from)).toBeLessThan(2 * 3_600_000);
  const history = await fetch(`${program.url}/v1/demand/history?region=PJM`, { headers });
  const rows = ((await history.json()) as { data: { timestamp: string }[] }).data;
  expect(rows.length).toBeGreaterThan(12);
  expect(rows.every(({ timestamp }) => Date.parse(timestamp) < Date.parse(from))).toBe(true);
  expect((await program.end('SIGTERM')).status).toBe(0);
});
