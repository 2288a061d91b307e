import { ServiceError } from '@loadcast/core';
import { watchBudget } from '@loadcast/core/budgets';
import type { Priced } from '@loadcast/formats';
import { AT_ONCE, type Caller, type Turn, type Workload } from '@loadcast/formats/node';
import { FairQueue } from '@loadcast/observe';
import { HeldBytes } from './held-bytes.js';
import { SharedWork } from './shared-work.js';
import { workKey } from './work-key.js';
import type { WorkloadLimits } from './workload-limits.js';

export type RefusalReason = 'account' | 'queue' | 'delay' | 'deadline';

export interface WorkloadObserver {
  refused(reason: RefusalReason): void;
  /** An answer serves one more request. */
  shared(): void;
  /** Work was given up: everyone who waited for it had left. */
  stopped(): void;
}

/** Bounds of `Retry-After`, seconds. */
const RETRY_AFTER = { least: 1, most: 30 };
/** Time for one row of CSV before anything was measured. */
const FIRST_MS_PER_PRICE = 0.004;

const BUSY = 'The service is busy with large requests';
const ANSWERED = new Error('the answer is made');

/**
 * Makes answers of a price a few at a time, fairly among accounts, and equal ones once. Excess work is refused before
 * it starts, free of charge; work without a waiting caller is canceled.
 */
export class GatewayWorkload implements Workload {
  readonly #limits: WorkloadLimits;
  readonly #loopDelay: { readonly ms: number };
  readonly #observer: WorkloadObserver;
  readonly #queue = new FairQueue<SharedWork>();
  /** What waits, by its key: equal requests join. */
  readonly #joinable = new Map<string, SharedWork>();
  readonly #running = new Set<SharedWork>();
  readonly #held = new HeldBytes(() => this.proceed());
  #msPerPrice = FIRST_MS_PER_PRICE;

  constructor(limits: WorkloadLimits, loopDelay: { readonly ms: number }, observer: WorkloadObserver) {
    this.#limits = limits;
    this.#loopDelay = loopDelay;
    this.#observer = observer;
    watchBudget('heavy_waiting', this, ({ waiting }) => waiting, limits.queue);
    watchBudget('heavy_waiting_of_account', this, (work) => work.#queue.longestLength, limits.queuePerAccount);
    watchBudget('heavy_bytes', this, ({ heldBytes }) => heldBytes, limits.heldBytes);
  }

  get waiting(): number {
    return this.#queue.length;
  }

  get running(): number {
    return this.#running.size;
  }

  get heldBytes(): number {
    return this.#held.total;
  }

  take(priced: Priced, caller: Caller): Promise<Turn> {
    return priced.price <= this.#limits.lightPrice ? AT_ONCE.take(priced, caller) : this.#wait(priced, caller);
  }

  /** Begins what may begin now. It is also called when the delay of the event loop was measured. */
  proceed(): void {
    const { atOnce, heldBytes } = this.#limits;
    while (this.#running.size < atOnce && this.#held.total < heldBytes && !this.#isDelayed()) {
      const work = this.#queue.take((account) => this.#mayStart(account));
      if (!work) return;
      this.#joinable.delete(work.key);
      void this.#run(work);
    }
  }

  async #wait(priced: Priced, caller: Caller): Promise<Turn> {
    const cameAt = performance.now();
    const key = workKey(caller);
    const known = this.#joinable.get(key);
    if (known) this.#observer.shared();
    const work = known ?? this.#enqueue(caller.principal?.accountId ?? '', key, priced);
    const leave = this.#join(work, priced, caller);
    this.proceed();
    try {
      const prepared = await work.prepared;
      return {
        prepared: { ...prepared, reply: () => work.reply(prepared) },
        waitedMs: Math.max(0, (work.startedAt ?? cameAt) - cameAt),
        isShared: work.isShared,
        end: () => leave(ANSWERED),
      };
    } catch (failure) {
      leave(ANSWERED);
      throw failure;
    }
  }

  /** Adds a request to work, which it leaves when it is over. */
  #join(work: SharedWork, priced: Priced, { request }: Caller): (reason: Error) => void {
    const leave = work.join(priced);
    const { scope } = request;
    if (!scope) return leave; // without a connection there is no disconnect
    const over = (): void => {
      const isLate = work.startedAt === undefined && scope.over instanceof ServiceError;
      if (isLate) this.#observer.refused('deadline');
      leave(scope.over ?? ANSWERED);
    };
    if (scope.over) over();
    else scope.signal.addEventListener('abort', over, { once: true });
    this.#held.readBy(work, scope);
    return leave;
  }

  /** New work at the end of its account's line. @throws {ServiceError} unavailable */
  #enqueue(account: string, key: string, priced: Priced): SharedWork {
    const { queuePerAccount, queue } = this.#limits;
    const waiting = this.#queue.lengthOf(account);
    // One of each account waits for the end of a delay, which may be a single pause of the machine.
    if (waiting > 0 && this.#isDelayed()) throw this.#refusal('delay');
    if (waiting >= queuePerAccount) throw this.#refusal('account');
    if (this.#queue.length >= queue) this.#makeRoom(account);
    const work = new SharedWork(account, key, priced, (bytes) => this.#held.add(work, bytes));
    this.#queue.push(account, priced.price, work);
    this.#joinable.set(key, work);
    work.scope.whenClosed(() => this.#abandoned(work));
    return work;
  }

  /** Refuses the newest work of the longest line, so that one account cannot fill the queue for all. */
  #makeRoom(account: string): void {
    const longest = this.#queue.longest() ?? account;
    if (this.#queue.lengthOf(longest) <= this.#queue.lengthOf(account) + 1) throw this.#refusal('queue');
    const work = this.#queue.takeNewest(longest);
    if (!work) return;
    this.#joinable.delete(work.key);
    work.refuse(this.#refusal('queue'));
  }

  /** Everyone has left: before its turn, in the middle, or with the answer. */
  #abandoned(work: SharedWork): void {
    if (work.startedAt !== undefined) {
      if (work.isUnderWay) this.#observer.stopped();
      return;
    }
    if (this.#joinable.get(work.key) !== work) return; // was refused
    this.#queue.remove(work.account, work);
    this.#joinable.delete(work.key);
    this.#observer.stopped();
  }

  async #run(work: SharedWork): Promise<void> {
    this.#running.add(work);
    const madeInMs = await work.run();
    this.#running.delete(work);
    if (this.#running.size === 0) this.#queue.rest();
    if (madeInMs !== undefined) this.#msPerPrice += (madeInMs / work.price - this.#msPerPrice) / 8;
    this.proceed();
  }

  #isDelayed(): boolean {
    return this.#loopDelay.ms > this.#limits.loopDelayMs;
  }

  #mayStart(account: string): boolean {
    const { heldBytes, perAccount } = this.#limits;
    if (this.#held.of(account) > heldBytes / 4) return false;
    return [...this.#running].filter((work) => work.account === account).length < perAccount;
  }

  #refusal(reason: RefusalReason): Error {
    this.#observer.refused(reason);
    const retryAfterSeconds = this.#retryAfterSeconds();
    const why =
      reason === 'account'
        ? `${this.#limits.queuePerAccount} large requests of this account are already waiting`
        : BUSY;
    const message = `${why}. Retry in ${retryAfterSeconds} seconds, or request less.`;
    return new ServiceError('unavailable', message, { retryAfterSeconds });
  }

  #retryAfterSeconds(): number {
    let price = 0;
    for (const work of [...this.#joinable.values(), ...this.#running]) price += work.price;
    const seconds = Math.ceil((price * this.#msPerPrice) / this.#limits.atOnce / 1000);
    return Math.min(RETRY_AFTER.most, Math.max(RETRY_AFTER.least, seconds));
  }
}
