import { BudgetMap } from '@loadcast/core/budgets';
import type { QuotaCall, QuotaReading } from '@loadcast/core/quota';
import { isOver, leaseAfter } from './lease.js';
import { type LastSeen, LocalBudget, type Merge } from './local-budget.js';
import { MERGE } from './quota-scripts.js';
import { describeError, type RedisLink } from './redis-link.js';
import type { SeenCounts } from './seen-counts.js';

const MERGES_AT_ONCE = 500;
/** More accounts than ask in two seconds. */
const MOST_LEASES = 100_000;

export interface LocalBudgetsDeps {
  readonly link: RedisLink;
  readonly seen: SeenCounts;
  /** Names this process in the shared counters. */
  readonly gateway: string;
  /** Live gateways, by the last heartbeat that got through. */
  gateways(): number;
  keyOf(subject: string): string;
  /** The caller's clock, epoch seconds, or the start of an hour; empty when the server's clock decides. */
  seconds(hour?: number): string;
  /** Called when counts could not be sent. */
  onFailure(reason: string): void;
}

/** The budgets of this process while the shared counters are out of reach, and how their counts get there afterwards. */
export class LocalBudgets {
  readonly #deps: LocalBudgetsDeps;
  readonly #budgets = new BudgetMap<string, LocalBudget>('local_quotas');
  readonly #merging = new Map<string, Promise<void>>();
  #merges = 0;

  constructor(deps: LocalBudgetsDeps) {
    this.#deps = deps;
  }

  /** Whether counts are here because the shared counters were out of reach. */
  get areDegraded(): boolean {
    for (const { lease } of this.#budgets.values()) if (!lease) return true;
    return false;
  }

  has(subject: string): boolean {
    return this.#budgets.has(subject);
  }

  /** Settles when the counts of a subject have been sent; undefined when they are not on their way. */
  merging(subject: string): Promise<void> | undefined {
    return this.#merging.get(subject);
  }

  /** The budget while the shared counters are out of reach: it ends a lease. */
  of(subject: string): LocalBudget {
    const budget = this.#budgets.get(subject) ?? new LocalBudget(this.#deps.seen.get(subject), this.#deps.gateways());
    budget.lease = undefined;
    this.#budgets.set(subject, budget);
    return budget;
  }

  /** A budget that was lent by the shared counters. */
  lentTo(subject: string): LocalBudget | undefined {
    const budget = this.#budgets.get(subject);
    return budget?.lease && budget;
  }

  /** Lends requests after a charge that the shared counters admitted, where limits are far away. */
  lend(subject: string, call: QuotaCall, reading: QuotaReading): void {
    const { seen, link, gateways } = this.#deps;
    const lease = leaseAfter(call, reading, gateways(), link.connections);
    if (!lease || this.#budgets.has(subject) || this.#budgets.size >= MOST_LEASES) return;
    this.#budgets.set(subject, new LocalBudget(seen.get(subject), gateways(), lease));
  }

  /** Sends the counts of a lease, which ends it. Settles when they have arrived, or cannot. */
  async endLease(subject: string): Promise<void> {
    const budget = this.lentTo(subject);
    if (budget?.isSettled) this.#budgets.delete(subject);
    else if (budget) await (this.#merging.get(subject) ?? this.#merge(subject, budget).catch(() => undefined));
  }

  /** Ends leases whose time is over, or all, for as long as `holds` is true. */
  async endLeases(all: boolean, holds: () => boolean): Promise<void> {
    for (const [subject, { lease }] of this.#budgets)
      if (lease && (all || isOver(lease)) && holds()) await this.endLease(subject);
  }

  /** Sends all budgets but leases, for as long as `holds` is true. @throws what the first one failed with */
  async mergeWhile(holds: () => boolean): Promise<void> {
    while (this.areDegraded && holds()) {
      const batch = [...this.#budgets].filter(([, { lease }]) => !lease).slice(0, MERGES_AT_ONCE);
      const results = await Promise.allSettled(batch.map(([subject, budget]) => this.#merge(subject, budget)));
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    }
  }

  /** Sends counts that the shared counters lost. @param mayHaveGoneBack whether they may hold older counts of the same hash */
  async restore(subject: string, { epoch, used }: LastSeen, mayHaveGoneBack: boolean): Promise<void> {
    const counts = [...used].map(([field, seen]) => ({ field, seen, add: 0 }));
    await this.#send(subject, { number: ++this.#merges, epoch, counts }, mayHaveGoneBack);
  }

  /** Sends a budget's counts, which is done with then. Callers wait for it, so that hardly anything is added meanwhile. */
  #merge(subject: string, budget: LocalBudget): Promise<void> {
    const { seen, link, onFailure } = this.#deps;
    const sent = this.#sendAll(subject, budget).then(() => {
      this.#budgets.delete(subject);
      seen.set(subject, { ...budget.seen, connection: link.connections });
    });
    const settled = sent.catch((error) => onFailure(describeError(error))).finally(() => this.#merging.delete(subject));
    this.#merging.set(subject, settled);
    return sent;
  }

  /** Sends a message that was not acknowledged again as it was, and then the counts that came after it. */
  async #sendAll(subject: string, budget: LocalBudget): Promise<void> {
    do {
      const mayHaveGoneBack = budget.lease?.connection !== this.#deps.link.connections;
      const message = budget.merge(() => ++this.#merges);
      // The counts of a lease are of its hour, also where the caller's clock has jumped since.
      budget.merged(await this.#send(subject, message, mayHaveGoneBack, budget.lease?.hour));
    } while (!budget.isSettled);
  }

  async #send(
    subject: string,
    { number, epoch, counts }: Merge,
    mayHaveGoneBack: boolean,
    hour?: number,
  ): Promise<string> {
    const { link, gateway, seconds, keyOf } = this.#deps;
    const args = [epoch, seconds(hour), mayHaveGoneBack ? '1' : '0', gateway, String(number)];
    for (const { field, seen, add } of counts) args.push(field, String(seen), String(add));
    // Sent whole, not by its digest: sent again after NOSCRIPT it would come after commands that were sent after it.
    return String(await link.inTime(link.runInOrder(MERGE, keyOf(subject), args)));
  }
}
