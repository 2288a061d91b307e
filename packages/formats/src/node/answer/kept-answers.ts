import type { Plan } from '@loadcast/core';
import { BUDGETS, watchBudget } from '@loadcast/core/budgets';
import { entitlementKey } from '@loadcast/core/quota';
import type { HttpRequest, Prepared, Reply } from '../../http.js';
import { remembered } from '../remembered.js';

/** The part of a prepared query that decides whether, and at what price, an answer may be given. */
export interface Deciding {
  readonly regions: Prepared['regions'];
  readonly etag?: string | undefined;
  readonly free?: boolean | undefined;
  readonly isUncapped?: boolean | undefined;
}

/** A prepared query, and its answer if one was made. */
export interface KeptAnswer extends Deciding {
  /** With its caching headers, before it is encoded. */
  readonly answer?: Reply | undefined;
}

export interface KeptSlot {
  find(): KeptAnswer | undefined;
  /**
   * Caches an answer whose body is complete, a long one only from its second request on; for any other only the
   * prepared query is cached.
   *
   * @returns the answer as it is kept; undefined where it is not
   */
  keep(prepared: Deciding, answer?: Reply): Reply | undefined;
}

const MOST_BYTES = BUDGETS.kept_answers.bound;
/** What an answer takes beside its body. */
const EACH_BYTES = 1_024;
/** A longer body is cached from its second request on: most large reports are requested once. */
const LONG_BYTES = 16 * 1024;

/**
 * Keeps answers for a second: until then, and while nothing is written, equal queries of plans that may see the same
 * get the same bytes. Everything an answer depends on besides the stored data is in its key, or is the same all second
 * long: `generated_at`, and the hour that windows and the depth of a plan's history are counted from.
 */
export class KeptAnswers {
  readonly #dataVersion: () => number;
  #stamp = { version: Number.NaN, second: Number.NaN };
  /** Answers by the plan's entitlement and `Accept`, then by path, then by query: texts whose hashes are known are not joined. */
  #answers = new Map<string, Map<string, Map<string, KeptAnswer>>>();
  #bytes = 0;

  /** @param dataVersion changes with every write that an answer may show */
  constructor(dataVersion: () => number) {
    this.#dataVersion = dataVersion;
    watchBudget('kept_answers', this, (kept) => kept.#bytes);
  }

  /** Opened before anything is read, so that an answer made of older data is never kept as one of newer. */
  slot(request: HttpRequest, plan: Plan): KeptSlot {
    const { path, query, headers, receivedAt } = request;
    const stamp = this.#stampAt(receivedAt);
    const shown = classOf(plan, headers.get('accept') ?? '');
    return {
      find: () => (stamp === this.#stamp ? this.#answers.get(shown)?.get(path)?.get(query) : undefined),
      keep: (prepared, answer) => {
        if (stamp !== this.#stampAt(receivedAt)) return undefined;
        const answers = entry(entry(this.#answers, shown), path);
        const kept = this.#counted(prepared, answer, answers.has(query));
        if (kept) answers.set(query, kept);
        return kept?.answer;
      },
    };
  }

  #stampAt(instant: number): object {
    const version = this.#dataVersion();
    const second = secondOf(instant);
    if (version !== this.#stamp.version || second !== this.#stamp.second) {
      this.#stamp = { version, second };
      this.#answers = new Map();
      this.#bytes = 0;
    }
    return this.#stamp;
  }

  /** The cached entry; undefined where no memory is left for it. */
  #counted(
    { regions, etag, free, isUncapped }: Deciding,
    answer: Reply | undefined,
    isAskedAgain: boolean,
  ): KeptAnswer | undefined {
    const body = bytesOf(answer?.body, isAskedAgain ? MOST_BYTES : LONG_BYTES);
    const bytes = EACH_BYTES + (body?.byteLength ?? 0);
    if (this.#bytes + bytes > MOST_BYTES) return undefined;
    this.#bytes += bytes;
    return { regions, etag, free, isUncapped, answer: answer && body && { ...answer, body, sent: new Map() } };
  }
}

/** A body that is there as bytes; undefined for one of chunks, and for a longer one. */
function bytesOf(body: Reply['body'] | undefined, mostLength: number): Uint8Array | undefined {
  const isThere = typeof body === 'string' || body instanceof Uint8Array;
  if (!isThere || body.length > mostLength) return undefined;
  return typeof body === 'string' ? Buffer.from(body) : body;
}

/** A whole second is one of its own: windows that begin with the next full hour change after it, not with it. */
function secondOf(instant: number): number {
  const second = Math.floor(instant / 1_000);
  return instant === second * 1_000 ? second : second + 0.5;
}

/** Plans with one entitlement share their texts: an agreed plan is a value of its own. */
const classesOf = remembered((entitlement) => remembered((named) => `${entitlement}\n${named}`));
const classes = new WeakMap<Plan, (accept: string) => string>();

/** What of a plan and of `Accept` decides an answer, as one text that is made once. */
function classOf(plan: Plan, accept: string): string {
  const known = classes.get(plan);
  if (known) return known(accept);
  const made = classesOf(entitlementKey(plan));
  classes.set(plan, made);
  return made(accept);
}

function entry<V>(map: Map<string, Map<string, V>>, key: string): Map<string, V> {
  const known = map.get(key);
  if (known) return known;
  const made = new Map<string, V>();
  map.set(key, made);
  return made;
}
