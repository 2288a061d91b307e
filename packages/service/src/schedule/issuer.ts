import { type Area, type AreaId, type Areas, type EpochMs, ServiceError, type VintageStore } from '@loadcast/core';
import { type Clock, type Log, turns } from '@loadcast/observe';
import type { Leadership } from '../wiring/leadership.js';
import { dueIssue, type IssueReason } from './due-issue.js';
import type { DueForecast, MakeForecast } from './make-forecast.js';
import type { NewestActuals, NewestLoadKnown } from './newest-actuals.js';
import type { RetryTimes } from './retry-times.js';
import type { ServiceObserver } from './service-observer.js';

export interface IssuerDeps {
  readonly clock: Clock;
  areas(): Areas;
  readonly vintages: VintageStore;
  readonly makeForecast: MakeForecast;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  readonly observer: ServiceObserver;
  readonly leadership: Leadership;
  readonly newestActuals: NewestActuals;
  readonly retries: RetryTimes;
}

/** Finds the forecasts that are due, and has them made. */
export class Issuer {
  private readonly deps: IssuerDeps;
  private readonly inTurn = turns();
  readonly underWay = new Map<AreaId, Promise<void>>();

  private readonly withoutForecast = new Set<AreaId>();

  constructor(deps: IssuerDeps) {
    this.deps = deps;
  }

  /** Whether some area had no forecast at all when this last looked. */
  get lacksForecasts(): boolean {
    return this.withoutForecast.size > 0;
  }

  /** Issues due forecasts. An area whose forecast is under way is not started again. Never rejects. */
  async issue(): Promise<void> {
    const { clock, areas, log, newestActuals } = this.deps;
    const plannedAt = clock.now();
    const newest = await newestActuals.read(plannedAt).catch((error: unknown) => {
      log.error({ err: error }, 'actuals cannot be read; only gate forecasts are issued');
      return new Map<AreaId, NewestLoadKnown>();
    });
    await Promise.all(areas().list.map((area) => this.issueArea(area, newest.get(area.id) ?? {}, plannedAt)));
  }

  private issueArea(area: Area, newestKnown: NewestLoadKnown, plannedAt: EpochMs): Promise<void> {
    const running =
      this.underWay.get(area.id) ??
      this.issueDue(area, newestKnown, plannedAt).finally(() => this.underWay.delete(area.id));
    this.underWay.set(area.id, running);
    return running;
  }

  private async issueDue(area: Area, newestKnown: NewestLoadKnown, plannedAt: EpochMs): Promise<void> {
    const { clock, vintages, leadership, retries } = this.deps;
    const { clears } = retries;
    let reason: IssueReason | undefined;
    try {
      const before = await this.inTurn(() => vintages.newest(area.id, clock.now()));
      const now = clock.now();
      if (before) this.withoutForecast.delete(area.id);
      else this.withoutForecast.add(area.id);
      reason = dueIssue(area, now, before, newestKnown);
      if (!reason || leadership.signal.aborted) return;
      // A gate's forecast is not delayed by earlier failures.
      if (reason !== 'gate' && !retries.isDue(area.id, now)) return;
      const newestIssuedAt = before?.issuedAt;
      await this.issueNow({ areaId: area.id, reason, issuedAt: clock.now(), plannedAt, newestIssuedAt });
    } catch (error) {
      this.reportFailure(area, reason, error, clears);
      // New data came during this attempt, and no second one of an area is made beside it.
      if (clears !== retries.clears && !leadership.signal.aborted) await this.issueDue(area, newestKnown, plannedAt);
    }
  }

  private async issueNow(due: DueForecast): Promise<void> {
    const { clock, makeForecast, log, observer, retries } = this.deps;
    const { areaId, reason } = due;
    const made = await makeForecast(due);
    if (made.outcome === 'superseded') return;
    retries.succeeded(areaId);
    observer.issued({ areaId, outcome: made.outcome, reason, at: clock.now() });
    const { model, excludedInputs } = made;
    log.info({ area: areaId, reason, model, excludedInputs, kept: made.outcome === 'kept' }, 'issued');
  }

  private reportFailure(area: Area, reason: IssueReason | undefined, error: unknown, clears: number): void {
    const { clock, log, observer, leadership, retries } = this.deps;
    if (leadership.signal.aborted) return;
    const at = clock.now();
    retries.failed(area.id, at, clears);
    const hasNoData = error instanceof ServiceError && error.code === 'no_data';
    observer.issued({ areaId: area.id, outcome: hasNoData ? 'no_data' : 'failed', reason, at });
    if (hasNoData) log.warn({ area: area.id, reason: error.message }, 'no forecast can be issued');
    else log.error({ err: error, area: area.id }, 'forecast failed; the newest vintage is served');
  }
}
