import { randomBytes } from 'node:crypto';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { type Access, createAccount, issueKey, openAccess } from '@loadcast/accounts';
import { CONTRACT_AREAS, type ControlStore } from '@loadcast/core';
import { newApiKey } from '@loadcast/core/quota';
import { openPostgresStore, type PostgresStore } from '@loadcast/storage/postgres';
import { openRedisQuota, type RedisQuotaCounters } from '@loadcast/storage/redis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holdsWithin } from '../../../tooling/testing/holds-within.js';

const DATABASE = new URL(process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test');
const REDIS = new URL(process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379');

const answers = (url: URL, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(Number(url.port || port), url.hostname);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.unref();
  });
const isUp = (await answers(DATABASE, 5432)) && (await answers(REDIS, 6379));
if (!isUp && process.env['LOADCAST_REQUIRE_SERVICES'] === '1') throw new Error('PostgreSQL and Redis are needed');

/** A wire to PostgreSQL that can be cut, or carry nothing. */
class Wire {
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  isCut = false;

  async open(): Promise<string> {
    const server = createServer((client) => {
      if (this.isCut) return client.destroy();
      const upstream = connect(Number(DATABASE.port || 5432), DATABASE.hostname);
      for (const socket of [client, upstream]) {
        this.#sockets.add(socket);
        socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket));
      }
      client.pipe(upstream).pipe(client);
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const url = new URL(DATABASE);
    url.hostname = '127.0.0.1';
    url.port = String(address && typeof address === 'object' ? address.port : 0);
    return url.href;
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.cut();
    this.#server?.close();
  }
}

describe.skipIf(!isUp)('two gateways on one PostgreSQL and one Redis', () => {
  const schema = `access_${process.pid}_${Date.now()}`;
  const prefix = `access:${randomBytes(6).toString('hex')}:`;
  const wire = new Wire();
  const stores: PostgresStore[] = [];
  const counters: RedisQuotaCounters[] = [];
  const gates: Access[] = [];
  let operator: ControlStore;

  beforeAll(async () => {
    for (const connectionString of [DATABASE.href, DATABASE.href, await wire.open()]) {
      stores.push(await openPostgresStore({ connectionString, schema, poolSize: 4 }));
    }
    operator = stores[0]!.control;
    for (const store of stores.slice(1)) {
      const shared = await openRedisQuota({ url: REDIS.href, prefix, replyMs: 2_000 });
      counters.push(shared);
      gates.push(await openAccess({ areas: () => CONTRACT_AREAS, store: store.control, counters: shared }));
    }
  });
  afterAll(async () => {
    wire.close();
    await Promise.all([...gates, ...counters].map((open) => open.close()));
    await stores[0]?.connections.query(`drop schema ${schema} cascade`);
    await Promise.all(stores.map((store) => store.close()));
    await removeKeys(prefix);
  });

  const newKey = async () => {
    const account = await createAccount(
      operator,
      { email: `u${randomBytes(4).toString('hex')}@example.org` },
      Date.now(),
    );
    return { account: account!, ...(await issueKey(operator, account!, {}, Date.now())) };
  };
  const codeAt = async (gate: Access, key: string) => {
    try {
      return (await gate.authenticate(`Bearer ${key}`, 'a', Date.now())).plan.id;
    } catch (error) {
      return error instanceof Error && 'code' in error ? error.code : error;
    }
  };

  // docs/faults.md: fault 87
  test('a key revoked by the operator is dead on both within a second', async () => {
    const { account, key, record } = await newKey();
    for (const gate of gates) expect(await codeAt(gate, key)).toBe('free');
    await operator.revokeKey(account.id, record.id, Date.now());
    const isDeadAt = (gate: Access) => holdsWithin(1_000, async () => (await codeAt(gate, key)) === 'invalid_key');
    expect(await Promise.all(gates.map(isDeadAt))).toEqual([true, true]);
  });

  // docs/faults.md: fault 31
  test('1,000 requests at once on both, limit 100: exactly 100 are admitted', async () => {
    const { key } = await newKey();
    const admit = async (n: number) => {
      const gate = gates[n % 2]!;
      const principal = await gate.authenticate(`Bearer ${key}`, 'a', Date.now());
      return (await gate.admit(principal, [], Date.now())).allowed;
    };
    const outcomes = await Promise.all(Array.from({ length: 1_000 }, (_, n) => admit(n)));
    expect(outcomes.filter(Boolean)).toHaveLength(100);
  });

  // docs/faults.md: fault 46
  test('without its database a gateway knows the keys it has seen, calls others unavailable, and comes back', async () => {
    const gate = gates[1]!;
    const seen = await newKey();
    const other = await newKey();
    expect(await codeAt(gate, seen.key)).toBe('free');
    wire.cut();
    expect(await codeAt(gate, seen.key)).toBe('free');
    const startedAt = performance.now();
    expect(await codeAt(gate, other.key)).toBe('unavailable');
    expect(
      await codeAt(
        gate,
        newApiKey((count) => randomBytes(count)),
      ),
    ).toBe('unavailable');
    expect(performance.now() - startedAt).toBeLessThan(60_000);
    await operator.revokeKey(seen.account.id, seen.record.id, Date.now());
    wire.isCut = false;
    await expect.poll(() => codeAt(gate, seen.key), { timeout: 60_000 }).toBe('invalid_key');
    expect(await codeAt(gate, other.key)).toBe('free');
  });
});

/** The gateway has no Redis client of its own: one inline command does. */
function removeKeys(prefix: string): Promise<void> {
  const script = "for _, k in ipairs(redis.call('keys', ARGV[1])) do redis.call('del', k) end";
  return new Promise((resolve) => {
    const socket = connect(Number(REDIS.port || 6379), REDIS.hostname);
    socket.once('data', () => socket.end()).once('close', () => resolve());
    socket.write(`EVAL "${script}" 0 ${prefix}*\r\n`);
  });
}
