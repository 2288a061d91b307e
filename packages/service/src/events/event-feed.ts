import { ServiceError } from '@loadcast/core';
import { BUDGETS, watchBudget } from '@loadcast/core/budgets';
import type { Principal } from '@loadcast/formats';
import { EventStream } from './event-stream.js';
import { eventOf, type ServiceEvent } from './service-event.js';
import type { FeedOptions, FeedView, StreamWishes } from './stream-options.js';

/** Interval at which the store is checked for events of other processes, while there are streams. */
const FOLLOW_EVERY_MS = 1_000;
const BEAT_EVERY_MS = 20_000;
/** A stream that falls behind them is too slow. */
const MOST_HELD = BUDGETS.held_events.bound;
const PAGE = 500;
const WOKEN_AT_A_TIME = 100;
const STREAMS_OF_KEY = BUDGETS.event_streams_of_key.bound;

/**
 * The newest events, read from the store once for all streams of this process. A stream holds a position, no events:
 * its cost does not grow with the number of events, and a reader that is too slow finds its position gone.
 */
export class EventFeed implements FeedView<EventStream> {
  readonly #options: FeedOptions;
  readonly #streams = new Set<EventStream>();
  /** Events in order, without a gap. */
  #held: ServiceEvent[] = [];
  /** The place of the newest event that was read; undefined before the first reading. */
  #head: number | undefined;
  #reading: Promise<void> | undefined;
  #timers: NodeJS.Timeout[] = [];
  beats = 0;
  isDraining = false;

  constructor(options: FeedOptions) {
    this.#options = options;
    watchBudget('held_events', this, (feed) => feed.#held.length);
    watchBudget('event_streams_of_key', this, (feed) => feed.#mostOfKey());
    watchBudget('event_streams_of_demo', this, (feed) => feed.#openOf('', '').guests);
  }

  get open(): number {
    return this.#streams.size;
  }

  get head(): number {
    return this.#head ?? 0;
  }

  /** The place before the oldest event in memory. */
  get heldAfter(): number {
    return this.head - this.#held.length;
  }

  /** @throws {ServiceError} plan_limit: the key, or the demo, has all of its streams open */
  requireRoom({ keyId, accountId, plan, isGuest }: Principal): void {
    const { own, guests } = this.#openOf(accountId, keyId);
    if (own >= STREAMS_OF_KEY) {
      const who = isGuest ? 'This address' : 'This key';
      const message = `${who} has ${STREAMS_OF_KEY} event streams open, the maximum.`;
      throw new ServiceError('plan_limit', message, { plan: plan.name });
    }
    if (!isGuest || guests < BUDGETS.event_streams_of_demo.bound) return;
    const message = 'All event streams of the demo are in use. Try again later, or use a key.';
    throw new ServiceError('plan_limit', message, { plan: plan.name });
  }

  #openOf(accountId: string, keyId: string): { own: number; guests: number } {
    const open = { own: 0, guests: 0 };
    for (const { principal } of this.#streams) {
      if (principal.isGuest) open.guests += 1;
      if (principal.keyId === keyId && principal.accountId === accountId) open.own += 1;
    }
    return open;
  }

  #mostOfKey(): number {
    const open = new Map<string, number>();
    for (const { principal } of this.#streams) {
      const key = `${principal.accountId} ${principal.keyId}`;
      open.set(key, (open.get(key) ?? 0) + 1);
    }
    return Math.max(0, ...open.values());
  }

  /** A stream that begins when it is first read. */
  stream(wishes: StreamWishes): EventStream {
    return new EventStream(this, this.#options, wishes);
  }

  /** Called by a stream that begins; when it resolves, `head` equals the store's. */
  async begin(stream: EventStream): Promise<void> {
    this.requireRoom(stream.principal);
    this.#streams.add(stream);
    if (this.#timers.length === 0) {
      this.#timers = [
        setInterval(() => this.#tick(), FOLLOW_EVERY_MS).unref(),
        setInterval(() => this.#beat(), BEAT_EVERY_MS).unref(),
      ];
    }
    await this.refresh();
  }

  end(stream: EventStream): void {
    this.#streams.delete(stream);
    if (this.#streams.size > 0) return;
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
  }

  heldFrom(place: number, most: number): readonly ServiceEvent[] {
    const from = place - this.heldAfter;
    return this.#held.slice(from, from + most);
  }

  /** Reads appended events, of this process or another, and wakes the streams. */
  refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** Does the same as `refresh` if there are streams. Never rejects. */
  async nudge(): Promise<void> {
    if (this.#streams.size > 0) await this.refresh().catch(() => undefined);
  }

  /** Ends every stream, and every one that is opened from now on, with the wish to come again. */
  async drain(): Promise<void> {
    this.isDraining = true;
    await this.#wake(() => true);
  }

  async #read(): Promise<void> {
    const { log } = this.#options;
    // Places without a stream are not read: a stream that wants them reads the store itself.
    const head = await log.newest();
    if (this.#head === undefined || head - this.#head > MOST_HELD) {
      this.#head = head;
      this.#held = [];
    }
    const before = this.#head;
    while (this.#head < head) {
      const page = await log.after(this.#head, PAGE);
      if (page.length === 0) break;
      const areas = this.#options.areas();
      this.#held.push(...page.map((logged) => eventOf(areas, logged)));
      this.#head = page.at(-1)!.seq;
    }
    if (this.#held.length > MOST_HELD) this.#held = this.#held.slice(-MOST_HELD);
    if (this.#head > before) await this.#wake(() => true);
  }

  #tick(): void {
    void this.nudge();
    const now = this.#options.now();
    void this.#wake(({ principal, openedAt }) => !this.#options.isGood(principal, openedAt, now));
  }

  #beat(): void {
    this.beats += 1;
    void this.#wake(() => true);
  }

  /** Wakes streams in slices, so that two thousand streams hold up no other request. */
  async #wake(which: (stream: EventStream) => boolean): Promise<void> {
    let woken = 0;
    for (const stream of [...this.#streams]) {
      if (!which(stream)) continue;
      stream.wake();
      woken += 1;
      if (woken % WOKEN_AT_A_TIME === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
