import type { AreaId, EpochMs, Vintage, VintageStore } from '@loadcast/core';
import { BudgetMap } from '@loadcast/core/budgets';
import { turns } from '@loadcast/observe';

/** Later than any availability. */
export const ANY_TIME = Number.MAX_SAFE_INTEGER;

const ABSENT = Number.NEGATIVE_INFINITY;

interface NewestOfArea {
  /** Undefined: the area has no run. */
  readonly newest: Vintage | undefined;
  /** The one that was newest before. */
  readonly before: Vintage | undefined;
}

/** The newest vintages of areas that were read, kept in memory; what cannot be read again is tried until it can. */
export class NewestVintages {
  private readonly store: Pick<VintageStore, 'newest'>;
  private readonly retryMs: number;
  private readonly held = new BudgetMap<AreaId, NewestOfArea>('newest_runs');
  private readonly reading = new Map<AreaId, { again: boolean; done: Promise<void> }>();
  /** Areas whose last read failed. */
  private readonly behind = new Set<AreaId>();
  private retry: NodeJS.Timeout | undefined;
  /** Grows with every vintage that takes the place of another. */
  version = 0;

  constructor(store: Pick<VintageStore, 'newest'>, retryMs: number) {
    this.store = store;
    this.retryMs = retryMs;
  }

  of(areaId: AreaId): NewestOfArea | undefined {
    return this.held.get(areaId);
  }

  /** Whether the last read of every area in memory succeeded. */
  get isUpToDate(): boolean {
    return this.behind.size === 0;
  }

  /** Holds a vintage of an area if it is newer than the one held. */
  keep(areaId: AreaId, vintage: Vintage | undefined): NewestOfArea {
    const known = this.held.get(areaId);
    if (known && (!vintage || (known.newest && known.newest.issuedAt >= vintage.issuedAt))) return known;
    const kept = { newest: vintage, before: known?.newest };
    this.held.set(areaId, kept);
    if (known) this.version++;
    return kept;
  }

  /** Notes a vintage that the store has kept. It need not be the newest of an area that is not held. */
  appended(vintage: Vintage): void {
    const { areaId } = vintage;
    if (this.held.has(areaId)) this.keep(areaId, vintage);
    const running = this.reading.get(areaId);
    if (running) running.again = true;
  }

  /** Reads an area that is not held. @throws any error of the store */
  async readFirst(areaId: AreaId): Promise<NewestOfArea> {
    await this.readAgain(areaId);
    return this.of(areaId) ?? this.keep(areaId, await this.store.newest(areaId, ANY_TIME));
  }

  /** Reads those areas in memory again that have a newer run than the one held. Undefined: all of them. */
  async readChanged(changed: ReadonlyMap<AreaId, EpochMs> | undefined): Promise<void> {
    const isBehind = (areaId: AreaId): boolean =>
      !changed || (changed.get(areaId) ?? ABSENT) > (this.of(areaId)?.newest?.issuedAt ?? ABSENT);
    await this.readEach([...new Set([...this.held.keys(), ...this.reading.keys()])].filter(isBehind));
  }

  private async readEach(areaIds: readonly AreaId[]): Promise<void> {
    const inTurn = turns();
    await Promise.all(areaIds.map((areaId) => inTurn(() => this.readAgain(areaId))));
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
      this.keep(areaId, await this.store.newest(areaId, ANY_TIME));
      this.behind.delete(areaId);
    } catch {
      this.behind.add(areaId);
      this.retry ??= setTimeout(() => {
        this.retry = undefined;
        void this.readEach([...this.behind]);
      }, this.retryMs);
      this.retry.unref();
    }
  }
}
