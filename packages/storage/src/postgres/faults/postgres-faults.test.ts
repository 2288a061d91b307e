import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { buildBatch, buildBlock, buildVintage } from '@loadcast/core/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { holdsWithin } from '../../../../../tooling/testing/holds-within.js';
import { hasPostgresServer, OwnPostgres } from '../../../../../tooling/testing/own-postgres.js';
import { canMountDisks, mountDisk } from '../../../../../tooling/testing/tiny-disk.js';
import type { Migration } from '../../migrations/migration.js';
import { databaseAnswers, emptyPostgresStore, freshSchema, TEST_DATABASE_URL } from '../../testing/test-database.js';
import { openConnections } from '../connections.js';
import { migrate } from '../migrate.js';
import { openPostgresStore } from '../postgres-store.js';

const UNAVAILABLE = { code: 'unavailable', details: { retryAfterSeconds: expect.any(Number) } };

/** A port before a server that passes nothing on while it is frozen. */
async function freezableFront({ hostname, port }: URL) {
  let isFrozen = false;
  let opened = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    if (isFrozen) opened += 1;
    const behind = connect({ host: hostname, port: Number(port) || 5432 });
    for (const [from, to] of [
      [client, behind],
      [behind, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
      from.on('close', () => sockets.delete(from));
      from.on('data', (bytes) => to.write(bytes));
      if (isFrozen) from.pause();
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    freeze(to: boolean) {
      isFrozen = to;
      for (const socket of sockets)
        if (to) socket.pause();
        else socket.resume();
    },
    openedWhileFrozen: () => opened,
  };
}

describe('PostgreSQL that does not answer', () => {
  test('a refused connection is reported at once', async () => {
    const connectionString = 'postgres://loadcast@127.0.0.1:1/none';
    await expect(openPostgresStore({ connectionString })).rejects.toMatchObject(UNAVAILABLE);
  });

  test('a server that accepts and says nothing is given up after the connect timeout', async () => {
    const mute = createServer(() => {});
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void mute.close());
    const address = mute.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const begun = performance.now();
    const opening = openPostgresStore({
      connectionString: `postgres://loadcast@127.0.0.1:${port}/none`,
      connectTimeoutMs: 150,
    });
    await expect(opening).rejects.toMatchObject(UNAVAILABLE);
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
});

describe.skipIf(!(await databaseAnswers()))('PostgreSQL store', () => {
  test('a statement that takes too long is ended, and the connection serves the next', async () => {
    const store = await emptyPostgresStore({ statementTimeoutMs: 2_000 });
    await expect(store.connections.query('select pg_sleep(30)')).rejects.toMatchObject(UNAVAILABLE);
    expect(await store.vintages.count('caiso', Infinity)).toBe(0);
  });

  test('once a frozen server has let a caller wait, others are refused at once, until it answers again', async () => {
    const connectTimeoutMs = 1_000;
    const front = await freezableFront(new URL(TEST_DATABASE_URL));
    const connectionString = Object.assign(new URL(TEST_DATABASE_URL), { host: `127.0.0.1:${front.port}` }).href;
    const connections = openConnections({ connectionString, connectTimeoutMs, statementTimeoutMs: 1_000 });
    onTestFinished(() => connections.end());
    const ask = () => connections.query('select 1 as one');
    expect(await ask()).toEqual([{ one: 1 }]);
    front.freeze(true);
    const refusal = async (): Promise<number> => {
      const began = performance.now();
      await expect(ask()).rejects.toMatchObject(UNAVAILABLE);
      return performance.now() - began;
    };
    await refusal();
    await expect.poll(refusal, { timeout: 60_000, interval: 0 }).toBeLessThan(connectTimeoutMs / 4);
    const opened = front.openedWhileFrozen();
    await Promise.all(Array.from({ length: 500 }, refusal));
    expect(front.openedWhileFrozen() - opened).toBeLessThan(100);
    front.freeze(false);
    await expect.poll(() => ask().catch(() => []), { timeout: 60_000 }).toEqual([{ one: 1 }]);
  });

  // docs/faults.md: fault 47
  test('with every connection taken a caller waits for the connect timeout, and a crowd is refused at once', async () => {
    const store = await emptyPostgresStore({ poolSize: 1, connectTimeoutMs: 3_000 });
    let release = (): void => {};
    const busy = store.connections.transaction(() => new Promise<void>((resolve) => (release = resolve)));
    let waitingIsOver = false;
    setTimeout(() => (waitingIsOver = true), 2_500);
    const callers = Array.from({ length: 20 }, () =>
      store.vintages.count('caiso', Infinity).then(
        () => 'counted',
        (error) => {
          expect(error).toMatchObject(UNAVAILABLE);
          return waitingIsOver ? 'refused after waiting' : 'refused at once';
        },
      ),
    );
    // All are answered while the connection is still taken.
    const answers = await Promise.all(callers);
    expect(answers).not.toContain('counted');
    expect(answers.filter((answer) => answer === 'refused at once').length).toBeGreaterThanOrEqual(10);
    release();
    await busy;
    expect(await store.vintages.count('caiso', Infinity)).toBe(0);
  });

  // docs/faults.md: fault 3
  test.skipIf(!canMountDisks || !hasPostgresServer)(
    'a write that finds no room on the disk is unavailable and noted, reads go on, until there is room again',
    async () => {
      const disk = mountDisk(4);
      onTestFinished(() => disk.remove());
      // A server of its own: one whose tablespace is gone, as after a test that was killed, does not start again.
      const own = await OwnPostgres.make();
      onTestFinished(() => own.remove());
      const place = join(disk.folder, 'space');
      mkdirSync(place);
      for (const folder of [disk.folder, place]) spawnSync('chown', ['postgres:', folder]);
      const store = await emptyPostgresStore({ connectionString: own.url, schema: 'full_disk' });
      await store.connections.query(`create tablespace tiny location '${place}'`);
      await store.vintages.append(buildVintage({ issuedAt: 500 * 3_600_000 }));
      await store.connections.query('alter table vintage_1970_01 set tablespace tiny');
      disk.fill();
      const hours = Array.from({ length: 400 }, (_, i) => buildVintage({ issuedAt: (i + 1) * 3_600_000 }));
      await expect(store.contents.addVintages(hours)).rejects.toMatchObject(UNAVAILABLE);
      expect(store.shortage()?.message).toMatch(/No space left on device/);
      expect(await store.vintages.count('caiso', Infinity)).toBe(1);
      disk.free();
      await store.vintages.append(buildVintage({ issuedAt: 7 * 3_600_000 }));
      expect(store.shortage()).toBeUndefined();
    },
  );

  test('connections that the server ends are replaced', async () => {
    const store = await emptyPostgresStore();
    const other = await emptyPostgresStore();
    await store.vintages.append(buildVintage());
    const pids = await store.connections.query<{ pid: number }>('select pg_backend_pid() as pid');
    await other.connections.query('select pg_terminate_backend($1)', [pids[0]?.pid]);
    const counts: (number | string)[] = [];
    for (let i = 0; i < 3; i++) {
      counts.push(
        await store.vintages.count('caiso', Infinity).catch((error: unknown) => {
          expect(error).toMatchObject(UNAVAILABLE);
          return 'unavailable';
        }),
      );
    }
    expect(counts.at(-1)).toBe(1);
  });

  test('two processes that append one series at the same time keep every block', async () => {
    const schema = freshSchema();
    const stores = [await emptyPostgresStore({ schema }), await emptyPostgresStore({ schema })];
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        stores[i % 2]!.actuals.append(
          buildBatch([
            buildBlock('2026-01-01T00:00Z', [i], { known: { kind: 'at', at: Date.parse('2026-01-02') + i } }),
          ]),
        ),
      ),
    );
    const { values, replaced } = await stores[0]!.actuals.read({ series: 'CISO', measure: 'demand' });
    expect([values[0], replaced.get(0)?.length]).toEqual([19, 19]);
  });

  test('a damaged payload, a changed column and a lost block are found', async () => {
    const store = await emptyPostgresStore();
    const key = { series: 'CISO', measure: 'demand' } as const;
    await store.vintages.append(buildVintage());
    for (const mw of [1, 2]) await store.actuals.append(buildBatch([buildBlock('2026-01-01T00:00Z', [mw])]));

    await store.connections.query('update vintage set payload = set_byte(payload, 5, get_byte(payload, 5) # 4)');
    await expect(store.vintages.newest('caiso', Infinity)).rejects.toMatchObject({ fault: 'corrupt' });
    await store.connections.query("update vintage set model = 'other'");
    await expect(store.vintages.headers('caiso', { start: 0, end: Infinity })).rejects.toMatchObject({
      fault: 'corrupt',
    });
    await store.connections.query('delete from observation_block where seq = 2');
    await expect(store.actuals.read(key)).rejects.toMatchObject({ fault: 'corrupt' });
  });
});

describe.skipIf(!(await databaseAnswers()))('PostgreSQL migrations', () => {
  const step = (version: number, postgres: string): Migration => ({
    version,
    name: `s${version}`,
    sqlite: '',
    postgres,
  });

  test('gateways that start together on an empty database all succeed', async () => {
    const schema = freshSchema();
    const stores = await Promise.all(Array.from({ length: 4 }, () => emptyPostgresStore({ schema })));
    const formats = await stores[0]!.connections.query<{ version: number }>('select version from loadcast_format');
    expect(formats.map(({ version }) => version)).toEqual(formats.map((_, i) => i + 1));
  });

  test('a newer format is refused, with what to do', async () => {
    const schema = freshSchema();
    const store = await emptyPostgresStore({ schema });
    await store.connections.query("insert into loadcast_format values (999, 'the future')");
    const opening = openPostgresStore({ connectionString: TEST_DATABASE_URL, schema });
    await expect(opening).rejects.toMatchObject({ fault: 'newer_format', message: expect.stringContaining('upgrade') });
  });

  // docs/faults.md: fault 28
  test('a step that fails in its middle leaves the format before it, whole', async () => {
    const store = await emptyPostgresStore();
    const [{ version } = { version: 0 }] = await store.connections.query<{ version: number }>(
      'select max(version) as version from loadcast_format',
    );
    const before = Array.from({ length: version }, (_, i) => step(i + 1, ''));
    const failing = [...before, step(version + 1, 'create table half (a int); insert into nowhere values (1)')];
    await expect(migrate(store.connections, failing)).rejects.toThrow('nowhere');
    const tables = await store.connections.query(
      "select 1 from pg_tables where tablename = 'half' and schemaname = current_schema",
    );
    expect(tables).toEqual([]);
    await migrate(store.connections, [...before, step(version + 1, 'create table half (a int)')]);
    expect(
      await store.connections.query('select 1 from loadcast_format where version = $1', [version + 1]),
    ).toHaveLength(1);
  });
});

describe.skipIf(!(await databaseAnswers()))('several gateways on one PostgreSQL', () => {
  test('a vintage that one keeps reaches the others within two seconds, its area with it', async () => {
    const schema = freshSchema();
    const [writer, reader] = [await emptyPostgresStore({ schema }), await emptyPostgresStore({ schema })];
    const notified: (string | undefined)[] = [];
    await new Promise<void>((resolve) => {
      reader.onVintage((areaId) => {
        notified.push(areaId);
        resolve();
      });
    });
    await writer.vintages.append(buildVintage({ areaId: 'pjm' }));
    expect(await holdsWithin(2_000, () => notified.length > 1)).toBe(true);
    await writer.vintages.append(buildVintage({ areaId: 'pjm' }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(notified).toEqual([undefined, 'pjm']);
  });

  test('a listener whose connection breaks is called with undefined, and then with new vintages', async () => {
    const schema = freshSchema();
    const [writer, reader] = [await emptyPostgresStore({ schema }), await emptyPostgresStore({ schema })];
    const notified: (string | undefined)[] = [];
    const until = async (length: number): Promise<void> => {
      while (notified.length < length) await new Promise((resolve) => setTimeout(resolve, 10));
    };
    reader.onVintage((areaId) => notified.push(areaId));
    await until(1);
    await writer.connections.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen \"loadcast_vintage_' || $1 || '\"'",
      [schema],
    );
    await until(2);
    // On a slow machine the new connection may break once more, which gives one more undefined.
    let appended = 0;
    const isNotified = async () => {
      appended += 1;
      await writer.vintages.append(buildVintage({ areaId: 'miso', issuedAt: Date.UTC(2026, 6, 1, 16, appended) }));
      return notified.includes('miso');
    };
    await expect.poll(isNotified, { timeout: 60_000, interval: 200 }).toBe(true);
    expect(new Set(notified)).toEqual(new Set([undefined, 'miso']));
  });

  test('of two that would lead at the same time one does, and the other may afterwards', async () => {
    const schema = freshSchema();
    const [one, two] = [await emptyPostgresStore({ schema }), await emptyPostgresStore({ schema })];
    let finish = () => {};
    const leading = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let hasStarted = () => {};
    const started = new Promise<void>((resolve) => {
      hasStarted = resolve;
    });
    const first = one.withLeadership('forecast', async () => {
      hasStarted();
      await leading;
      return 'one';
    });
    await started;
    expect(await two.withLeadership('forecast', async () => 'two')).toBeUndefined();
    expect(await two.withLeadership('ingest', async () => 'two')).toBe('two');
    finish();
    expect(await first).toBe('one');
    expect(await two.withLeadership('forecast', async () => 'two')).toBe('two');
  });

  // docs/faults.md: fault 111
  test('a leader whose connection breaks is aborted, and another leads', async () => {
    const schema = freshSchema();
    const [one, two] = [await emptyPostgresStore({ schema }), await emptyPostgresStore({ schema })];
    const outcome = await one.withLeadership('forecast', async (signal) => {
      const lost = new Promise((resolve) => signal.addEventListener('abort', resolve));
      await two.connections.query(
        `select pg_terminate_backend(pid) from pg_locks
         where locktype = 'advisory' and objid = ((hashtext(current_schema)::bigint + 4294967296) % 4294967296)::oid`,
      );
      await lost;
      return two.withLeadership('forecast', async () => 'two leads');
    });
    expect(outcome).toBe('two leads');
  });

  test('work that throws gives the lead back', async () => {
    const store = await emptyPostgresStore();
    const failing = store.withLeadership('forecast', async () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await store.withLeadership('forecast', async () => 'next')).toBe('next');
  });
});
