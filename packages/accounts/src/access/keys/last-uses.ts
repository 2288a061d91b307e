import type { EpochMs, KeyStore } from '@loadcast/core';
import { withTimeout } from './with-timeout.js';

/** When keys were last used, collected and written to the store in batches. */
export interface LastUses {
  note(keyId: string, now: EpochMs): void;
  /** Writes the collected times. Never throws: a time that is not written is replaced by the next use's. */
  write(): Promise<void>;
}

export function createLastUses(store: Pick<KeyStore, 'touchKeys'>): LastUses {
  const uses = new Map<string, EpochMs>();
  return {
    note: (keyId, now) => void uses.set(keyId, now),
    async write() {
      if (uses.size === 0) return;
      const batch = new Map(uses);
      uses.clear();
      await withTimeout(store.touchKeys(batch)).catch(() => {});
    },
  };
}
