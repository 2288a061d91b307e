import { type Areas, type EpochMs, type LoadSource, MINUTE_MS } from '@loadcast/core';
import { withDeadline } from '@loadcast/sources/deadline';
import type { Leadership } from '../wiring/leadership.js';
import { createLoadPolls, type LoadPollDeps, type LoadPolls } from './load-polls.js';
import { ledgerName, notePoll } from './poll-notes.js';

const POLL_EVERY_MS = 10 * MINUTE_MS;
const POLL_AGAIN_MS = 2 * MINUTE_MS;
/** A poll that takes longer than this is given up, so that the next one can begin. */
const POLL_DEADLINE_MS = 9 * MINUTE_MS;

export interface PollerDeps extends Omit<LoadPollDeps, 'source'> {
  /** Absent when nothing is followed: forecasts are still issued from what the store holds. */
  readonly source: LoadSource | undefined;
  /** The areas whose load the source has. Its reads begin anew once there are others. */
  sourceAreas(): Areas;
  readonly leadership: Leadership;
  /** Polls the weather; resolves to whether anything was new. */
  readonly pollWeather?: ((now: EpochMs, signal: AbortSignal) => Promise<boolean>) | undefined;
  /** Polls the operators' feeds, likewise; never rejects. */
  readonly pollFeeds?: ((now: EpochMs, signal: AbortSignal) => Promise<boolean>) | undefined;
  /** Called when a poll has stored something new. */
  onNews(): Promise<void>;
}

/** Reads the load source and the weather into the store. */
export class Poller {
  private readonly deps: PollerDeps;
  private loadPolls: LoadPolls | undefined;
  private areas: Areas | undefined;
  private nextPollAt = Number.NEGATIVE_INFINITY;
  underWay: Promise<void> | undefined;

  constructor(deps: PollerDeps) {
    this.deps = deps;
  }

  /** Polls if that is due. Never more than one poll at a time. Never rejects. */
  poll(): Promise<void> {
    this.underWay ??= this.pollOnce().finally(() => {
      this.underWay = undefined;
    });
    return this.underWay;
  }

  /** The next call of `poll` polls, whenever the last one was. */
  pollSoon(): void {
    this.nextPollAt = Number.NEGATIVE_INFINITY;
  }

  private async pollOnce(): Promise<void> {
    const { clock, source, leadership, onNews } = this.deps;
    const askedAt = clock.now();
    const areas = this.deps.sourceAreas();
    if (areas !== this.areas) {
      this.areas = areas;
      this.loadPolls = source && createLoadPolls({ ...this.deps, source }); // begins with all weeks again
      this.pollSoon();
    }
    if (askedAt < this.nextPollAt) return;
    this.nextPollAt = askedAt + POLL_EVERY_MS;
    await withDeadline(leadership.signal, POLL_DEADLINE_MS, 'a poll', async (signal) => {
      // Independent of each other: slow weather does not delay new load.
      const load = this.pollLoad(askedAt, signal);
      const deep = load.then(async () => (await this.loadPolls?.deep(askedAt, signal))?.isNew ?? false);
      const feeds = this.deps.pollFeeds?.(askedAt, signal) ?? Promise.resolve(false);
      const polls = [load, deep, this.pollWeather(askedAt, signal), feeds];
      await Promise.all(polls.map(async (hasNews) => (await hasNews) && onNews()));
    });
  }

  private async pollLoad(askedAt: EpochMs, signal: AbortSignal): Promise<boolean> {
    if (!this.loadPolls) return false;
    const { isNew, failed } = await this.loadPolls.shallow(askedAt, signal);
    if (failed && !this.deps.leadership.signal.aborted) this.nextPollAt = askedAt + POLL_AGAIN_MS;
    return isNew;
  }

  private async pollWeather(askedAt: EpochMs, signal: AbortSignal): Promise<boolean> {
    const { pollWeather, log, leadership } = this.deps;
    // No hours of load come with it. A call at which none was due brings nothing, and is no poll.
    const poll = { source: ledgerName.weather(), askedAt, newHours: 0, restatedHours: 0 };
    try {
      const isNew = (await pollWeather?.(askedAt, signal)) ?? false;
      if (isNew) await notePoll(this.deps, poll);
      return isNew;
    } catch (error) {
      if (leadership.signal.aborted) return false;
      log.error({ err: error }, 'weather poll failed');
      await notePoll(this.deps, { ...poll, failure: { error } });
      return false;
    }
  }
}
