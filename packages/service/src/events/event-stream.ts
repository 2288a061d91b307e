import type { EpochMs } from '@loadcast/core';
import type { Principal } from '@loadcast/formats';
import { eventId, eventOf, passes, type ServiceEvent } from './service-event.js';
import type { FeedOptions, FeedView, StreamEnd, StreamWishes } from './stream-options.js';

const PAGE = 500;
/** Events in one part of the answer: its reader takes it before the next is made. */
const EVENTS_A_PART = 50;
const BEAT = Buffer.from(':\n\n');

/** One answer of `/v1/events`: parts of server-sent events. Holds a place, and nothing that it has not yet sent. */
export class EventStream implements AsyncIterableIterator<Uint8Array> {
  readonly #feed: FeedView<EventStream>;
  readonly #options: FeedOptions;
  readonly #wishes: StreamWishes;
  /** The place of the last event that was looked at; undefined before the beginning. */
  #place: number | undefined;
  /** Whether it has reached the events in memory: from then on it must keep up. */
  #isLive = false;
  #isOver = false;
  readonly openedAt: EpochMs;
  #beats = 0;
  #waiting: (() => void) | undefined;
  /** Whether it was woken since it last looked: it may have been while it was reading, and must look again then. */
  #isWoken = false;

  constructor(feed: FeedView<EventStream>, options: FeedOptions, wishes: StreamWishes) {
    this.#feed = feed;
    this.#options = options;
    this.#wishes = wishes;
    this.openedAt = options.now();
  }

  get principal(): Principal {
    return this.#wishes.principal;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  wake(): void {
    this.#isWoken = true;
    this.#waiting?.();
    this.#waiting = undefined;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    if (this.#isOver) return { done: true, value: undefined };
    if (this.#place === undefined) {
      return this.#begin();
    }
    for (;;) {
      this.#isWoken = false;
      const end = this.#mustEnd();
      if (end) return this.#end(end);
      const text = await this.#textAfter();
      if (text !== '') return part(text);
      if (this.#beats !== this.#feed.beats) {
        this.#beats = this.#feed.beats;
        return { done: false, value: BEAT };
      }
      if (this.#isWoken || this.#place < this.#feed.head) continue;
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
      });
      if (this.#isOver) return { done: true, value: undefined };
    }
  }

  async #begin(): Promise<IteratorResult<Uint8Array>> {
    const { after = 0 } = this.#wishes;
    await this.#feed.begin(this);
    // The reading that `begin` waited for may have started before another gateway appended that event.
    if (after > this.#feed.head) await this.#feed.refresh();
    const { head, beats } = this.#feed;
    this.#beats = beats;
    this.#place = Math.min(this.#wishes.after ?? head, head);
    return part(`retry: 3000\n: events of Loadcast\n\n${after > head ? resumedAfter(head, after) : ''}`);
  }

  /** Its reader has left. */
  async return(): Promise<IteratorResult<Uint8Array>> {
    this.#close();
    return { done: true, value: undefined };
  }

  #mustEnd(): StreamEnd | undefined {
    if (this.#feed.isDraining) return 'draining';
    if (!this.#options.isGood(this.principal, this.openedAt, this.#options.now())) return 'key';
    return this.#isLive && this.#place! < this.#feed.heldAfter ? 'slow' : undefined;
  }

  /** The next matching events, as they are sent; empty where none of the scanned ones match. */
  async #textAfter(): Promise<string> {
    const place = this.#place!;
    if (place >= this.#feed.heldAfter) {
      this.#isLive = true;
      return this.#textOf(this.#feed.heldFrom(place, EVENTS_A_PART));
    }
    const areas = this.#options.areas();
    const page = (await this.#options.log.after(place, PAGE)).map((logged) => eventOf(areas, logged));
    if (page.length === 0) this.#place = this.#feed.head;
    return this.#textOf(page);
  }

  #textOf(events: readonly ServiceEvent[]): string {
    const { filter, principal } = this.#wishes;
    const now = this.#options.now();
    this.#place = events.at(-1)?.seq ?? this.#place;
    return events
      .filter((event) => passes(filter, principal, now, event))
      .map(({ seq, type, json }) => `id: ${eventId(seq)}\nevent: ${type}\ndata: ${json}\n\n`)
      .join('');
  }

  /** The last part names when to come again: at once where others serve, in turn where this gateway is restarted. */
  #end(reason: StreamEnd): IteratorResult<Uint8Array> {
    this.#close();
    this.#options.ended?.(reason);
    return part(`retry: ${1_000 + Math.floor(Math.random() * 4_000)}\n\n`);
  }

  #close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#feed.end(this);
    this.wake();
  }
}

const part = (text: string): IteratorResult<Uint8Array> => ({ done: false, value: Buffer.from(text) });

/** The id alone, without data, is no event: it replaces the one that the reader would send again. */
const resumedAfter = (head: number, asked: number): string =>
  `id: ${eventId(head)}\n: Last-Event-ID ${eventId(asked)} is newer than the log, as after a restore; resumed after ${eventId(head)}\n\n`;
