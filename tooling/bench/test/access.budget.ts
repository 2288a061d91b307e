import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTRACT_AREAS } from '@loadcast/core';
import { newApiKey } from '@loadcast/core/quota';
import { openAccess, sha256 } from '@loadcast/gateway';
import { openQuotaJournal } from '@loadcast/storage/quota-journal';
import { openSqliteStore } from '@loadcast/storage/sqlite';
import { expect, onTestFinished, test } from 'vitest';

/** Keys in the store. `ACCESS_KEYS=1000000` is the long run. */
const KEYS = Number(process.env['ACCESS_KEYS'] ?? 100_000);
const START_MS = 5_000;
const MEMORY_MB = 500;

/** Straight into the tables: a million accounts through the store would take an hour of syncs. @returns a key */
async function fill(dataDir: string): Promise<string> {
  const store = await openSqliteStore({ dataDir });
  const account = store.database.prepare(
    `insert into account (id, email, plan_a, plan_b, plan_c, overrides, created_at, version)
     values (?, ?, 'team', 'trial', null, '{}', ?, 1)`,
  );
  const apiKey = store.database.prepare(
    `insert into api_key (id, account_id, sha256, last4, label, created_at, version) values (?, ?, ?, ?, 'bench', ?, 1)`,
  );
  let key = '';
  store.database.exec('begin');
  for (let n = 0; n < KEYS; n += 1) {
    key = newApiKey((count) => crypto.getRandomValues(new Uint8Array(count)));
    const id = n.toString(36).padStart(16, '0');
    account.run(`acc_${id}`, `${id}@example.org`, n);
    apiKey.run(`key_${id}`, `acc_${id}`, sha256(key), key.slice(-4), n);
  }
  store.database.exec('commit');
  await store.close();
  return key;
}

// docs/faults.md: fault 45
test(`with ${KEYS} keys in the store the first key is checked within ${START_MS} ms and ${MEMORY_MB} MB`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-access-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const key = await fill(dataDir);
  const rssBefore = process.memoryUsage().rss;
  const startedAt = performance.now();
  const store = await openSqliteStore({ dataDir });
  const counters = openQuotaJournal(dataDir, Date.now());
  const access = await openAccess({ store: store.control, counters, areas: () => CONTRACT_AREAS });
  await access.authenticate(`Bearer ${key}`, 'a', Date.now());
  const startedInMs = performance.now() - startedAt;
  const startedMb = (process.memoryUsage().rss - rssBefore) / 2 ** 20;
  console.info(`${KEYS} keys: started in ${startedInMs.toFixed(0)} ms and ${startedMb.toFixed(0)} MB`);
  for (const part of [access, counters, store]) await part.close();
  expect(startedMb).toBeLessThan(MEMORY_MB);
  expect(startedInMs).toBeLessThan(START_MS);
}, 600_000);
