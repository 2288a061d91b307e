import type { Prepared, Priced, Reply } from '@loadcast/formats';
import { createSharedScope } from '@loadcast/formats/node';
import { wholeReply } from './whole-body.js';

/** An answer that is made once for all callers who requested it before it was begun. */
export class SharedWork {
  /** Lasts while a caller waits for the answer. */
  readonly scope: ReturnType<typeof createSharedScope> = createSharedScope();
  /** When its turn came, ms of the monotonic clock; undefined while it waits. */
  startedAt: number | undefined;
  readonly account: string;
  readonly key: string;
  readonly prepared: Promise<Prepared>;
  readonly #made: (bytes: number) => void;
  #settle!: { resolve(prepared: Prepared): void; reject(reason: unknown): void };
  #newest: Priced;
  #requests = 0;
  #underWay = 0;
  #reply: Promise<Reply> | undefined;

  /**
   * @param account whose turn it takes
   * @param key equal for equal answers
   * @param made called with the size of its body once it is made
   */
  constructor(account: string, key: string, priced: Priced, made: (bytes: number) => void) {
    this.account = account;
    this.key = key;
    this.#newest = priced;
    this.#made = made;
    this.prepared = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.prepared.catch(() => undefined); // when every caller has left, the result has no reader
  }

  get price(): number {
    return this.#newest.price;
  }

  get isShared(): boolean {
    return this.#requests > 1;
  }

  /** Whether something is being made now. */
  get isUnderWay(): boolean {
    return this.#underWay > 0;
  }

  /**
   * Adds a request that is equal to the others. The answer is made as the newest of them asks for it, so that none of them
   * is given older data than were there when it came.
   */
  join(priced: Priced): (reason: Error) => void {
    this.#requests++;
    this.#newest = priced;
    return this.scope.join();
  }

  refuse(reason: Error): void {
    this.#settle.reject(reason);
  }

  /**
   * Makes the answer, as far as it is needed. Resolves once no caller waits for it and nothing is under way.
   *
   * @returns how long it took, ms; undefined when it failed or was given up
   */
  async run(): Promise<number | undefined> {
    this.startedAt = performance.now();
    const ended = new Promise<void>((resolve) => this.scope.whenClosed(resolve));
    await this.#doing(async () => this.#newest.prepare(this.scope)).then(this.#settle.resolve, this.#settle.reject);
    await ended;
    const isMade = await this.#reply?.then(
      () => true,
      () => false,
    );
    return isMade ? performance.now() - this.startedAt : undefined;
  }

  /** The body is made for the first caller that needs it. */
  reply(prepared: Prepared): Promise<Reply> {
    this.#reply ??= this.#doing(async () => {
      const reply = await wholeReply(await prepared.reply());
      this.#made(reply.body.byteLength);
      return reply;
    });
    return this.#reply;
  }

  async #doing<T>(work: () => Promise<T>): Promise<T> {
    this.#underWay++;
    try {
      return await work();
    } finally {
      this.#underWay--;
    }
  }
}
