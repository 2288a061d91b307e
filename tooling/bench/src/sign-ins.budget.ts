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
let key: string;
let callers = 0;

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
  expect((await post('/account/sign-up', CREDENTIALS)).status).toBe(202);
}, 600_000);
afterAll(async () => {
  await killPrograms();
  if (program) rmSync(program.dataDir, { recursive: true, force: true });
});

/** As from another address each time: limits of an address are not what is measured. */
function post(path: string, body: object): Promise<Response> {
  callers += 1;
  const address = `198.18.${(callers >> 8) & 255}.${callers & 255}`;
  return fetch(`${program.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });
}

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
  let isOver = false;
  const signIns = Array.from({ length: SIGN_INS }, async () => {
    while (!isOver) {
      const { status } = await post('/account/sign-in', CREDENTIALS);
      outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
    }
  });
  const tookMs = await round();
  isOver = true;
  await Promise.all(signIns);
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
