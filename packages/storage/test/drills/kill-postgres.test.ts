import { describe, expect, test } from 'vitest';
import { startChild } from '../../../../tooling/testing/child.js';
import { holdsWithin } from '../../../../tooling/testing/holds-within.js';
import {
  databaseAnswers,
  emptyPostgresStore,
  freshSchema,
  TEST_DATABASE_URL,
} from '../../src/testing/test-database.js';
import { writeOf } from './append-forever.js';
import { assertAcknowledged, assertWholePrefix } from './assert-whole-prefix.js';

/** How often to kill. `STORE_KILLS=100` is the long run. */
const KILLS = Number(process.env['STORE_KILLS'] ?? 3);
const LONG = { timeout: 600_000 + KILLS * 20_000 };

// docs/faults.md: fault 1
describe.skipIf(!(await databaseAnswers()))('PostgreSQL store and kill -9', () => {
  test(`every acknowledged write outlives kill -9 of the writer, whole and once (${KILLS} kills)`, LONG, async () => {
    const schema = freshSchema();
    const store = await emptyPostgresStore({ schema });
    let next = 0;
    for (let round = 0; round < KILLS; round++) {
      const child = startChild(
        new URL('append-forever-postgres.ts', import.meta.url),
        TEST_DATABASE_URL,
        schema,
        String(next),
      );
      await child.started();
      await new Promise((resolve) => setTimeout(resolve, ((round * 37) % 101) + 3));
      const acknowledged = await child.kill();
      // The server finishes or undoes what the dead process was about before it is asked again.
      await store.connections.transaction((client) => client.query('lock table batch, vintage in exclusive mode'));

      const held = await assertWholePrefix(store);
      assertAcknowledged(acknowledged, next, held);
      if (held.issued < held.batches) await store.vintages.append(writeOf(held.issued).vintage);
      next = held.batches;
    }
    expect(next).toBeGreaterThan(0);
  });

  test('a leader that is killed makes way within a second', async () => {
    const schema = freshSchema();
    const store = await emptyPostgresStore({ schema });
    const child = startChild(new URL('lead-postgres.ts', import.meta.url), TEST_DATABASE_URL, schema);
    await child.started();
    expect(await store.withLeadership('forecast', async () => 'us')).toBeUndefined();
    await child.kill();
    const leads = async () => (await store.withLeadership('forecast', async () => 'us')) === 'us';
    expect(await holdsWithin(1_000, leads)).toBe(true);
  });
});
