import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, type EpochMs } from '@loadcast/core';
import { recordedSource } from '../recorded/recorded-source.js';
import { ACTUALS_OF, claimActuals } from '../wiring/actuals-source.js';
import { fillWithDemoHistory } from '../wiring/demo-history.js';
import { openSqlite, type Store, type StoreSettings } from '../wiring/store.js';

/** So much of the record lies ahead of a replay's clock: it runs for days at any speed. */
const RECORD_AHEAD_MS = 366 * DAY_MS;

const FACT = 'replayed_from';

/** When the replay of the record began that a store keeps the accounts of; undefined where there was none. */
export const replayedFrom = (meta: Pick<Store['meta'], 'get'>): Promise<string | undefined> => meta.get(FACT);

export interface ReplayStore {
  readonly store: Store;
  readonly settings: StoreSettings;
}

/**
 * The store of a replay: accounts come from a store; events and webhooks are its own, in a temporary folder that is
 * removed when it is closed. Followers of the store get no events of the past, and its webhooks are not called.
 *
 * @param settings where the store is
 * @param recordFrom given: load is of the record around this instant, and its own too
 */
export async function openReplayStore(
  store: Store,
  settings: StoreSettings,
  recordFrom: EpochMs | undefined,
): Promise<ReplayStore> {
  const folder = mkdtempSync(join(tmpdir(), 'loadcast-replay-'));
  const own = await openSqlite(folder, 'writer');
  const { eventLog, webhooks, actuals, weather, meta, polls, engine, place } = own;
  if (recordFrom !== undefined) {
    await store.meta.set(FACT, new Date(recordFrom).toISOString());
    await claimActuals(meta, ACTUALS_OF.recorded, place);
    await fillWithDemoHistory(actuals, recordedSource(store.areas()), recordFrom, recordFrom + RECORD_AHEAD_MS);
  }
  const load = recordFrom === undefined ? {} : { actuals, weather, meta, polls, engine, place };
  return {
    store: {
      ...store,
      ...load,
      eventLog,
      webhooks,
      async close() {
        await own.close();
        rmSync(folder, { recursive: true, force: true });
        await store.close();
      },
    },
    settings: recordFrom === undefined ? settings : { LOADCAST_DATA_DIR: folder, DATABASE_URL: undefined },
  };
}
