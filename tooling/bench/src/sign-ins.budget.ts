import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillWorld, makeKeys } from '../../../apps/gateway/test/served-world.js';
import { killPrograms, type StartedProgram, startProgram } from '../../../apps/gateway/test/started-program.js';

/** Quiet rounds and rounds beside sign-ins take turns, so that whatever else the machine does is in both. */
const ROUNDS = Number(process.env['SIGN_IN_ROUNDS'] ?? 10);
const FORECASTS_A_ROUND = 150;
const EVERY_MS = 5;
const SIGN_INS = 8;
const MOST_RATIO = 2;

const CREDENTIALS = { email: 'ann@example.org', password: 'correct horse battery' };

let program: StartedProgram;
let load: ChildProcess;
let key: string;

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-sign-ins-'));
  await fillWorld(dataDir, 5);
  [key = ''] = await makeKeys(dataDir, ['bench'], { a: 'enterprise' });
  program = await startProgram(['loadcast', 'serve'], {
    LOADCAST_DATA_DIR: dataDir,
    SOURCE: 'none',
    LOG_LEVEL: 'warn',
    TRUSTED_PROXIES: '127.0.0.1',
    DRAIN_DELAY: '0',
  });
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(CREDENTIALS);
  expect((await fetch(`${program.url}/account/sign-up`, { method: 'POST', headers, body })).status).toBe(202);
  load = fork(new URL('./sockets/sign-in-load.mjs', import.meta.url));
}, 600_000);
afterAll(async () => {
  load?.kill();
  await killPrograms();
  if (program) rmSync(program.dataDir, { recursive: true, force: true });
});

async function forecastMs(): Promise<number> {
  const askedAt = performance.now();
  const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': '203.0.113.7' };
  const answer = await fetch(`${program.url}/v1/demand/forecast?region=PJM`, { headers });
  await answer.arrayBuffer();
  expect(answer.status).toBe(200);
  return performance.now() - askedAt;
}

async function round(): Promise<number[]> {
  const tookMs: number[] = [];
  for (let ask = 0; ask < FORECASTS_A_ROUND; ask += 1) {
    tookMs.push(await forecastMs());
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  return tookMs;
}

/** A round during which so many people are signing in at any time. */
async function loudRound(outcomes: Map<number, number>): Promise<number[]> {
  load.send({ address: program.url, signIns: SIGN_INS, body: JSON.stringify(CREDENTIALS) });
  const tookMs = await round();
  const statuses = once(load, 'message') as Promise<[Record<string, number>]>;
  load.send('end');
  for (const [status, count] of Object.entries((await statuses)[0])) {
    outcomes.set(Number(status), (outcomes.get(Number(status)) ?? 0) + count);
  }
  return tookMs;
}

const p95 = (tookMs: readonly number[]): number =>
  [...tookMs].sort((a, b) => a - b)[Math.ceil(0.95 * tookMs.length) - 1]!;

test(`beside ${SIGN_INS} parallel sign-ins p95 of forecasts stays under ${MOST_RATIO} times what it is without`, async () => {
  const [quiet, loud]: [number[], number[]] = [[], []];
  const outcomes = new Map<number, number>();
  await round(); // warm
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    quiet.push(...(await round()));
    loud.push(...(await loudRound(outcomes)));
  }
  const ratio = p95(loud) / p95(quiet);
  const signedIn = [...outcomes].map(([status, count]) => `${count} of ${status}`).join(', ');
  console.info(
    `p95 ${p95(quiet).toFixed(1)} ms quiet, ${p95(loud).toFixed(1)} ms loud: ${ratio.toFixed(2)}; sign-ins: ${signedIn}`,
  );
  expect([...outcomes.keys()]).toEqual([200]);
  expect(ratio).toBeLessThan(MOST_RATIO);
}, 600_000);
