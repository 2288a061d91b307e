import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newApiKey } from '@loadcast/core/quota';
import { type Access, openAccess, sha256 } from '@loadcast/gateway';
import { openQuotaJournal } from '@loadcast/storage/quota-journal';
import { controlSqlite, openSqliteStore } from '@loadcast/storage/sqlite';

/** A store with many accounts, one key each, and the gate of a gateway on top of it. */
export interface AccessWorld {
  readonly access: Access;
  readonly counters: ReturnType<typeof openQuotaJournal>;
  /** `Authorization` headers, one of each account. */
  readonly headers: readonly string[];
  /** Time from opening the store until the first key can be checked, ms. */
  readonly startedInMs: number;
  /** What the process grew by meanwhile, MB. */
  readonly startedMb: number;
  close(): Promise<void>;
}

export async function accessWorld(keys: number): Promise<AccessWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-access-'));
  const headers = await fill(dataDir, keys);
  const rssBefore = process.memoryUsage().rss;
  const startedAt = performance.now();
  const store = await openSqliteStore({ dataDir });
  const counters = openQuotaJournal(dataDir, Date.now());
  const access = await openAccess({ store: controlSqlite(store), counters });
  const startedInMs = performance.now() - startedAt;
  const startedMb = (process.memoryUsage().rss - rssBefore) / 2 ** 20;
  return {
    access,
    counters,
    headers,
    startedInMs,
    startedMb,
    async close() {
      await access.close();
      await counters.close();
      await store.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Straight into the tables: a million accounts through the store would take an hour of syncs. */
async function fill(dataDir: string, keys: number): Promise<string[]> {
  const store = await openSqliteStore({ dataDir });
  const account = store.database.prepare(
    `insert into account (id, email, plan_a, plan_b, plan_c, overrides, created_at, version)
     values (?, ?, 'team', 'trial', null, '{}', ?, 1)`,
  );
  const apiKey = store.database.prepare(
    `insert into api_key (id, account_id, sha256, last4, label, created_at, version) values (?, ?, ?, ?, 'bench', ?, 1)`,
  );
  const headers: string[] = [];
  store.database.exec('begin');
  for (let n = 0; n < keys; n += 1) {
    const key = newApiKey((count) => crypto.getRandomValues(new Uint8Array(count)));
    const id = n.toString(36).padStart(16, '0');
    account.run(`acc_${id}`, `${id}@example.org`, n);
    apiKey.run(`key_${id}`, `acc_${id}`, sha256(key), key.slice(-4), n);
    headers.push(`Bearer ${key}`);
  }
  store.database.exec('commit');
  await store.close();
  return headers;
}
