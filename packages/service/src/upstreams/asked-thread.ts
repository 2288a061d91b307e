import { Worker, type WorkerOptions } from 'node:worker_threads';
import { restoreError, type UpstreamFailure } from './upstream-failure.js';

/** A question, or without one the end of the wait for its answer. */
export interface ThreadMessage<Question> {
  readonly id: number;
  readonly question?: Question;
}

export type ThreadReply = { readonly id: number } & (
  | { readonly value: unknown }
  | { readonly failure: UpstreamFailure }
);

/** A thread that was asked nothing for so long ends. */
const IDLE_MS = 60_000;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** A thread that is there while it is asked: it starts with a question, and one that ends fails the questions it has. */
export class AskedThread<Question> {
  readonly #file: URL;
  readonly #options: WorkerOptions;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #asked = 0;

  constructor(file: URL, options: WorkerOptions) {
    this.#file = file;
    // Tracking closes, at the thread's end, the numbers of files it once had open: by then they may be ours.
    this.#options = { ...options, trackUnmanagedFds: false };
  }

  /** @throws what the thread throws, why it ended, or the signal's reason */
  async ask(question: Question, signal?: AbortSignal): Promise<unknown> {
    signal?.throwIfAborted();
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    this.#worker.ref();
    const id = ++this.#asked;
    const send = (message: ThreadMessage<Question>) => this.#worker?.postMessage(message);
    const stop = () => {
      send({ id });
      this.#waiting.get(id)?.reject(signal!.reason);
    };
    signal?.addEventListener('abort', stop, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        send({ id, question });
      });
    } finally {
      signal?.removeEventListener('abort', stop);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#rest();
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
    this.#fail(new Error('the thread was closed'));
  }

  #start(): Worker {
    const worker = new Worker(this.#file, this.#options);
    const ended = (error: unknown) => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#fail(error);
    };
    worker.on('message', (reply: ThreadReply) => {
      const asked = this.#waiting.get(reply.id);
      if ('value' in reply) asked?.resolve(reply.value);
      else asked?.reject(restoreError(reply.failure));
    });
    worker.once('error', ended);
    worker.once('exit', () => ended(new Error('the thread ended')));
    return worker;
  }

  #fail(error: unknown): void {
    for (const { reject } of this.#waiting.values()) reject(error);
  }

  #rest(): void {
    this.#worker?.unref();
    this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
  }
}
