import { type EpochMs, MINUTE_MS, type VintageStore } from '@loadcast/core';
import { buildVintage } from '@loadcast/core/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hasPostgresServer, OwnPostgres } from '../../../../tooling/testing/own-postgres.js';
import { openConnections } from '../../src/postgres/connections.js';
import { openPostgresStore, type PostgresStore } from '../../src/postgres/postgres-store.js';
import type { ReplicaOutcome } from '../../src/postgres/replica/replica-vintages.js';
import { databaseAnswers, TEST_DATABASE_URL } from '../../src/testing/test-database.js';

const LONG = 300_000;
const START = Date.UTC(2026, 6, 1);
/** Reads of this long before a state of the primary may go to the replica. */
const SETTLED_MS = 10 * MINUTE_MS;
const PATIENT = { connectTimeoutMs: 20_000, statementTimeoutMs: 20_000 };

const answers = await databaseAnswers();

describe.skipIf(!hasPostgresServer)('reads of the past from a standby', () => {
  let primary: OwnPostgres;
  let standby: OwnPostgres;
  let store: PostgresStore;
  let now: EpochMs = START;
  let areas = 0;

  beforeAll(async () => {
    primary = await OwnPostgres.make();
    store = await openPostgresStore({ connectionString: primary.url });
    await store.connections.query('create role reader login; grant select on all tables in schema public to reader');
    standby = await primary.standby();
  }, LONG);

  afterAll(async () => {
    await store?.close();
    standby?.remove();
    primary?.remove();
  });

  const onStandby = async (sql: string): Promise<unknown> => {
    const connections = openConnections({ connectionString: standby.url, ...PATIENT });
    try {
      return Object.values((await connections.query(sql))[0] ?? {})[0];
    } finally {
      await connections.end();
    }
  };
  const pause = async () => {
    await onStandby('select pg_wal_replay_pause()');
    await expect.poll(() => onStandby('select pg_get_wal_replay_pause_state()'), { timeout: LONG }).toBe('paused');
  };
  const resume = async () => {
    await onStandby('select pg_wal_replay_resume()');
    const [{ lsn } = { lsn: '' }] = await store.connections.query<{ lsn: string }>(
      'select pg_current_wal_insert_lsn() as lsn',
    );
    await expect.poll(() => onStandby(`select pg_last_wal_replay_lsn() >= '${lsn}'`), { timeout: LONG }).toBe(true);
  };

  /** A gateway that reads, and what became of each read that its replica was asked for. */
  function openGateway(of: PostgresStore = store, url = standby.url) {
    const outcomes: ReplicaOutcome[] = [];
    const reader = Object.assign(new URL(url), { username: 'reader' }).href;
    const reads = of.withReplica({
      ...PATIENT,
      connectionString: reader,
      now: () => now,
      note: (outcome) => outcomes.push(outcome),
    });
    onTestFinished(() => reads.close());
    /** Reads until the replica was asked: the first read only has the primary's state looked up. */
    const asked = async <T>(read: (from: VintageStore) => Promise<T>): Promise<T> => {
      const before = outcomes.length;
      const wasAsked = async () => {
        await read(reads);
        return outcomes.length > before;
      };
      await expect.poll(wasAsked, { timeout: LONG }).toBe(true);
      return read(reads);
    };
    return { reads, outcomes, asked };
  }

  const newArea = () => `area${areas++}`;
  const keep = (areaId: string, issuedAt = now) =>
    store.vintages.append(buildVintage({ areaId, issuedAt, availableAt: issuedAt }));
  const newestAt = (areaId: string, asOf: EpochMs) => async (from: VintageStore) =>
    (await from.newest(areaId, asOf))?.issuedAt;

  test(
    'a standby that has replayed a state of the primary answers reads of before it, with a role that only reads',
    async () => {
      const area = newArea();
      await keep(area);
      await resume();
      now += SETTLED_MS;
      const { reads, outcomes, asked } = openGateway();
      expect(await asked(newestAt(area, now - SETTLED_MS))).toBe(now - SETTLED_MS);
      expect(await reads.count(area, now - SETTLED_MS)).toBe(1);
      expect(await reads.count(area, now - SETTLED_MS - 1)).toBe(0);
      expect(await reads.newest(area, now - SETTLED_MS - 1)).toBeUndefined();
      expect(await reads.headers(area, { start: Number.NEGATIVE_INFINITY, end: now - SETTLED_MS })).toEqual([]);
      expect(new Set(outcomes)).toEqual(new Set(['answered']));
    },
    LONG,
  );

  test(
    'a standby without a run that was known long ago is passed over until it has it',
    async () => {
      const area = newArea();
      await keep(area, now - 2);
      await resume();
      await pause();
      await keep(area, now - 1);
      now += SETTLED_MS;
      const asOf = now - SETTLED_MS;
      const { outcomes, asked } = openGateway();
      expect(await asked(newestAt(area, asOf))).toBe(asOf - 1);
      expect(new Set(outcomes)).toEqual(new Set(['behind']));
      await resume();
      expect(await asked(newestAt(area, asOf))).toBe(asOf - 1);
      expect(outcomes.at(-1)).toBe('answered');
    },
    LONG,
  );

  test(
    'a run that came after the gateway looked at the primary is given for its time',
    async () => {
      const area = newArea();
      await keep(area);
      await resume();
      now += SETTLED_MS;
      const { outcomes, asked, reads } = openGateway();
      await asked(newestAt(area, now - SETTLED_MS));
      await pause();
      const before = outcomes.length;
      now += 1;
      await keep(area);
      now += 30_000;
      expect(await newestAt(area, now)(reads)).toBe(now - 30_000);
      expect(await newestAt(area, now - 30_000)(reads)).toBe(now - 30_000);
      expect(outcomes).toHaveLength(before);
      await resume();
    },
    LONG,
  );

  test(
    'with runs kept and the standby held back at random, two gateways give what the primary gives',
    async () => {
      let drawn = 7;
      const random = () => {
        drawn = (drawn * 16_807) % 2_147_483_647;
        return drawn / 2_147_483_647;
      };
      const [area, other] = [newArea(), newArea()];
      const gateways = [openGateway(), openGateway()];
      let isPaused = false;
      for (let step = 0; step < 300; step++) {
        now += Math.floor(random() * 2 * MINUTE_MS);
        if (random() < 0.3) await keep(random() < 0.5 ? area : other);
        if (random() < 0.05) {
          isPaused = !isPaused;
          await (isPaused ? pause() : resume());
        }
        const { reads } = gateways[step % 2]!;
        const asOf = now - Math.floor(random() * 3 * SETTLED_MS);
        const window = { start: asOf - SETTLED_MS, end: asOf };
        expect(await newestAt(area, asOf)(reads)).toBe(await newestAt(area, asOf)(store.vintages));
        expect(await reads.headers(area, window)).toEqual(await store.vintages.headers(area, window));
      }
      await resume();
      for (const { outcomes } of gateways) expect(new Set(outcomes)).toEqual(new Set(['answered', 'behind']));
    },
    LONG,
  );

  test(
    'while the primary is away the standby answers reads of the past',
    async () => {
      const area = newArea();
      await keep(area);
      await resume();
      now += SETTLED_MS;
      const { asked } = openGateway();
      const read = newestAt(area, now - SETTLED_MS);
      await asked(read);
      primary.stop();
      try {
        expect(await asked(read)).toBe(now - SETTLED_MS);
      } finally {
        primary.start();
      }
      await expect.poll(() => store.vintages.count(area, now).catch(() => undefined), { timeout: LONG }).toBe(1);
    },
    LONG,
  );

  // biome-ignore format: a table
  test.each([
    { name: 'the primary itself', of: () => store, url: () => primary.url, trouble: /no standby/ },
    { name: 'a server that is down', of: () => store, url: () => 'postgres://x@127.0.0.1:1/postgres', trouble: /ECONNREFUSED/ },
    { name: 'a role that may not read', of: () => store, url: () => standby.url.replace('postgres@', 'stranger@'), trouble: /permission denied/ },
    { name: 'a standby', of: () => store, url: () => standby.url, trouble: undefined },
  ])('why $name cannot answer: $trouble', async ({ of, url, trouble }) => {
    await store.connections.query("do $$ begin create role stranger login; exception when duplicate_object then null; end $$");
    await resume();
    const found = await of().replicaTrouble({ connectionString: url() });
    expect(found).toEqual(trouble && expect.stringMatching(trouble));
  }, LONG);

  test.skipIf(!answers)(
    'a standby of another server is never asked for its rows',
    async () => {
      const another = await openPostgresStore({ connectionString: TEST_DATABASE_URL, schema: 'public' });
      onTestFinished(() => another.close());
      const area = newArea();
      await keep(area);
      await resume();
      now += SETTLED_MS;
      const { asked, outcomes } = openGateway(another);
      expect(await asked(newestAt(area, now - SETTLED_MS))).toBeUndefined();
      expect(new Set(outcomes)).toEqual(new Set(['behind']));
      expect(await another.replicaTrouble({ connectionString: standby.url })).toMatch(/another server/);
    },
    LONG,
  );

  test(
    'a standby that goes away is asked once and then left alone, and the primary answers',
    async () => {
      const area = newArea();
      await keep(area);
      await resume();
      now += SETTLED_MS;
      const { asked, outcomes, reads } = openGateway();
      const read = newestAt(area, now - SETTLED_MS);
      await asked(read);
      standby.stop();
      for (let n = 0; n < 20; n++) expect(await read(reads)).toBe(now - SETTLED_MS);
      expect(outcomes.filter((outcome) => outcome === 'failed')).toHaveLength(1);
    },
    LONG,
  );
});
