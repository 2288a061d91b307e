import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databaseAnswers, emptyPostgresStore, freshSchema, TEST_DATABASE_URL } from '../src/testing/test-database.js';
import { writeOf } from './drills/append-forever.js';
import { startFreezableProxy } from './freezable-proxy.js';

const TIMES = { heartbeatMs: 100, answerWithinMs: 2_000, idleLimitMs: 4_000 };

/** Two stores of one schema, the first behind a proxy that can freeze. */
async function twoGateways() {
  const schema = freshSchema();
  const url = new URL(TEST_DATABASE_URL);
  const proxy = await startFreezableProxy(url.hostname, Number(url.port || 5432));
  onTestFinished(() => proxy.close());
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  const behind = await emptyPostgresStore({
    schema,
    connectionString: url.href,
    leadership: TIMES,
    statementTimeoutMs: 1_000,
  });
  const direct = await emptyPostgresStore({ schema, leadership: TIMES });
  return { proxy, behind, direct };
}

/** Tries to become the leader until it succeeds. */
async function lead<T>(store: Awaited<ReturnType<typeof emptyPostgresStore>>, work: () => Promise<T>): Promise<T> {
  for (;;) {
    let result: { readonly value: T } | undefined;
    await store.withLeadership('forecaster', async () => {
      result = { value: await work() };
    });
    if (result) return result.value;
    await sleep(100);
  }
}

/** Writes until the reply no longer comes from a connection that died in the freeze, and checks that the fence refuses it. */
async function refused(write: () => Promise<unknown>): Promise<void> {
  for (;;) {
    const error: unknown = await write().then(
      () => 'written',
      (thrown: unknown) => thrown,
    );
    const isDeadConnection = error instanceof Error && /does not answer/.test(error.message);
    if (isDeadConnection) continue;
    expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining('another process leads') });
    return;
  }
}

describe.skipIf(!(await databaseAnswers()))('a database that stops replying', () => {
  test.each([
    { name: 'whose server keeps the connection open', dropsUpstream: false },
    { name: 'whose server has dropped the connection', dropsUpstream: true },
  ])('$name: the leader stops, another leads, and the old leader can write nothing', async ({ dropsUpstream }) => {
    const { proxy, behind, direct } = await twoGateways();
    const write = writeOf(0);
    const reason = await behind.withLeadership('forecaster', async (lost) => {
      await behind.vintages.append(write.vintage);
      const stopped = new Promise((resolve) => lost.addEventListener('abort', resolve, { once: true }));
      proxy.freeze();
      if (dropsUpstream) proxy.dropUpstream();
      await stopped;
      return lost.reason;
    });
    expect(reason).toBeInstanceOf(Error);
    const next = writeOf(1);
    expect(await lead(direct, () => direct.vintages.append(next.vintage))).toBe(true);

    proxy.thaw();
    await refused(() => behind.vintages.append(writeOf(2).vintage));
    await refused(() => behind.actuals.append(writeOf(2).batch));
    expect(await direct.vintages.count(write.vintage.areaId, Number.POSITIVE_INFINITY)).toBe(2);
  });

  test('a leader that ended in order may write what needs no leader while another leads', async () => {
    const schema = freshSchema();
    const [one, two] = [await emptyPostgresStore({ schema }), await emptyPostgresStore({ schema })];
    await one.withLeadership('forecaster', async () => undefined);
    await lead(two, async () => expect(await one.vintages.append(writeOf(0).vintage)).toBe(true));
  });
});
