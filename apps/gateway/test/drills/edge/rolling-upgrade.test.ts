import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAccount, issueKey } from '@loadcast/accounts';
import { addDays, localDay } from '@loadcast/core';
import { fillReportWorld } from '@loadcast/core/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openPostgres, type Store } from '../../../../../packages/service/src/wiring/store.js';
import { MIGRATIONS } from '../../../../../packages/storage/src/migrations/migrations.data.js';
import { freePort } from '../../../../../tooling/testing/free-port.js';
import { killPrograms, type StartedProgram, startProgram } from '../../started-program.js';
import { databaseAnswers, dropSchema, freshDatabaseUrl, queryDatabase } from '../../test-database.js';
import { readNormally } from './hostile/normal-reads.js';
import { hasProxy, PROXIES, startProxy } from './proxies.js';

const GATEWAYS = 3;
const READS_PER_SECOND = Number(process.env['LOADCAST_STOPS_RATE'] ?? 100);
const DRAIN_SECONDS = '10';
const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const PLANS = { a: 'enterprise', b: null, c: null } as const;

vi.setConfig({ testTimeout: 1_200_000, hookTimeout: 600_000 });

const canRun = (await databaseAnswers()) && hasProxy('haproxy');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadcast-rolling-')));
const databaseUrl = freshDatabaseUrl();
const ports: number[] = [];
const adminPorts: number[] = [];
let store: Store | undefined;
const tree = join(ROOT, `apps/gateway/.running-newer-${process.pid}`);
/** The command of a program whose store has one format more. */
let newer: string;

/** A copy of this program, with one more step that adds a column and a table, as steps do. It lies beside the built one, where it finds its packages. */
function copyNewer(): string {
  cpSync(join(ROOT, 'apps/gateway/dist'), tree, { recursive: true });
  const program = join(tree, 'bin');
  const parts = readdirSync(program).filter((name) => name.endsWith('.js'));
  const steps = parts
    .map((name) => join(program, name))
    .filter((path) => /^var MIGRATIONS = /m.test(readFileSync(path, 'utf8')));
  const sql = 'create table upgraded (at bigint); alter table account add column upgraded_at bigint';
  const step = { version: MIGRATIONS.length + 1, name: 'of the next release', sqlite: sql, postgres: sql };
  for (const path of steps) {
    const text = `${readFileSync(path, 'utf8')}\nMIGRATIONS.push(${JSON.stringify(step)});\n`;
    writeFileSync(path, text);
  }
  expect(steps).toHaveLength(1);
  return join(program, 'loadcast.js');
}

beforeAll(async () => {
  if (!canRun) return;
  newer = copyNewer();
  store = await openPostgres(databaseUrl, 'writer');
  const today = localDay('UTC', Date.now());
  await fillReportWorld(store, addDays(today, -5), today, { until: Date.now() });
  for (let n = 0; n < GATEWAYS; n++) {
    ports.push(await freePort());
    adminPorts.push(await freePort());
  }
});

afterAll(async () => {
  await killPrograms();
  if (canRun) {
    await store?.close();
    await dropSchema(databaseUrl);
  }
  for (const each of [folder, tree]) rmSync(each, { recursive: true, force: true });
});

const programs = { today: join(ROOT, 'apps/gateway/dist/bin/loadcast.js'), next: () => newer };

function startGateway(n: number, program: string): Promise<StartedProgram> {
  const env = {
    LOADCAST_DATA_DIR: join(folder, String(n)),
    DATABASE_URL: databaseUrl,
    PORT: String(ports[n]),
    ADMIN_PORT: String(adminPorts[n]),
    SOURCE: 'none',
    TRUSTED_PROXIES: '127.0.0.1',
    DRAIN_DELAY: DRAIN_SECONDS,
    LOG_LEVEL: 'warn',
  };
  return startProgram(['serve'], env, program);
}

/** Resolves once the proxy sends callers to a gateway. */
async function inService(n: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${adminPorts[n]}/metrics`)).text();
      expect(metrics).toMatch(/^loadcast_requests_total\{surface="\/v1",status="200"\} \d{2,}$/m);
    },
    { timeout: 500_000, interval: 250 },
  );
}

/** How many steps the database has been through. */
async function formatOfDatabase(): Promise<number> {
  const schema = new URL(databaseUrl).searchParams.get('schema')!;
  const rows = await queryDatabase<{ version: number }>(
    `select max(version) as version from ${schema}.loadcast_format`,
  );
  return rows[0]!.version;
}

let accounts = 0;

async function newKey(): Promise<string> {
  accounts += 1;
  const account = await createAccount(store!.control, { email: `u${accounts}@example.org`, plans: PLANS }, Date.now());
  return (await issueKey(store!.control, account!, {}, Date.now())).key;
}

test.skipIf(!canRun)(
  'three gateways go to the next format one after another, under load, and nothing is lost',
  async () => {
    const gateways = await Promise.all(ports.map((_, n) => startGateway(n, programs.today)));
    const readerKeys = [await newKey(), await newKey()];
    const [haproxy] = PROXIES;
    const [port, statsPort] = [await freePort(), await freePort()];
    const proxy = await startProxy(haproxy!, { dir: join(folder, 'proxy'), port, statsPort, gateways: ports });
    let isOver = false;
    const reading = readNormally({ url: proxy.url, readerKeys, readsPerSecond: READS_PER_SECOND }, () => isOver);
    const formats: number[] = [];
    const statuses: (number | null)[] = [];
    const madeMeanwhile: string[] = [];
    try {
      for (const n of ports.keys()) {
        await Promise.all(ports.map((_, other) => inService(other)));
        await proxy.usesAll();
        formats.push(await formatOfDatabase());
        statuses.push((await gateways[n]!.end('SIGTERM')).status);
        gateways[n] = await startGateway(n, programs.next());
        madeMeanwhile.push(await newKey()); // written by a program of the older format
      }
      await Promise.all(ports.map((_, n) => inService(n)));
    } finally {
      isOver = true;
    }
    const reads = await reading;
    console.log(`a rolling upgrade of ${GATEWAYS}, load ${loadavg()[0]?.toFixed(1)}`, reads);
    expect(reads.outcomes).toEqual({ 200: expect.any(Number) });
    expect(statuses).toEqual(statuses.map(() => 0));
    expect(formats).toEqual([MIGRATIONS.length, MIGRATIONS.length + 1, MIGRATIONS.length + 1]);
    for (const key of madeMeanwhile) {
      const url = `${gateways[0]!.url}/v1/demand/latest?region=PJM`;
      expect((await fetch(url, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
    }
    await proxy.stop();
  },
);

test.skipIf(!canRun)('a program of the older format that starts then is refused by name', async () => {
  ports.push(await freePort());
  adminPorts.push(await freePort());
  await expect(startGateway(GATEWAYS, programs.today)).rejects.toThrow(/newer Loadcast \(format \d+/);
});
