import { availableParallelism } from 'node:os';
import { ServiceError } from '@loadcast/core';
import { BUDGETS, watchBudget } from '@loadcast/core/budgets';
import { FairQueue } from '@loadcast/observe';

export interface HashingCaller {
  /** Callers with one name take turns with others. */
  readonly name: string;
  /** Known callers come before strangers. */
  readonly isKnown: boolean;
}

export interface HashingLimits {
  /** Hashes at once: each takes 19 MiB and a core. */
  readonly atOnce: number;
  readonly mostWaiting: number;
  readonly mostWaitingOfOne: number;
  /** Rest of a place after a hash, as a multiple of the hash's duration. */
  readonly restRatio: number;
}

/**
 * One core is left for answers, and each of the others hashes a quarter of the time: a hash fills caches and memory bandwidth, which
 * no priority keeps for others, and each that ends is followed by work on the thread that answers.
 */
const LIMITS: HashingLimits = {
  atOnce: Math.max(1, availableParallelism() - 1),
  mostWaiting: BUDGETS.password_hashes.bound,
  mostWaitingOfOne: BUDGETS.password_hashes_of_caller.bound,
  restRatio: 3,
};

/** Known callers served in a row while strangers wait. */
const MOST_KNOWN_IN_A_ROW = 3;

/** On a slow machine sign-ins have to wait, answers do not. */
const LONGEST_REST_MS = 200;

/** Time, which tests set. */
export interface HashingClock {
  now(): number;
  after(ms: number, callback: () => void): void;
}

const CLOCK: HashingClock = {
  now: () => performance.now(),
  after: (ms, callback) => void setTimeout(callback, ms),
};

/** Approximate duration of a hash with its rest, for `Retry-After`. */
const HASH_MS = 200;

interface QueuedHash {
  start(): void;
  refuse(error: Error): void;
}

/**
 * Hashes passwords a few at a time, in turns between callers, with a rest between two. Known callers come first, but a quarter of the
 * turns and places is left to strangers: people on new devices sign in beside a flood from many accounts.
 *
 * @throws {ServiceError} unavailable: as many wait as may
 */
export type Hashing = <T>(caller: HashingCaller, work: () => Promise<T>) => Promise<T>;

export function createHashingQueue(limits: HashingLimits = LIMITS, clock = CLOCK): Hashing {
  const { atOnce, mostWaiting, mostWaitingOfOne, restRatio } = limits;
  const lines = openLines();
  const mostKnown = Math.ceil(mostWaiting * 0.75);
  let running = 0;
  watchBudget('password_hashes', lines, ({ known, strangers }) => known.length + strangers.length, mostWaiting);
  watchBudget(
    'password_hashes_of_caller',
    lines,
    ({ known, strangers }) => Math.max(known.longestLength, strangers.longestLength),
    mostWaitingOfOne,
  );

  const waiting = () => lines.known.length + lines.strangers.length;
  const proceed = (): void => {
    while (running < atOnce) {
      const next = lines.takeNext();
      if (!next) return;
      running += 1;
      next.start();
    }
  };
  const refusal = () => {
    const retryAfterSeconds = Math.max(1, Math.ceil((waiting() * HASH_MS) / atOnce / 1000));
    const message = `Too many people are signing in at the moment. Retry in ${retryAfterSeconds} seconds.`;
    return new ServiceError('unavailable', message, { retryAfterSeconds });
  };
  /** Refuses the newest of the longest line of strangers, unless the caller's own is as long. */
  const makeRoom = ({ name, isKnown }: HashingCaller): void => {
    const longest = lines.strangers.longest();
    const isLonger = longest !== undefined && lines.strangers.lengthOf(longest) > lines.strangers.lengthOf(name) + 1;
    const given = longest !== undefined && (isKnown || isLonger) ? lines.strangers.takeNewest(longest) : undefined;
    if (!given) throw refusal();
    given.refuse(refusal());
  };
  const turn = (caller: HashingCaller): Promise<void> => {
    const line = caller.isKnown ? lines.known : lines.strangers;
    if (line.lengthOf(caller.name) >= mostWaitingOfOne) throw refusal();
    if (caller.isKnown && line.length >= mostKnown) throw refusal();
    if (waiting() >= mostWaiting) makeRoom(caller);
    return new Promise((start, refuse) => {
      line.push(caller.name, 1, { start, refuse });
      proceed();
    });
  };

  const free = (): void => {
    running -= 1;
    if (running === 0) for (const line of [lines.known, lines.strangers]) line.rest();
    proceed();
  };

  return async (caller, work) => {
    await turn(caller);
    const startedAt = clock.now();
    try {
      return await work();
    } finally {
      const restMs = Math.min(LONGEST_REST_MS, restRatio * (clock.now() - startedAt));
      if (restMs > 0) clock.after(restMs, free);
      else free();
    }
  };
}

/** Where known callers and strangers wait, and whose turn is next. */
function openLines() {
  const known = new FairQueue<QueuedHash>();
  const strangers = new FairQueue<QueuedHash>();
  let knownInARow = 0;
  return {
    known,
    strangers,
    takeNext(): QueuedHash | undefined {
      const stranger = knownInARow < MOST_KNOWN_IN_A_ROW ? undefined : strangers.take(() => true);
      const owner = stranger ? undefined : known.take(() => true);
      knownInARow = owner ? knownInARow + 1 : 0;
      return stranger ?? owner ?? strangers.take(() => true);
    },
  };
}
