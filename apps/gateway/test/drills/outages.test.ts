import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../../tooling/testing/free-port.js';
import { hasPostgresServer, OwnPostgres } from '../../../../tooling/testing/own-postgres.js';
import {
  BUILT,
  killPrograms,
  plainEnvironment,
  QUICK_MODEL,
  type StartedProgram,
  startProgram,
} from '../started-program.js';

/** How long each outage lasts. `OUTAGE_SECONDS=60 OUTAGE_RATE=500 npm run test:drills -- outages` is the long run. */
const SECONDS = Number(process.env['OUTAGE_SECONDS'] ?? 8);
const RATE = Number(process.env['OUTAGE_RATE'] ?? 100);
const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0;
const MOST_AT_ONCE = 100;
const REGIONS = ['PJM', 'NYISO', 'CAISO', 'MISO', 'ISONE', 'SPP', 'ERCOT'];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The replies to a stretch of load. */
interface Tally {
  readonly statuses: Record<string, number>;
  /** Answers whose forecast was older than one seen before from the same gateway and region. */
  wentBack: number;
}

describe.skipIf(!hasPostgresServer || !hasRedisServer)('three gateways, one PostgreSQL, one Redis', () => {
  const env: Record<string, string> = {};
  let postgres: OwnPostgres;
  let redis: ChildProcess;
  let redisPort: number;
  let gateways: StartedProgram[];
  let key: string;
  const folder = mkdtempSync(join(tmpdir(), 'loadcast-outages-'));

  const startRedis = () =>
    spawn('redis-server', ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--dir', folder], {
      stdio: 'ignore',
    });
  const startGateway = (n: number) =>
    startProgram(['loadcast', 'serve'], { ...env, LOADCAST_DATA_DIR: join(folder, `gateway-${n}`), LOG_LEVEL: 'warn' });
  const loadcast = (...args: string[]) =>
    execFileSync(process.execPath, [BUILT, ...args], { env: { ...plainEnvironment(), ...env } }).toString();

  beforeAll(async () => {
    postgres = await OwnPostgres.make();
    redisPort = await freePort();
    redis = startRedis();
    env['FORECASTER'] = QUICK_MODEL;
    env['DATABASE_URL'] = postgres.url;
    env['REDIS_URL'] = `redis://127.0.0.1:${redisPort}`;
    env['LOADCAST_DATA_DIR'] = join(folder, 'commands');
    gateways = [await startGateway(0)];
    gateways.push(...(await Promise.all([1, 2].map(startGateway))));
    loadcast('accounts', 'create', '--email', 'a@b.example', '--plan-a', 'enterprise', '--json');
    key = (JSON.parse(loadcast('keys', 'create', '--account', 'a@b.example', '--json')) as { key: string }).key;
  }, 600_000);

  afterAll(async () => {
    await killPrograms();
    redis?.kill('SIGKILL');
    postgres?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Asks the gateways in turn, `RATE` times a second. */
  async function load(ms: number, asked: readonly StartedProgram[]): Promise<Tally> {
    const tally: Tally = { statuses: {}, wentBack: 0 };
    const newest = new Map<string, string>();
    const answers = new Set<Promise<void>>();
    const began = performance.now();
    for (let n = 0; performance.now() - began < ms; n++) {
      const gateway = asked[n % asked.length]!;
      const region = REGIONS[n % REGIONS.length]!;
      // Callers wait for their answers: without a bound a slow machine only measures its own queue.
      while (answers.size >= MOST_AT_ONCE) await Promise.race(answers);
      const answer = ask(gateway, region, tally, newest).finally(() => answers.delete(answer));
      answers.add(answer);
      const ahead = (n / RATE) * 1000 - (performance.now() - began);
      if (ahead > 1) await pause(ahead);
    }
    await Promise.all(answers);
    return tally;
  }

  async function ask(
    { url }: StartedProgram,
    region: string,
    tally: Tally,
    newest: Map<string, string>,
  ): Promise<void> {
    try {
      const response = await fetch(`${url}/v1/demand/forecast?region=${region}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      tally.statuses[response.status] = (tally.statuses[response.status] ?? 0) + 1;
      const { meta } = (await response.json()) as { meta?: { issued_at: string } };
      if (!meta) return;
      const before = newest.get(`${url} ${region}`) ?? '';
      if (meta.issued_at < before) tally.wentBack++;
      else newest.set(`${url} ${region}`, meta.issued_at);
    } catch (error) {
      const name = error instanceof Error ? error.message : String(error);
      tally.statuses[name] = (tally.statuses[name] ?? 0) + 1;
    }
  }

  /** Every answer a forecast, or the error of a used-up plan; none older than one before it. */
  function expectServed(tally: Tally): void {
    console.info(JSON.stringify(tally));
    expect(Object.keys(tally.statuses).filter((status) => status !== '200' && status !== '429')).toEqual([]);
    expect(tally.statuses['200']).toBeGreaterThan(SECONDS);
    expect(tally.wentBack).toBe(0);
  }

  const isReady = async ({ url }: StartedProgram) => (await fetch(`${url}/readyz`)).status === 200;

  test('all is well', async () => expectServed(await load(5_000, gateways)), 600_000);

  test('PostgreSQL away', async () => {
    postgres.stop();
    expectServed(await load(SECONDS * 1000, gateways));
    postgres.start();
    expectServed(await load(5_000, gateways));
    expect(await Promise.all(gateways.map(isReady))).toEqual([true, true, true]);
    loadcast('keys', 'create', '--account', 'a@b.example', '--json'); // it is written to again
  }, 600_000);

  // docs/faults.md: fault 33
  test('Redis away', async () => {
    redis.kill('SIGKILL');
    expectServed(await load(SECONDS * 1000, gateways));
    redis = startRedis();
    expectServed(await load(5_000, gateways));
  }, 600_000);

  // docs/faults.md: fault 100
  test('one gateway killed, then the one that leads', async () => {
    for (const gateway of [gateways[2]!, gateways[0]!]) {
      const others = gateways.filter((other) => other !== gateway);
      const serving = load(SECONDS * 500, others);
      await pause(500);
      gateway.process.kill('SIGKILL');
      gateways = others;
      expectServed(await serving);
    }
    expect(await isReady(gateways[0]!)).toBe(true);
  }, 600_000);
});
