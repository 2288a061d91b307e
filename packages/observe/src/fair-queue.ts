import { BUDGETS, watchBudget } from '@loadcast/core/budgets';

interface Line<T> {
  readonly places: { readonly item: T; readonly price: number }[];
  /** Price of what the account has been given, lifted to the queue's clock when it comes back. */
  served: number;
}

/**
 * A queue that is fair to accounts: the next is taken from the account that was given least, by price.
 *
 * An account that comes back gets no credit for the time without requests. The queue remembers a thousand accounts for whom nothing
 * waits: while each account comes once, no lead is used up.
 *
 * @see Goyal, Vin & Cheng 1997, doi:10.1109/90.649569 (start-time fair queueing)
 */
export class FairQueue<T> {
  readonly #lines = new Map<string, Line<T>>();
  /** Price at which the next account was served: later accounts start there. */
  #clock = 0;
  #length = 0;

  constructor() {
    watchBudget('remembered_turns', this.#lines, idleIn);
  }

  get length(): number {
    return this.#length;
  }

  lengthOf(account: string): number {
    return this.#lines.get(account)?.places.length ?? 0;
  }

  /** The account with the longest line; undefined when nothing waits. */
  longest(): string | undefined {
    let longest: string | undefined;
    for (const account of this.#lines.keys()) {
      if (this.lengthOf(account) > (longest === undefined ? 0 : this.lengthOf(longest))) longest = account;
    }
    return longest;
  }

  get longestLength(): number {
    return this.lengthOf(this.longest() ?? '');
  }

  push(account: string, price: number, item: T): void {
    const line = this.#lines.get(account) ?? { places: [], served: this.#clock };
    if (line.places.length === 0) line.served = Math.max(line.served, this.#clock);
    line.places.push({ item, price });
    this.#lines.set(account, line);
    this.#length++;
  }

  /** Takes the next item out, among the accounts whose turn it may be; undefined when there is none. */
  take(mayStart: (account: string) => boolean): T | undefined {
    let next: Line<T> | undefined;
    for (const [account, line] of this.#lines) {
      if (line.places.length > 0 && (!next || line.served < next.served) && mayStart(account)) next = line;
    }
    const place = next?.places.shift();
    if (!next || !place) return undefined;
    this.#clock = Math.max(this.#clock, next.served);
    next.served += place.price;
    this.#length--;
    this.#forget();
    return place.item;
  }

  /** Takes the newest item of an account out. */
  takeNewest(account: string): T | undefined {
    const place = this.#lines.get(account)?.places.pop();
    if (!place) return undefined;
    this.#length--;
    this.#forget();
    return place.item;
  }

  /** Takes an item out wherever it stands; does nothing when it is not there. */
  remove(account: string, item: T): void {
    const places = this.#lines.get(account)?.places ?? [];
    const index = places.findIndex((place) => place.item === item);
    if (index < 0) return;
    places.splice(index, 1);
    this.#length--;
    this.#forget();
  }

  /** Resets what accounts were given: called when no work is under way. */
  rest(): void {
    if (this.#length > 0) return;
    this.#lines.clear();
    this.#clock = 0;
  }

  /** Drops accounts for whom nothing waits, once their lead is used up, and the oldest of too many. */
  #forget(): void {
    let remembered = 0;
    let oldest: string | undefined;
    for (const [account, { places, served }] of this.#lines) {
      if (places.length > 0) continue;
      if (served <= this.#clock) this.#lines.delete(account);
      else {
        oldest ??= account;
        remembered += 1;
      }
    }
    if (remembered > BUDGETS.remembered_turns.bound) this.#lines.delete(oldest!);
  }
}

const idleIn = (lines: ReadonlyMap<string, Line<unknown>>): number =>
  [...lines.values()].filter(({ places }) => places.length === 0).length;
