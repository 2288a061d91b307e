import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HOUR_MS } from '@loadcast/core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../../../../../tooling/testing/free-port.js';
import { fillWorld, makeKeys } from '../../served-world.js';
import { killPrograms, plainEnvironment, type StartedProgram, startProgram } from '../../started-program.js';
import { type BundledProgram, bundleProgram } from '../bundled-program.js';
import type { AttacksReport, HostilePlan, ReadsReport } from './hostile/plan.js';

/** The long run: `LOADCAST_HOSTILE_MINUTES=60 npm run test:drills -- hostile-load`. Latencies are printed, not asserted. */
const MINUTES = Number(process.env['LOADCAST_HOSTILE_MINUTES'] ?? 1);
const READS_PER_SECOND = Number(process.env['LOADCAST_HOSTILE_RATE'] ?? 500);
/** Passwords are hashed so slowly that the flood of refusals begins after about six seconds an e-mail. */
const GUESSED_EMAILS = Number(process.env['LOADCAST_HOSTILE_EMAILS'] ?? (MINUTES > 10 ? 50 : 5));
/** Readers enough for the hourly quota of each, 50,000, with a fifth to spare, should all fall in one hour. */
const READERS = Math.max(12, Math.ceil((READS_PER_SECOND * Math.min(MINUTES, 60) * 60 * 1.2) / 50_000));
/**
 * More than the process held before: heavy answers that are made, waiting or not taken, and what V8 has not given back. In a
 * run of an hour, V8 let the heap grow to 330 MB of which 110 to 125 were alive.
 */
const MOST_GROWN_MB = MINUTES > 10 ? 450 : 350;
/** What a flood of refusals, journals and logs may add to the data folder, however long it lasts. */
const MOST_STORED_MB = 100;
/** Memory of runs this long must be flat: V8 has reached its usual size in the first third. */
const FLAT_FROM_MINUTES = 3;
/** How far the highest of the last third may be above the highest of the middle one. */
const FLAT_WITHIN_MB = 48;

vi.setConfig({ testTimeout: (MINUTES + 6) * 60_000, hookTimeout: 600_000 });

const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-hostile-'));
const programs: BundledProgram[] = [];
let gateway: StartedProgram;
let adminUrl: string;
let plan: HostilePlan;

beforeAll(async () => {
  await fillWorld(dataDir, 45);
  const readers = Array.from({ length: READERS }, (_, i) => `reader${i}`);
  const readerKeys = await makeKeys(dataDir, readers, { a: 'enterprise' });
  const heavyKeys = await makeKeys(dataDir, ['heavy0', 'heavy1', 'heavy2', 'heavy3'], { b: 'enterprise' });
  const adminPort = await freePort();
  adminUrl = `http://127.0.0.1:${adminPort}`;
  gateway = await startProgram(['loadcast', 'serve'], {
    LOADCAST_DATA_DIR: dataDir,
    ADMIN_PORT: String(adminPort),
    SOURCE: 'none',
    TRUSTED_PROXIES: '127.0.0.1',
    DRAIN_DELAY: '0',
    LOG_LEVEL: 'warn',
  });
  const until = Math.floor(Date.now() / HOUR_MS - 30) * HOUR_MS;
  plan = {
    url: gateway.url,
    seconds: MINUTES * 60,
    readerKeys,
    readsPerSecond: READS_PER_SECOND,
    heavyKeys,
    guessedEmails: GUESSED_EMAILS,
    until,
  };
});

afterAll(async () => {
  await killPrograms();
  for (const program of programs) program.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs a part of the load in a process of its own, so that it does not slow another down. */
async function inItsOwnProcess<T>(file: string): Promise<T> {
  const program = await bundleProgram(new URL(`./hostile/${file}`, import.meta.url));
  programs.push(program);
  const { stdout } = await promisify(execFile)(process.execPath, [program.file, JSON.stringify(plan)], {
    env: plainEnvironment(),
  });
  return JSON.parse(stdout) as T;
}

const residentMb = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${gateway.process.pid}/status`, 'utf8'))?.[1]) / 1024;

const storedMb = (): number =>
  readdirSync(dataDir).reduce((sum, name) => sum + statSync(join(dataDir, name)).size, 0) / 2 ** 20;

/** Lines of the gateway's log about requests that it could not answer, or not to their end. */
const failedRequests = (): string[] =>
  gateway
    .output()
    .split('\n')
    .filter((line) => line.includes('request failed'));

/** What the gateway holds at one moment. */
async function sample() {
  const text = await metrics();
  const read = (name: string) => sumOf(text, name);
  const mb = (name: string) => read(name) / 2 ** 20;
  return {
    residentMb: residentMb(),
    heapMb: mb('nodejs_heap_size_total_bytes'),
    usedMb: mb('nodejs_heap_size_used_bytes'),
    externalMb: mb('nodejs_external_memory_bytes'),
    heldMb: mb('loadcast_heavy_held_bytes'),
    waiting: read('loadcast_heavy_waiting'),
    running: read('loadcast_heavy_running'),
    loopWaitMs: 1000 * read('loadcast_loop_wait_seconds'),
  };
}
type Sample = Awaited<ReturnType<typeof sample>>;

function lastThirdGrowthMb(samples: readonly { readonly residentMb: number }[]): number {
  const third = Math.floor(samples.length / 3);
  const highest = (from: number) => Math.max(...samples.slice(from, from + third).map((sample) => sample.residentMb));
  return highest(samples.length - third) - highest(samples.length - 2 * third);
}

const metrics = async (): Promise<string> =>
  (await fetch(`${adminUrl}/metrics`, { headers: { connection: 'close' } })).text();

const metric = async (name: string, matching = ''): Promise<number> => sumOf(await metrics(), name, matching);

/** The value of a metric, summed over its series. */
function sumOf(text: string, name: string, matching = ''): number {
  const rows = [...text.matchAll(new RegExp(`^${name}(?:\\{([^}]*)\\})? (\\S+)$`, 'gm'))];
  return rows.reduce((sum, [, labels = '', value]) => sum + (labels.includes(matching) ? Number(value) : 0), 0);
}

// docs/faults.md: fault 110
test(`${MINUTES} minutes of slow and cut bodies, sign-ins and heavy reports leave normal reads alone`, async () => {
  const openConnections = await metric('loadcast_connections_open');
  const before = { openConnections, residentMb: residentMb(), storedMb: storedMb() };
  const samples: Sample[] = [];
  // An address that does not answer for once is no finding of this drill: samples are taken until the end.
  const sampling = setInterval(() => sample().then((each) => samples.push(each), console.warn), 2_000);
  const [reads, attacks] = await Promise.all([
    inItsOwnProcess<ReadsReport>('normal-reads-main.ts'),
    inItsOwnProcess<AttacksReport>('attacks-main.ts'),
  ]).finally(() => clearInterval(sampling));

  const most = samples.reduce((one, other) => (other.residentMb > one.residentMb ? other : one));
  const shared = await metric('loadcast_heavy_shared_total');
  const stopped = await metric('loadcast_heavy_stopped_total');
  console.log(`${cpus().length} cores, load ${loadavg().map((load) => load.toFixed(1))}`);
  console.log('normal reads', reads);
  console.table(attacks);
  console.log({
    before,
    most,
    lastThirdGrowthMb: lastThirdGrowthMb(samples),
    storedMb: storedMb(),
    shared,
    stopped,
    mostLoopWaitMs: Math.max(...samples.map((s) => s.loopWaitMs)),
  });

  expect(Object.keys(reads.outcomes)).toEqual(['200']);
  expect(undocumented(attacks)).toEqual([]);
  expect(missing(attacks)).toEqual([]);
  expect(failedRequests()).toEqual([]);
  expect(
    (await metric('loadcast_requests_total', 'status="5')) - (await metric('loadcast_requests_total', 'status="503"')),
  ).toBe(0);
  expect(samples.every(({ waiting, running }) => waiting <= 100 && running <= 2)).toBe(true);
  expect(storedMb() - before.storedMb).toBeLessThan(MOST_STORED_MB);
  expect(most.residentMb - before.residentMb).toBeLessThan(MOST_GROWN_MB);
  if (MINUTES >= FLAT_FROM_MINUTES) expect(lastThirdGrowthMb(samples)).toBeLessThan(FLAT_WITHIN_MB);
  await vi.waitFor(
    async () => {
      expect(await metric('loadcast_heavy_waiting')).toBe(0);
      expect(await metric('loadcast_heavy_running')).toBe(0);
      expect(await metric('loadcast_heavy_held_bytes')).toBe(0);
      expect(await metric('loadcast_connections_open')).toBeLessThanOrEqual(before.openConnections);
    },
    { timeout: 90_000, interval: 1_000 },
  );
});

/** What may come of any attack on a machine with too little CPU for all: an answer of the contract, or an end that the caller made. */
const DOCUMENTED = ['200', '400', '401', '408', '429', '503', 'closed', 'left', 'over', 'ECONNRESET', 'EPIPE'];

/** What must come of an attack at least once, however busy the machine is. */
const EXPECTED: Readonly<Record<string, string>> = {
  'slow bodies': '408',
  'half-sent headers': '408',
  'sign-ins': '401',
  'heavy reports': '200',
  'heavy reports, left': 'left',
};

function undocumented(attacks: AttacksReport): string[] {
  return Object.entries(attacks).flatMap(([name, tally]) =>
    Object.keys(tally)
      .filter((outcome) => !DOCUMENTED.includes(outcome))
      .map((outcome) => `${name}: ${outcome} (${tally[outcome]})`),
  );
}

function missing(attacks: AttacksReport): string[] {
  return Object.entries(EXPECTED).flatMap(([name, outcome]) =>
    attacks[name]?.[outcome] ? [] : [`${name}: no ${outcome}`],
  );
}
