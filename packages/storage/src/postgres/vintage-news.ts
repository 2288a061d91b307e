import type pg from 'pg';
import type { VintageListener } from '../processes.js';
import type { Connections } from './connections.js';

export interface VintageNews {
  /** Calls `listener` for every vintage kept by any process, soon after. Gives what ends it. */
  onVintage(listener: VintageListener): () => void;
  close(): Promise<void>;
}

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;

/**
 * Listens for vintages that other processes keep. Connects with the first listener; a broken connection is opened
 * again, and listeners are then called with undefined: they may have missed something.
 */
export function vintageNews(connections: Connections, channel: string): VintageNews {
  const listeners = new Set<VintageListener>();
  const notify = (areaId: string | undefined): void => {
    for (const listener of listeners) listener(areaId);
  };
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;
  let isStarted = false;

  const listen = async (retryMs: number): Promise<void> => {
    const again = (): void => {
      client = undefined;
      if (isClosed || retry) return;
      retry = setTimeout(() => {
        retry = undefined;
        void listen(Math.min(2 * retryMs, LAST_RETRY_MS));
      }, retryMs);
      retry.unref();
    };
    try {
      const connected = await connections.dedicated();
      client = connected;
      connected.on('error', again);
      connected.on('end', again);
      connected.on('notification', ({ payload }) => notify(payload));
      await connected.query(`listen "${channel}"`);
      if (isClosed) return await connected.end();
      retryMs = FIRST_RETRY_MS;
      notify(undefined);
    } catch {
      again();
    }
  };

  return {
    onVintage(listener) {
      listeners.add(listener);
      if (!isStarted) {
        isStarted = true;
        void listen(FIRST_RETRY_MS);
      }
      return () => listeners.delete(listener);
    },
    async close() {
      isClosed = true;
      clearTimeout(retry);
      listeners.clear();
      await client?.end().catch(() => {});
    },
  };
}
