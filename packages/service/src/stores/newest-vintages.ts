import type { AreaId, Vintage, VintageStore } from '@loadcast/core';

/** Later than any availability. */
export const ANY_TIME = Number.MAX_SAFE_INTEGER;

interface NewestOfArea {
  readonly newest: Vintage;
  /** The one that was newest before. */
  readonly before: Vintage | undefined;
}

/** The newest vintage of every area in memory, read from a store; what cannot be read is tried again. */
export class NewestVintages {
  private readonly store: Pick<VintageStore, 'newest'>;
  private readonly retryMs: number;
  private readonly held = new Map<AreaId, NewestOfArea>();
  private readonly reading = new Map<AreaId, { again: boolean; done: Promise<void> }>();
  /** Areas whose last read failed. */
  private readonly behind = new Set<AreaId>();
  private retry: NodeJS.Timeout | undefined;
  /** Grows with every vintage that is held newly. */
  version = 0;

  constructor(store: Pick<VintageStore, 'newest'>, retryMs: number) {
    this.store = store;
    this.retryMs = retryMs;
  }

  of(areaId: AreaId): NewestOfArea | undefined {
    return this.held.get(areaId);
  }

  /** Whether the last read of every area succeeded. */
  get isUpToDate(): boolean {
    return this.behind.size === 0;
  }

  /** Holds a vintage if it is newer than the one held. */
  keep(vintage: Vintage | undefined): void {
    if (!vintage) return;
    const newest = this.held.get(vintage.areaId)?.newest;
    if (newest && newest.issuedAt >= vintage.issuedAt) return;
    this.held.set(vintage.areaId, { newest: vintage, before: newest });
    this.version++;
  }

  /** Reads an area's newest vintage. A call during a read is followed by another read: the first may have begun before. */
  readAgain(areaId: AreaId): Promise<void> {
    const running = this.reading.get(areaId);
    if (running) {
      running.again = true;
      return running.done;
    }
    const state = { again: false, done: Promise.resolve() };
    state.done = (async () => {
      do {
        state.again = false;
        await this.readNewest(areaId);
      } while (state.again);
      this.reading.delete(areaId);
    })();
    this.reading.set(areaId, state);
    return state.done;
  }

  close(): void {
    clearTimeout(this.retry);
  }

  private async readNewest(areaId: AreaId): Promise<void> {
    try {
      this.keep(await this.store.newest(areaId, ANY_TIME));
      this.behind.delete(areaId);
    } catch {
      this.behind.add(areaId);
      this.retry ??= setTimeout(() => {
        this.retry = undefined;
        for (const id of this.behind) void this.readAgain(id);
      }, this.retryMs);
      this.retry.unref();
    }
  }
}
