import { Redis } from 'ioredis';
import type { Script } from './script.js';

/** A connection without traffic for this long is replaced. */
const SILENCE_MS = 5_000;

export interface LinkOptions {
  readonly url: string;
  readonly replyMs: number;
  readonly onReady: () => void;
  readonly onClose: () => void;
}

/** One connection to Redis that never queues and never sends twice: what cannot be sent now fails now. */
export class RedisLink {
  readonly #redis: Redis;
  readonly #replyMs: number;
  #heardAt = performance.now();
  /** Why there is no connection of use, in Redis's own words where it has some. */
  #fault: string | undefined;
  /** What Redis refused while it was connected to: the client is ready without the database that it asked for. */
  #refusal: string | undefined;
  /** Grows with each connection: counts may have gone back in between. */
  connections = 0;

  constructor({ url, replyMs, onReady, onClose }: LinkOptions) {
    this.#replyMs = replyMs;
    this.#redis = new Redis(url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout: 1_000,
      retryStrategy: (attempt) => Math.min(50 * attempt, 500),
      connectionName: 'loadcast-quota',
    });
    this.#redis.on('connect', () => {
      this.#refusal = undefined;
    });
    this.#redis.on('ready', () => {
      if (this.#refusal !== undefined) return;
      this.#fault = undefined;
      this.connections += 1;
      this.noteReply();
      onReady();
    });
    this.#redis.on('close', onClose);
    this.#redis.on('error', (error: Error & { readonly code?: string }) => {
      // A code has no address in it; what Redis answers has no credentials.
      this.#fault = error.code ?? error.message;
      if (isRefusal(error.message)) this.#refusal = error.message;
    });
  }

  /** Tries once; it reconnects by itself afterwards. */
  async connect(): Promise<void> {
    await this.#redis.connect().catch(() => {});
  }

  /** Why a command failed: for want of a connection, by what the connection met. */
  reasonOf(error: unknown): string {
    return this.#fault ?? describeError(error);
  }

  /** @throws {Error} Redis refused the connection */
  #usable(): Redis {
    if (this.#refusal !== undefined) throw new Error(this.#refusal);
    return this.#redis;
  }

  /** Runs a script by its digest, or whole where Redis does not know it yet. */
  async run({ lua, sha1 }: Script, key: string, args: readonly string[]): Promise<unknown> {
    try {
      return await this.#usable().evalsha(sha1, 1, key, ...args);
    } catch (error) {
      if (!describeError(error).startsWith('NOSCRIPT')) throw error;
      return this.#redis.eval(lua, 1, key, ...args);
    }
  }

  /** Runs a script sent whole: it keeps its place among the commands of this connection. */
  async runInOrder({ lua }: Script, key: string, args: readonly string[]): Promise<unknown> {
    return this.#usable().eval(lua, 1, key, ...args);
  }

  async hash(key: string): Promise<Record<string, string>> {
    return this.#usable().hgetall(key);
  }

  leave(set: string, member: string): Promise<unknown> {
    return this.#redis.zrem(set, member);
  }

  /** @throws {Error} there was no reply in time */
  async inTime<T>(work: Promise<T>): Promise<T> {
    let stop = () => {};
    const late = new Promise<never>((_, reject) => {
      stop = this.deadline((reason) => reject(new Error(reason)));
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      stop();
    }
  }

  /** Calls back when a reply is overdue. @returns stops it */
  deadline(overdue: (reason: string) => void): () => void {
    // A reply that has arrived is read before the next immediate: a busy event loop is not a slow Redis.
    const timer = setTimeout(() => setImmediate(() => overdue(`no reply in ${this.#replyMs} ms`)), this.#replyMs);
    return () => clearTimeout(timer);
  }

  noteReply(): void {
    this.#heardAt = performance.now();
  }

  reconnectIfSilent(): void {
    if (this.#redis.status !== 'ready' || performance.now() - this.#heardAt <= SILENCE_MS) return;
    this.noteReply();
    this.#redis.disconnect(true);
  }

  close(): void {
    this.#redis.disconnect();
  }
}

/** Whether a text is an error that Redis answered: it begins with a word in capitals. */
export const isRefusal = (text: string): boolean => /^[A-Z]{3,} /.test(text);

export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
