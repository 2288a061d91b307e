import { Worker, type WorkerOptions } from 'node:worker_threads';
import { type CarriedErrors, restoreFailure, type ThreadFailure } from './carried-errors.js';

/** A question, or without one the end of the wait for its answer. */
export interface ThreadMessage<Question> {
  readonly id: number;
  readonly question?: Question;
}

export type ThreadReply = { readonly id: number } & ({ readonly value: unknown } | { readonly failure: ThreadFailure });

export interface AskedThreadOptions {
  /** Starts the thread, whose file calls `answerQuestions`. */
  open(): Worker;
  /** Classes of errors that come back as they are. */
  readonly classes?: CarriedErrors;
  /** One that was asked nothing for so long ends, ms. Default: it does not. */
  readonly idleMs?: number;
}

/** Node's tracking is off. It closes the numbers of files that a thread once had open, when the thread ends: by then they may be ours. */
export const openThread = (file: URL, options: WorkerOptions = {}): Worker =>
  new Worker(file, { ...options, trackUnmanagedFds: false });

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** A thread that is there while it is asked: it starts with a question, and one that ends fails the questions it has. */
export class AskedThread<Question> {
  readonly #options: AskedThreadOptions;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #asked = 0;

  constructor(options: AskedThreadOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** Starts it before it is asked, where it is not there. */
  start(): void {
    this.#worker ??= this.#open();
  }

  /** @throws what the thread throws, why it ended, or the signal's reason */
  async ask(question: Question, signal?: AbortSignal): Promise<unknown> {
    signal?.throwIfAborted();
    clearTimeout(this.#idle);
    this.start();
    this.#worker!.ref();
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

  #open(): Worker {
    const worker = this.#options.open();
    const ended = (error: unknown) => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#fail(error);
    };
    worker.on('message', (reply: ThreadReply) => {
      const asked = this.#waiting.get(reply.id);
      if ('value' in reply) asked?.resolve(reply.value);
      else asked?.reject(restoreFailure(reply.failure, this.#options.classes ?? {}));
    });
    worker.once('error', ended);
    worker.once('exit', (code) => ended(new Error(`the thread ended (exit ${code})`)));
    return worker;
  }

  #fail(error: unknown): void {
    for (const { reject } of this.#waiting.values()) reject(error);
  }

  #rest(): void {
    this.#worker?.unref();
    const { idleMs } = this.#options;
    if (idleMs !== undefined) this.#idle = setTimeout(() => void this.close(), idleMs).unref();
  }
}
