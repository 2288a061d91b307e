import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { hash, type Options, verify } from '@node-rs/argon2';

/** What a hashing thread is asked. */
export type HashingOrder =
  | { readonly type: 'hash'; readonly password: string; readonly cost: Options }
  | { readonly type: 'verify'; readonly password: string; readonly passwordHash: string };

/** The reply: the hash, or whether it matches. */
export type HashingReply = { readonly outcome: string | boolean } | { readonly failure: string };

/** Argon2, wherever it is computed. */
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

/**
 * Hashes in threads of their own: as many as there are hashes at once, which the caller bounds. A thread that ends is replaced, and
 * an idle one keeps no process open.
 *
 * @param file what the threads run
 */
export function threadedHasher(file: URL): Hasher {
  const idle = new Set<Thread>();

  async function ask(order: HashingOrder): Promise<string | boolean> {
    const [free] = idle;
    const thread = free ?? startThread(file, (ended) => idle.delete(ended));
    idle.delete(thread);
    const reply = await thread.ask(order);
    idle.add(thread);
    if ('failure' in reply) throw new Error(reply.failure);
    return reply.outcome;
  }

  return {
    hash: async (password, cost) => String(await ask({ type: 'hash', password, cost })),
    verify: async (passwordHash, password) => (await ask({ type: 'verify', password, passwordHash })) === true,
  };
}

interface Thread {
  /** One order at a time. @throws {Error} the thread has ended */
  ask(order: HashingOrder): Promise<HashingReply>;
}

function startThread(file: URL, ended: (thread: Thread) => void): Thread {
  // Tracking closes, at the thread's end, the numbers of files it once had open: by then they may be ours.
  const worker = new Worker(file, { trackUnmanagedFds: false });
  let waiting: { resolve(reply: HashingReply): void; reject(error: Error): void } | undefined;
  const thread: Thread = {
    ask(order) {
      worker.ref();
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        worker.postMessage(order);
      });
    },
  };
  const end = (cause: unknown): void => {
    ended(thread);
    waiting?.reject(new Error('the hashing thread ended', { cause }));
  };
  worker.on('message', (reply: HashingReply) => {
    worker.unref();
    waiting?.resolve(reply);
  });
  worker.on('error', end);
  worker.on('exit', end);
  return thread;
}
