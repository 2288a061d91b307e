import { AREAS, CONTRACT_AREAS, cachedActualsStore, DAY_MS, floorToHour, HOUR_MS, ingestActuals } from '@loadcast/core';
import { sameHourLastWeek } from '@loadcast/core/forecast';
import { buildBatch, buildBlock, buildVintage } from '@loadcast/core/testing';
import { openForecastRunner } from '@loadcast/service';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createService, type Service } from '../../../packages/service/src/schedule/service.js';
import {
  type FollowedVintageStore,
  followedVintageStore,
} from '../../../packages/service/src/stores/followed-vintage-store.js';
import { staleIfUnavailable } from '../../../packages/service/src/stores/stale-if-unavailable.js';
import { openPostgres, type Store } from '../../../packages/service/src/wiring/store.js';
import type { PostgresStore } from '../../../packages/storage/src/postgres/postgres-store.js';
import type { BulkVintageStore } from '../../../packages/storage/src/store-contents.js';
import { holdsWithin } from '../../../tooling/testing/holds-within.js';
import { createDoctorCommand } from '../src/cli/commands/doctor/doctor.js';
import { openStore } from '../src/cli/configured-store.js';
import { type CuttableProxy, startProxy } from './cuttable-proxy.js';
import { databaseAnswers, dropSchema, freshDatabaseUrl, TEST_DATABASE_URL } from './test-database.js';

const answers = await databaseAnswers();
const keyOf = (areaId: string) => ({ series: areaId, measure: 'demand' as const });
const START = Date.UTC(2026, 6, 1, 10);

/** The parts of a gateway process, except its sockets. */
interface Node {
  readonly store: Store;
  readonly vintages: FollowedVintageStore;
  readonly actuals: ReturnType<typeof cachedActualsStore>;
  readonly service: Service;
  leads: boolean;
  stop(): Promise<void>;
}

describe.skipIf(!answers)('several gateways on one PostgreSQL', () => {
  let now: number;
  let url: string;
  let proxy: CuttableProxy;
  let nodes: Node[];

  beforeEach(async () => {
    now = START;
    nodes = [];
    url = freshDatabaseUrl();
    const { hostname, port } = new URL(TEST_DATABASE_URL);
    proxy = await startProxy(hostname, Number(port || 5432));
  });

  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await proxy.close();
    await dropSchema(url);
  });

  async function startNode({ throughProxy = false } = {}): Promise<Node> {
    const address = new URL(url);
    if (throughProxy) address.host = `127.0.0.1:${proxy.port}`;
    const store = await openPostgres(address.href, 'writer');
    if ((await store.actuals.keys()).length === 0) await fill(store);
    const vintages = await followedVintageStore(store.vintages, {
      changes: store.vintageChanges!(),
      onVintage: store.onVintage,
      now: () => now,
    });
    const actuals = cachedActualsStore(staleIfUnavailable(store.actuals, () => performance.now()));
    const runner = await openForecastRunner(sameHourLastWeek, store.actuals, AREAS);
    const service = createService({
      areas: () => CONTRACT_AREAS,
      clock: { now: () => now },
      actuals,
      vintages,
      runner,
      source: undefined,
      log: { info() {}, warn() {}, error() {} },
      withLeadership: store.withLeadership,
      onLead: () => vintages.follow(),
      observer: {
        polled() {},
        issued() {},
        leading(leads) {
          node.leads = leads;
        },
      },
    });
    const node: Node = {
      store,
      vintages,
      actuals,
      service,
      leads: false,
      async stop() {
        await service.stop();
        vintages.close();
        await store.close();
      },
    };
    nodes.push(node);
    await service.start();
    return node;
  }

  async function fill({ actuals }: Store): Promise<void> {
    const start = START - 40 * DAY_MS;
    const series = AREAS.map(({ series: name }) => ({
      key: { series: name, measure: 'demand' as const },
      start,
      valuesMw: Float64Array.from({ length: 40 * 24 - 2 }, (_, hour) => 1_000 + (hour % 24)),
    }));
    await ingestActuals(actuals, { source: 'test', provenance: {}, series }, { ingestedAt: START, arrival: 'history' });
  }

  const until = async (what: string, isTrue: () => Promise<boolean> | boolean, withinMs: number) => {
    if (!(await holdsWithin(withinMs, isTrue))) throw new Error(`${what}: not within ${withinMs} ms`);
  };

  test('one of three leads; what it issues the others serve from memory within 2 s', async () => {
    await startNode();
    await startNode();
    await startNode();
    expect(nodes.filter(({ leads }) => leads)).toHaveLength(1);
    const leader = nodes.find(({ leads }) => leads)!;
    const others = nodes.filter((node) => node !== leader);
    expect(await leader.store.vintages.count('pjm', now)).toBe(1);

    now += 7 * HOUR_MS;
    await leader.service.issue();
    const issuedAt = now;
    for (const other of others) {
      await until('the vintage', async () => (await other.vintages.newest('pjm', now))?.issuedAt === issuedAt, 2_000);
    }
    expect(await leader.store.vintages.count('pjm', now)).toBe(2);
  });

  test('when the leader goes another one takes over and issues', async () => {
    const first = await startNode();
    const second = await startNode();
    expect([first.leads, second.leads]).toEqual([true, false]);
    now += 7 * HOUR_MS;
    nodes.splice(0, 1);
    await first.stop();
    await until('the lead', () => second.leads, 10_000);
    await until('a vintage', async () => (await second.store.vintages.count('pjm', now)) === 2, 10_000);
  });

  // docs/faults.md: fault 46
  test('while PostgreSQL is away forecasts and load are read from memory; then the lead is taken up again', async () => {
    const node = await startNode({ throughProxy: true });
    const before = await node.vintages.newest('nyiso', now);
    const load = await node.actuals.read({ series: 'NYIS', measure: 'demand' });
    expect(before).toBeDefined();

    await proxy.cut();
    const asked = performance.now();
    expect(await node.vintages.newest('nyiso', now + HOUR_MS)).toEqual(before);
    await node.actuals.follow();
    expect(await node.actuals.read({ series: 'NYIS', measure: 'demand' })).toEqual(load);
    expect(performance.now() - asked).toBeLessThan(60_000);
    await expect(node.store.vintages.count('nyiso', now)).rejects.toMatchObject({ code: 'unavailable' });
    await until('the end of the lead', () => !node.leads, 5_000);

    await proxy.restore();
    now += 7 * HOUR_MS;
    await until('the lead', () => node.leads, 15_000);
    await until('a vintage', async () => (await node.vintages.newest('nyiso', now))?.issuedAt === now, 15_000);
  });

  test('with 1,100 areas in memory a gateway asks two questions of an idle store each time, and sees a new run', async () => {
    now = floorToHour(Date.now()); // Runs of the last 40 days are found by one question.
    const store = await openPostgres(url, 'writer');
    nodes.push({ stop: () => store.close() } as Node);
    const runs = Array.from({ length: 1_100 }, (_, area) =>
      buildVintage({ areaId: `area-${area}`, issuedAt: START - HOUR_MS }),
    );
    await (store.vintages as BulkVintageStore).appendAll(runs);
    const series = runs.map(({ areaId }) => ({ ...buildBlock('2026-01-01T00:00Z', [1]), key: keyOf(areaId) }));
    await store.actuals.append(buildBatch(series));
    const everyMs = 3_600_000;
    const changes = store.vintageChanges!();
    const vintages = await followedVintageStore(store.vintages, {
      ...{ changes, everyMs, now: () => now, onVintage: () => () => undefined },
    });
    const actuals = cachedActualsStore(staleIfUnavailable(store.actuals, () => performance.now()));
    for (const { areaId } of runs) {
      await vintages.newest(areaId, now);
      await actuals.read(keyOf(areaId));
    }
    const asked = vi.spyOn((store as unknown as PostgresStore).connections, 'query');
    const followed = async (): Promise<number> => {
      asked.mockClear();
      await Promise.all([vintages.follow(), actuals.follow()]);
      return asked.mock.calls.length;
    };
    await expect.poll(followed, { timeout: 60_000 }).toBe(2);
    expect(await followed()).toBe(2);
    await store.vintages.append(buildVintage({ areaId: 'area-7', issuedAt: now, availableAt: now }));
    expect(await followed()).toBe(3);
    expect((await vintages.newest('area-7', now))?.issuedAt).toBe(now);
    asked.mockRestore();
    vintages.close();
  });

  test.each([
    { name: 'that has waited for nine minutes is a fault', minutes: 9, ok: false },
    { name: 'that has just come is none', minutes: 0, ok: true },
  ])('doctor: a forecast for workers $name', async ({ minutes, ok }) => {
    const store = (await openPostgres(url, 'writer')) as unknown as PostgresStore;
    const jobs = await store.openIssueJobs((error) => expect.fail(String(error)));
    nodes.push({ stop: () => jobs.close().then(store.close) } as Node);
    await jobs.add({ areaId: 'pjm', issuedAt: START, plannedAt: START, newestIssuedAt: null }, 0);
    const schema = `${new URL(url).searchParams.get('schema')}_jobs`;
    const age = `update ${schema}.job set created_on = now() - interval '${minutes} minutes'`;
    await store.connections.query(age);
    const lines: string[] = [];
    await createDoctorCommand((env) => openStore(env, { role: 'control' })).run(['--json'], {
      env: { DATABASE_URL: url, FORECAST_WORKERS: '0', SOURCE: 'none' },
      now: () => START,
      out: (line) => lines.push(line),
      err() {},
      signal: new AbortController().signal,
    });
    await store.connections.query(`drop schema ${schema} cascade`);
    const { checks } = JSON.parse(lines[0]!) as { checks: { name: string; ok: boolean; message: string }[] };
    const message = 'No `loadcast work` process has taken a job for 9 minutes; run `loadcast work`';
    expect(checks.find(({ name }) => name === 'workers')).toMatchObject({ ok, ...(!ok && { message }) });
  });

  // docs/faults.md: fault 111
  test('a leader that is cut off issues nothing, and the one that takes over issues once', async () => {
    const cutOff = await startNode({ throughProxy: true });
    const other = await startNode();
    expect(cutOff.leads).toBe(true);
    await proxy.cut();
    now += 7 * HOUR_MS;
    await cutOff.service.issue();
    await until('the lead', () => other.leads, 15_000);
    await until('a vintage', async () => (await other.store.vintages.count('pjm', now)) === 2, 10_000);
    await proxy.restore();
    await cutOff.service.issue();
    expect(await other.store.vintages.count('pjm', now)).toBe(2);
  });
});
