import { type Area, type AreaId, type EpochMs, MINUTE_MS } from '@loadcast/core';
import { newestHour } from '@loadcast/core/series';
import { createPause } from '@loadcast/formats';
import { OLDEST_LOAD_MS } from './old-load.js';
import type { Runtime } from './runtime.js';
import { GATE_LEAD_MS, newestGateIssue } from './schedule/due-issue.js';
import type { Issued } from './schedule/service-observer.js';

/** An area without a forecast is waited for so long after the start: one that fails must not keep the others from being served. */
const PATIENCE_MS = 10 * MINUTE_MS;

export type Counted = Pick<Runtime, 'areas' | 'actuals' | 'vintages' | 'clock' | 'store' | 'backfillsGates'>;

/** Which areas have a forecast, which get one, and whose newest past gate is still to be played. Empty until first counted. */
export class ForecastCount {
  private readonly runtime: Counted;
  private readonly startedAt: EpochMs;
  private readonly tried = new Set<AreaId>();
  private lacking: readonly AreaId[] = [];
  private gateless: readonly AreaId[] = [];
  private gatesArePlayed: boolean;
  private counting: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;
  areas = 0;

  constructor(runtime: Counted) {
    this.runtime = runtime;
    this.startedAt = runtime.clock.now();
    this.gatesArePlayed = !runtime.backfillsGates;
  }

  get expected(): number {
    return this.runtime.areas().list.length;
  }

  get isComplete(): boolean {
    return this.areas >= this.expected;
  }

  /** Areas whose first forecast is on its way: load of them is known, and no attempt has shown that it is not enough. */
  get awaited(): readonly AreaId[] {
    if (this.runtime.clock.now() - this.startedAt > PATIENCE_MS) return [];
    return this.lacking.filter((id) => !this.tried.has(id));
  }

  /** Areas whose newest past gate is still to be played, where past gates are: their market runs answer nothing yet. */
  get withoutGate(): readonly AreaId[] {
    return this.gatesArePlayed ? [] : this.gateless;
  }

  /** Why market runs are not whole yet, in words. */
  get words(): string | undefined {
    const { length } = this.withoutGate;
    if (length === 0) return undefined;
    return `past gates are being forecast, the newest first: ${length} of ${this.areas} areas have no forecast of their newest gate yet`;
  }

  /** Receives the outcome of each attempt of this process to issue. */
  issued({ areaId, outcome }: Pick<Issued, 'areaId' | 'outcome'>): void {
    if (outcome === 'no_data' || outcome === 'failed') this.tried.add(areaId);
    this.changed();
  }

  /** This process has played all past gates that can be. */
  gatesPlayed(): void {
    this.gatesArePlayed = true;
  }

  /**
   * Counts. One count runs at a time, and asks the store one question at a time, however often this is called: a backfill
   * announces hundreds of vintages.
   *
   * @returns resolves with a count that began after the call
   */
  recount(): Promise<void> {
    this.next ??= this.counting
      .catch(() => undefined)
      .then(() => {
        this.counting = this.next!;
        this.next = undefined;
        return this.countAll();
      });
    return this.next;
  }

  private async countAll(): Promise<void> {
    const now = this.runtime.clock.now();
    const counts: Awaited<ReturnType<typeof this.countArea>>[] = [];
    const pause = createPause();
    for (const area of this.runtime.areas().list) {
      counts.push(await this.countArea(area, now));
      await pause(); // the first question about a market's clock makes the table of its zone
    }
    this.areas = counts.filter(({ hasForecast }) => hasForecast).length;
    this.lacking = counts.filter(({ hasForecast, hasLoad }) => hasLoad && !hasForecast).map(({ id }) => id);
    this.gateless = counts.filter(({ hasForecast, hasGate }) => hasForecast && !hasGate).map(({ id }) => id);
    if (this.isComplete && this.gateless.length === 0) this.gatesArePlayed = true;
  }

  /** Recounts, unless the counts can no longer change. */
  changed(): void {
    if (!this.isComplete || !this.gatesArePlayed) void this.recount().catch(() => undefined);
  }

  /** Recounts with every vintage of any process. @returns what ends it */
  follow(): () => void {
    return this.runtime.store.onVintage(() => this.changed());
  }

  private async countArea(area: Area, now: EpochMs) {
    const { vintages, actuals } = this.runtime;
    const hasForecast = (await vintages.count(area.id, now)) > 0;
    const gate = newestGateIssue(area, now) + GATE_LEAD_MS;
    const hasGate = this.gatesArePlayed || (await vintages.count(area.id, gate)) > 0;
    const load = hasForecast ? undefined : await actuals.read({ series: area.series, measure: 'demand' });
    const hasLoad = load !== undefined && (newestHour(load, now) ?? Number.NEGATIVE_INFINITY) > now - OLDEST_LOAD_MS;
    return { id: area.id, hasForecast, hasGate, hasLoad };
  }
}
