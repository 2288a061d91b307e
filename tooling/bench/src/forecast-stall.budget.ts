import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killPrograms, type StartedProgram, startProgram } from '../../../apps/gateway/test/started-program.js';

/** A probe this often, while all areas are forecast and weeks of gates are played again. */
const EVERY_MS = 10;
const PROBES = Number(process.env['STALL_PROBES'] ?? 2_000);
/** Allowed on top of the delay of an idle server on the same machine at the same time. */
const P99_MS = 50;
const MOST_MS = 100;

const IDLE_SERVER = `require('node:http').createServer((_, response) => response.end('{}'))
  .listen(0, '127.0.0.1', function () { console.log(this.address().port) })`;

let program: StartedProgram;
let idle: ChildProcess;
let idleUrl: string;

beforeAll(async () => {
  const child = spawn(process.execPath, ['-e', IDLE_SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  idle = child;
  idleUrl = `http://127.0.0.1:${String((await once(child.stdout, 'data'))[0]).trim()}`;
  program = await startProgram(['loadcast', 'serve'], {
    SOURCE: 'simulated',
    LOG_LEVEL: 'warn',
    FORECAST_WORKERS: '1',
  });
}, 600_000);
afterAll(async () => {
  idle?.kill();
  await killPrograms();
});

async function probeMs(url: string): Promise<number> {
  const askedAt = performance.now();
  await (await fetch(url)).arrayBuffer();
  return performance.now() - askedAt;
}

const shareOf = (sorted: readonly number[], share: number) => sorted[Math.ceil(share * sorted.length) - 1]!;

test(`while forecasts are made a probe is answered within ${P99_MS} ms, p99, and never after ${MOST_MS} ms`, async () => {
  const tookMs = { gateway: [] as number[], idle: [] as number[] };
  for (let probe = 0; probe < PROBES; probe++) {
    tookMs.gateway.push(await probeMs(`${program.url}/livez`));
    tookMs.idle.push(await probeMs(idleUrl));
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  const summary = Object.entries(tookMs).map(([name, list]) => {
    list.sort((a, b) => a - b);
    const told = [0.5, 0.99, 1].map((share) => shareOf(list, share).toFixed(1));
    return `${name} p50 ${told[0]} ms, p99 ${told[1]} ms, most ${told[2]} ms`;
  });
  console.info(`${PROBES} probes: ${summary.join('; ')}`);
  expect(shareOf(tookMs.gateway, 0.99) - shareOf(tookMs.idle, 0.99)).toBeLessThan(P99_MS);
  expect(shareOf(tookMs.gateway, 1) - shareOf(tookMs.idle, 1)).toBeLessThan(MOST_MS);
});
