import { existsSync } from 'node:fs';
import { AskedThread, openThread } from '@loadcast/service/threads';
import { hash, type Options, verify } from '@node-rs/argon2';

export type HashingOrder =
  | { readonly type: 'hash'; readonly password: string; readonly cost: Options }
  | { readonly type: 'verify'; readonly password: string; readonly passwordHash: string };

export interface Hasher {
  hash(password: string, cost: Options): Promise<string>;
  verify(passwordHash: string, password: string): Promise<boolean>;
}

/** The compiled worker, beside this file; absent when running from source. */
const WORKER_FILE = new URL('./hash-worker.js', import.meta.url);

/**
 * Hashes in threads of low priority where the compiled worker is there, else in libuv's threads, which have the same
 * priority as answers.
 */
export const HASHER: Hasher = existsSync(WORKER_FILE) ? threadedHasher(WORKER_FILE) : { hash, verify };

/** The memory of a thread is free again between sign-ins. */
const IDLE_MS = 60_000;

/**
 * Hashes in threads of their own: as many as there are hashes at once, which the caller bounds. A thread that ends is replaced, and
 * an idle one keeps no process open.
 *
 * @param file what the threads run
 */
export function threadedHasher(file: URL): Hasher {
  const idle = new Set<AskedThread<HashingOrder>>();

  async function ask(order: HashingOrder): Promise<unknown> {
    const [thread = new AskedThread<HashingOrder>({ open: () => openThread(file), idleMs: IDLE_MS })] = idle;
    idle.delete(thread);
    try {
      return await thread.ask(order);
    } finally {
      idle.add(thread);
    }
  }

  return {
    hash: async (password, cost) => String(await ask({ type: 'hash', password, cost })),
    verify: async (passwordHash, password) => (await ask({ type: 'verify', password, passwordHash })) === true,
  };
}
