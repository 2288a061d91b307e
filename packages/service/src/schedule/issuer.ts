import { type Area, type AreaId, type Areas, type EpochMs, ServiceError, type VintageStore } from '@loadcast/core';
import type { Clock, Log } from '@loadcast/observe';
import type { ForecastRunner } from '../forecasting/forecast-runner.js';
import { publish } from '../forecasting/publish.js';
import type { Leadership } from '../wiring/leadership.js';
import { dueIssue, type IssueReason } from './due-issue.js';
import type { NewestActuals, NewestLoadKnown } from './newest-actuals.js';
import type { RetryTimes } from './retry-times.js';
import type { ServiceObserver } from './service-observer.js';

export interface IssuerDeps {
  readonly clock: Clock;
  areas(): Areas;
  readonly vintages: VintageStore;
  readonly runner: ForecastRunner;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  readonly observer: ServiceObserver;
  readonly leadership: Leadership;
  readonly newestActuals: NewestActuals;
  readonly retries: RetryTimes;
}

/** Issues the forecasts that are due and appends them to the vintage store. */
export class Issuer {
  private readonly deps: IssuerDeps;
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
    const newest = await newestActuals.read(clock.now()).catch((error: unknown) => {
      log.error({ err: error }, 'actuals cannot be read; only gate forecasts are issued');
      return new Map<AreaId, NewestLoadKnown>();
    });
    await Promise.all(areas().list.map((area) => this.issueArea(area, newest.get(area.id) ?? {})));
  }

  private issueArea(area: Area, newestKnown: NewestLoadKnown): Promise<void> {
    const running =
      this.underWay.get(area.id) ?? this.issueDue(area, newestKnown).finally(() => this.underWay.delete(area.id));
    this.underWay.set(area.id, running);
    return running;
  }

  private async issueDue(area: Area, newestKnown: NewestLoadKnown): Promise<void> {
    const { clock, vintages, leadership, retries } = this.deps;
    const now = clock.now();
    let reason: IssueReason | undefined;
    try {
      const before = await vintages.newest(area.id, now);
      if (before) this.withoutForecast.delete(area.id);
      else this.withoutForecast.add(area.id);
      reason = dueIssue(area, now, before, newestKnown);
      if (!reason || leadership.signal.aborted) return;
      // A gate's forecast is not delayed by earlier failures.
      if (reason !== 'gate' && !retries.isDue(area.id, now)) return;
      await this.issueNow(area, reason, before?.issuedAt);
    } catch (error) {
      this.reportFailure(area, reason, error);
    }
  }

  /** @param newestIssuedAt of the newest vintage before; when another process has issued since, nothing is appended */
  private async issueNow(area: Area, reason: IssueReason, newestIssuedAt: EpochMs | undefined): Promise<void> {
    const { clock, vintages, runner, log, observer, leadership, retries } = this.deps;
    const issuedAt = clock.now();
    const forecast = await runner.issue(area.id, issuedAt);
    const since = await vintages.newest(area.id, clock.now());
    if (leadership.signal.aborted || since?.issuedAt !== newestIssuedAt) return;
    const kept = await publish(vintages, area.id, issuedAt, clock.now(), forecast);
    retries.succeeded(area.id);
    observer.issued({ areaId: area.id, outcome: kept ? 'kept' : 'refused', reason, at: clock.now() });
    const { model, excludedInputs } = forecast;
    log.info({ area: area.id, reason, model: model.name, excludedInputs, kept }, 'issued');
  }

  private reportFailure(area: Area, reason: IssueReason | undefined, error: unknown): void {
    const { clock, log, observer, leadership, retries } = this.deps;
    if (leadership.signal.aborted) return;
    const at = clock.now();
    retries.failed(area.id, at);
    const hasNoData = error instanceof ServiceError && error.code === 'no_data';
    observer.issued({ areaId: area.id, outcome: hasNoData ? 'no_data' : 'failed', reason, at });
    if (hasNoData) log.warn({ area: area.id, reason: error.message }, 'no forecast can be issued');
    else log.error({ err: error, area: area.id }, 'forecast failed; the newest vintage is served');
  }
}
