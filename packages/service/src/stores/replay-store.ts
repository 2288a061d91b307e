import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite, type Store } from '../wiring/store.js';

/**
 * The store of a replay: accounts and data come from a store; events and webhooks are its own, in a temporary folder
 * that is removed when it is closed. Followers of the store get no events of the past, and its webhooks are not called.
 */
export async function replayStore(store: Store): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'loadcast-replay-'));
  const own = await openSqlite(folder, 'writer');
  return {
    ...store,
    eventLog: own.eventLog,
    webhooks: own.webhooks,
    async close() {
      await own.close();
      rmSync(folder, { recursive: true, force: true });
      await store.close();
    },
  };
}
