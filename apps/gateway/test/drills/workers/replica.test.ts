import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AREAS, DAY_MS, HOUR_MS, ingestActuals, MINUTE_MS } from '@loadcast/core';
import { buildVintage } from '@loadcast/core/testing';
import { openPostgresStore, type PostgresStore } from '@loadcast/storage/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../../../tooling/testing/free-port.js';
import { hasPostgresServer, OwnPostgres } from '../../../../../tooling/testing/own-postgres.js';
import {
  BUILT,
  killPrograms,
  plainEnvironment,
  QUICK_MODEL,
  type StartedProgram,
  startProgram,
} from '../../started-program.js';

const LONG = 600_000;
/** How far the standby is behind. */
const BEHIND = '30s';
const AREA = 'pjm';

type Gateway = StartedProgram & { readonly adminUrl: string };

/** A read that callers repeat. `ago`: its `as_of`; undefined: without one. */
interface Key {
  readonly name: string;
  readonly ago?: number;
}

describe.skipIf(!hasPostgresServer)(`two gateways and a standby ${BEHIND} behind`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'loadcast-replica-'));
  const env: Record<string, string> = { FORECASTER: QUICK_MODEL, SOURCE: 'none', LOG_LEVEL: 'warn' };
  const startedAt = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  let primary: OwnPostgres;
  let standby: OwnPostgres;
  let store: PostgresStore;
  let gateways: Gateway[];
  let key: string;

  const loadcast = (...args: string[]) =>
    execFileSync(process.execPath, [BUILT, ...args], { env: { ...plainEnvironment(), ...env } }).toString();
  const startGateway = async (n: number): Promise<Gateway> => {
    const port = await freePort();
    const own = { LOADCAST_DATA_DIR: join(folder, `gateway-${n}`), ADMIN_PORT: String(port) };
    return { ...(await startProgram(['loadcast', 'serve'], { ...env, ...own })), adminUrl: `http://127.0.0.1:${port}` };
  };
  const keep = (issuedAt: number) =>
    store.vintages.append(
      buildVintage({ areaId: AREA, issuedAt, availableAt: issuedAt, valueMw: new Float64Array(72).fill(25_000) }),
    );

  beforeAll(async () => {
    primary = await OwnPostgres.make();
    store = await openPostgresStore({ connectionString: primary.url });
    await store.connections.query('create role reader login');
    await store.connections.query('grant select on all tables in schema public to reader');
    const start = startedAt - (startedAt % HOUR_MS) - 40 * DAY_MS;
    const valuesMw = Float64Array.from({ length: 40 * 24 - 2 }, (_, hour) => 1_000 + (hour % 24));
    const series = AREAS.map(({ series: name }) => ({
      key: { series: name, measure: 'demand' as const },
      start,
      valuesMw,
    }));
    const times = { ingestedAt: startedAt, arrival: 'history' } as const;
    await ingestActuals(store.actuals, { source: 'test', provenance: {}, series }, times);
    await keep(startedAt - 3 * HOUR_MS);
    Object.assign(env, { DATABASE_URL: primary.url, LOADCAST_DATA_DIR: join(folder, 'commands') });
    loadcast('accounts', 'create', '--email', 'a@b.example', '--plan-a', 'enterprise', '--json');
    key = (JSON.parse(loadcast('keys', 'create', '--account', 'a@b.example', '--json')) as { key: string }).key;
    standby = await primary.standby(BEHIND);
    env['DATABASE_READ_URL'] = standby.url.replace('postgres@', 'reader@');
    // The standby lacks it for as long as it is behind: a gateway that believed it would give the run before.
    await keep(startedAt - 2 * HOUR_MS);
    gateways = [await startGateway(0), await startGateway(1)];
  }, LONG);

  afterAll(async () => {
    await killPrograms();
    await store?.close();
    standby?.remove();
    primary?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  async function issuedAt({ url }: StartedProgram, asOf: number | undefined): Promise<number> {
    const query = asOf === undefined ? '' : `&as_of=${new Date(asOf).toISOString()}`;
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${url}/v1/demand/forecast?region=PJM${query}`, { headers });
    const body = (await response.json()) as { meta?: { issued_at: string } };
    if (!body.meta) throw new Error(`${response.status}: ${JSON.stringify(body)}`);
    return Date.parse(body.meta.issued_at);
  }

  /** How many reads of the past went which way. */
  async function replicaReads({ adminUrl }: Gateway): Promise<Record<string, number>> {
    const text = await (await fetch(`${adminUrl}/metrics`)).text();
    const rows = text.matchAll(/^loadcast_replica_reads\{outcome="(\w+)"\} (\d+)$/gm);
    return Object.fromEntries(Array.from(rows, ([, outcome, count]) => [outcome, Number(count)]));
  }

  test(
    'no caller is given an older run after a newer one, and both gateways come to read from the standby',
    async () => {
      const keys: Key[] = [
        { name: 'now' },
        ...[0, 1, 5, 30, 119, 150].map((minutes) => ({ name: `${minutes} minutes ago`, ago: minutes * MINUTE_MS })),
      ];
      const newest = new Map<string, number>();
      let [wentBack, reads, kept] = [0, 0, 0];
      const isRead = async () =>
        (await Promise.all(gateways.map(replicaReads))).every(({ answered = 0 }) => answered > 20);
      const until = Date.now() + LONG / 2;
      while (!(await isRead()) && Date.now() < until) {
        // Another machine's run, every second or so.
        if (kept < Math.floor((Date.now() - startedAt) / 1_000)) {
          kept = Math.floor((Date.now() - startedAt) / 1_000);
          await keep(Date.now());
        }
        for (const { name, ago } of keys) {
          for (const [n, gateway] of gateways.entries()) {
            const issued = await issuedAt(gateway, ago === undefined ? undefined : startedAt - ago);
            // A gateway answers a read without as_of from memory, which follows another's news within milliseconds.
            const caller = ago === undefined ? `${name} from gateway ${n}` : name;
            if (issued < (newest.get(caller) ?? 0)) wentBack++;
            newest.set(caller, issued);
            reads++;
          }
        }
      }
      const outcomes = await Promise.all(gateways.map(replicaReads));
      console.info(JSON.stringify({ reads, wentBack, kept, outcomes }));
      expect(wentBack).toBe(0);
      expect(newest.get('119 minutes ago')).toBe(startedAt - 2 * HOUR_MS);
      expect(newest.get('150 minutes ago')).toBe(startedAt - 3 * HOUR_MS);
      for (const { answered, behind } of outcomes) {
        expect(answered).toBeGreaterThan(20);
        expect(behind).toBeGreaterThan(0);
      }
    },
    LONG,
  );

  test(
    'doctor finds the standby in order, and the primary in its place wrong',
    async () => {
      const check = (url: string) => {
        env['DATABASE_READ_URL'] = url;
        try {
          return loadcast('doctor');
        } catch (error) {
          return String((error as { stdout: Buffer }).stdout);
        }
      };
      const { DATABASE_READ_URL: url = '' } = env;
      expect(check(primary.url)).toMatch(/WRONG {2}replica: it is no standby/);
      expect(check(url)).toMatch(/ok {5}replica: it answers reads of the past/);
    },
    LONG,
  );

  test(
    'without the standby the primary answers, and each gateway writes one line',
    async () => {
      standby.stop();
      const asOf = startedAt - 119 * MINUTE_MS;
      for (let n = 0; n < 10; n++)
        for (const gateway of gateways) {
          await keep(Date.now()); // no answer is kept from before
          expect(await issuedAt(gateway, asOf)).toBe(startedAt - 2 * HOUR_MS);
        }
      for (const gateway of gateways) {
        await expect.poll(async () => (await replicaReads(gateway))['failed'], { timeout: LONG }).toBe(1);
        const lines = () => gateway.output().match(/the replica of DATABASE_READ_URL does not answer/g);
        await expect.poll(lines, { timeout: LONG }).toHaveLength(1);
      }
    },
    LONG,
  );
});
