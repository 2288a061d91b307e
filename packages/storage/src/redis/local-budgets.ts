import { BudgetMap } from '@loadcast/core/budgets';
import { type LastSeen, LocalBudget, type Merge } from './local-budget.js';
import { MERGE } from './quota-scripts.js';
import { describeError, type RedisLink } from './redis-link.js';
import type { SeenCounts } from './seen-counts.js';

const MERGES_AT_ONCE = 500;

export interface LocalBudgetsDeps {
  readonly link: RedisLink;
  readonly seen: SeenCounts;
  /** Names this process in the shared counters. */
  readonly gateway: string;
  /** Live gateways, by the last heartbeat that got through. */
  gateways(): number;
  keyOf(subject: string): string;
  /** The caller's clock, epoch seconds; empty when the server's decides. */
  seconds(): string;
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

  get size(): number {
    return this.#budgets.size;
  }

  has(subject: string): boolean {
    return this.#budgets.has(subject);
  }

  /** Settles when the counts of a subject have been sent; undefined when they are not on their way. */
  merging(subject: string): Promise<void> | undefined {
    return this.#merging.get(subject);
  }

  of(subject: string): LocalBudget {
    const known = this.#budgets.get(subject);
    if (known) return known;
    const budget = new LocalBudget(this.#deps.seen.get(subject), this.#deps.gateways());
    this.#budgets.set(subject, budget);
    return budget;
  }

  /** Sends all budgets, for as long as `holds` is true. @throws what the first one failed with */
  async mergeWhile(holds: () => boolean): Promise<void> {
    while (this.#budgets.size > 0 && holds()) {
      const batch = [...this.#budgets].slice(0, MERGES_AT_ONCE);
      const results = await Promise.allSettled(batch.map(([subject, budget]) => this.#merge(subject, budget)));
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    }
  }

  /** Sends counts that the shared counters lost. @param mayHaveGoneBack whether they may hold older counts of the same hash */
  async restore(subject: string, { epoch, used }: LastSeen, mayHaveGoneBack: boolean): Promise<void> {
    const counts = [...used].map(([field, seen]) => ({ field, seen, add: 0 }));
    await this.#send(subject, { number: ++this.#merges, epoch, counts }, mayHaveGoneBack);
  }

  /** Sends a budget's counts; it is done with when nothing was added to it meanwhile. */
  #merge(subject: string, budget: LocalBudget): Promise<void> {
    const { seen, link, onFailure } = this.#deps;
    const sent = this.#send(
      subject,
      budget.merge(() => ++this.#merges),
      true,
    ).then((epoch) => {
      budget.merged(epoch);
      if (!budget.isSettled) return;
      this.#budgets.delete(subject);
      seen.set(subject, { ...budget.seen, connection: link.connections });
    });
    const settled = sent.catch((error) => onFailure(describeError(error))).finally(() => this.#merging.delete(subject));
    this.#merging.set(subject, settled);
    return sent;
  }

  async #send(subject: string, { number, epoch, counts }: Merge, mayHaveGoneBack: boolean): Promise<string> {
    const { link, gateway, seconds, keyOf } = this.#deps;
    const args = [epoch, seconds(), mayHaveGoneBack ? '1' : '0', gateway, String(number)];
    for (const { field, seen, add } of counts) args.push(field, String(seen), String(add));
    // Sent whole, not by its digest: sent again after NOSCRIPT it would come after commands that were sent after it.
    return String(await link.inTime(link.runInOrder(MERGE, keyOf(subject), args)));
  }
}
