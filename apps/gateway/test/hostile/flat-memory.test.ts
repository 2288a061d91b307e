import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fillWorld, makeKeys } from '../served-world.js';
import { killPrograms, type StartedProgram, startProgram } from '../started-program.js';

/** Requests of each third of a load. */
const A_THIRD = 400;
/** The most that is left of the heap after the last third, in heaps after the first. */
const MOST_HEAP = 1.2;
/** The slowest of a hundred honest requests beside a load may take this many times its time in quiet: eight attackers share its cores. */
const MOST_P99 = 100;
const HONEST = 100;

interface HostileRequest {
  readonly path: string;
  readonly headers?: Record<string, string>;
}

/** Requests that are all different. Each load is named for its different part. */
const LOADS: readonly { readonly name: string; request(n: number, authorization: string): HostileRequest }[] = [
  { name: 'paths', request: (n) => ({ path: `/r/x${n.toString(36)}/time` }) },
  {
    name: 'keys that nobody has',
    request: (n) => ({ path: '/v1/me', headers: { authorization: `Bearer lc_live_${n}` } }),
  },
  {
    name: 'queries',
    request: (n, authorization) => ({ path: `/v1/demand/latest?region=PJM&x=${n}`, headers: { authorization } }),
  },
];

const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-flat-'));
const heaps = join(dataDir, 'heaps.txt');
const attackers = new Agent({ keepAlive: true, maxSockets: 8 });
const honest = new Agent({ keepAlive: true, maxSockets: 1 });
let gateway: StartedProgram;
let authorization: string;

beforeAll(async () => {
  await fillWorld(dataDir, 10);
  const [key] = await makeKeys(dataDir, ['caller'], { a: 'enterprise' });
  authorization = `Bearer ${key}`;
  gateway = await startProgram(['loadcast', 'serve'], {
    LOADCAST_DATA_DIR: dataDir,
    SOURCE: 'none',
    LOG_LEVEL: 'error',
    TRUSTED_PROXIES: '127.0.0.1',
    COLLECTED_HEAP_FILE: heaps,
    NODE_OPTIONS: `--import=${fileURLToPath(new URL('./collected-heap.mjs', import.meta.url))}`,
  });
});

afterAll(async () => {
  attackers.destroy();
  honest.destroy();
  await killPrograms();
  rmSync(dataDir, { recursive: true, force: true });
});

/** @returns the status */
function ask(agent: Agent, { path, headers = {} }: HostileRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(gateway.url + path, { agent, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject).end();
  });
}

/** The time of the slowest but one of a hundred honest requests, ms. */
async function honestP99(): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < HONEST; n++) {
    const begun = performance.now();
    const headers = { authorization, 'x-forwarded-for': '192.0.2.1' };
    expect(await ask(honest, { path: '/v1/demand/latest?region=PJM', headers })).toBe(200);
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b).at(-2)!;
}

/** Size of the heap once its garbage is collected, bytes. */
async function collectedHeap(): Promise<number> {
  const read = () => (existsSync(heaps) ? readFileSync(heaps, 'utf8').trim().split('\n').map(Number) : []);
  const before = read().length;
  gateway.process.kill('SIGUSR2');
  await vi.waitUntil(() => read().length > before, { timeout: 60_000 });
  return read().at(-1)!;
}

test.each(LOADS)('ever other $name leave memory flat and honest callers served', async ({ request: made }) => {
  let n = 0;
  const third = async () => {
    const until = n + A_THIRD;
    const attacker = async () => {
      while (n < until) await ask(attackers, made(n++, authorization));
    };
    await Promise.all(Array.from({ length: 8 }, attacker));
  };
  await honestP99();
  const quietMs = await honestP99();
  await third();
  const first = await collectedHeap();
  await third();
  const [, besideMs] = await Promise.all([third(), honestP99()]);
  const last = await collectedHeap();
  expect(last / first).toBeLessThan(MOST_HEAP);
  expect(besideMs / Math.max(quietMs, 1)).toBeLessThan(MOST_P99);
});
