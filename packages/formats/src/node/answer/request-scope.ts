import { performance } from 'node:perf_hooks';
import { ServiceError } from '@loadcast/core';
import type { RequestScope } from '../../http.js';

/** The reason that ends a request whose callers have all left. */
export class CallerGone extends Error {
  constructor() {
    super('the caller closed the connection');
    this.name = 'CallerGone';
  }
}

/** One for all: an error of its own would record a stack for every request. */
const GONE = new CallerGone();

/** A scope that never ends: for requests made in tests and without a connection. */
export const UNBOUNDED: RequestScope = {
  over: undefined,
  signal: new AbortController().signal,
  check() {},
  within: (work) => work,
  whenClosed() {},
};

/** The scope of a request on a connection, as the listener drives it. */
export interface OpenScope extends RequestScope {
  /** Waits like `within`, a few seconds longer: for the error answer of a request whose time is up. */
  withinGrace<T>(work: T | Promise<T>): T | Promise<T>;
  /** Stops the time until `extend`: its reader sets the pace. */
  hold(): void;
  /** Restarts the timer: a part of the answer is written. */
  extend(): void;
  /** Ends it, if it has not ended: the answer is taken, or its caller left. */
  close(): void;
}

/** Opens scopes whose time is watched by one coarse timer for all. */
export interface Scopes {
  open(): OpenScope;
}

const GRACE_MS = 3_000;

/**
 * A request that is answered at once is never watched: its time cannot be up while nothing else runs.
 *
 * @param answerWithinMs how long an answer, or the next part of one, may take to make
 */
export function createScopes(answerWithinMs: number): Scopes {
  const watched = new Set<Scope>();
  const tickMs = Math.min(1_000, answerWithinMs / 4);
  let timer: NodeJS.Timeout | undefined;

  function tick(): void {
    const now = performance.now();
    for (const scope of watched) {
      if (now >= scope.deadlineAt) scope.end(timeIsUp(answerWithinMs));
      if (now >= scope.deadlineAt + GRACE_MS) scope.endGrace(timeIsUp(answerWithinMs));
    }
    if (watched.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  const watch: Watch = {
    answerWithinMs,
    add(scope) {
      watched.add(scope);
      timer ??= setInterval(tick, tickMs).unref();
    },
    remove: (scope) => void watched.delete(scope),
  };
  return { open: () => new Scope(watch) };
}

/** Ends scopes whose time is up. */
interface Watch {
  readonly answerWithinMs: number;
  add(scope: Scope): void;
  remove(scope: Scope): void;
}

function timeIsUp(answerWithinMs: number): ServiceError<'unavailable'> {
  const message = `The answer took longer than ${answerWithinMs / 1000} seconds. Retry in 5 seconds, or request less.`;
  return new ServiceError('unavailable', message, { retryAfterSeconds: 5 });
}

type Reject = (reason: Error) => void;

class Scope implements OpenScope {
  deadlineAt = Number.POSITIVE_INFINITY;
  over: Error | undefined;
  /** Created on the first wait: most requests are answered without waiting. */
  #waiting: Set<Reject> | undefined;
  #waitingInGrace: Set<Reject> | undefined;
  #whenClosed: Set<() => void> | undefined;
  readonly #watch: Watch;
  #isWatched = false;
  #isClosed = false;
  #controller: AbortController | undefined;

  constructor(watch: Watch) {
    this.#watch = watch;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#begin();
      this.#controller = new AbortController();
      if (this.over) this.#controller.abort(this.over);
    }
    return this.#controller.signal;
  }

  check(): void {
    if (this.over) throw this.over;
  }

  within<T>(work: T | Promise<T>): T | Promise<T> {
    if (!(work instanceof Promise)) return work;
    if (this.over) return settleLate(work, this.over);
    this.#begin();
    this.#waiting ??= new Set();
    return firstOf(work, this.#waiting);
  }

  withinGrace<T>(work: T | Promise<T>): T | Promise<T> {
    if (!(work instanceof Promise)) return work;
    this.#begin();
    this.#waitingInGrace ??= new Set();
    return firstOf(work, this.#waitingInGrace);
  }

  hold(): void {
    this.deadlineAt = Number.POSITIVE_INFINITY;
  }

  extend(): void {
    this.deadlineAt = performance.now() + this.#watch.answerWithinMs;
  }

  whenClosed(callback: () => void): void {
    this.#begin();
    this.#whenClosed ??= new Set();
    if (this.#isClosed) callback();
    else this.#whenClosed.add(callback);
  }

  close(): void {
    this.end(GONE);
    this.endGrace(GONE);
    this.#isClosed = true;
    if (this.#whenClosed) for (const callback of this.#whenClosed) callback();
    this.#whenClosed = undefined;
  }

  /** The time counts from here: something must be waited for. */
  #begin(): void {
    if (this.#isWatched || this.#isClosed) return;
    this.#isWatched = true;
    this.deadlineAt = performance.now() + this.#watch.answerWithinMs;
    this.#watch.add(this);
  }

  end(reason: Error): void {
    if (this.over) return;
    this.over = reason;
    this.#controller?.abort(reason);
    if (this.#waiting) for (const reject of this.#waiting) reject(reason);
  }

  endGrace(reason: Error): void {
    if (this.#isWatched) this.#watch.remove(this);
    if (this.#waitingInGrace) for (const reject of this.#waitingInGrace) reject(reason);
  }
}

/** A rejection that does not leave the work's own failure unhandled. */
function settleLate<T>(work: Promise<T>, reason: Error): Promise<T> {
  work.catch(() => undefined);
  return Promise.reject(reason);
}

/** `work`, or a rejection when waiting callers are released. */
function firstOf<T>(work: Promise<T>, waiting: Set<Reject>): Promise<T> {
  return new Promise((resolve, reject) => {
    waiting.add(reject);
    work.then(resolve, reject).finally(() => waiting.delete(reject));
  });
}
