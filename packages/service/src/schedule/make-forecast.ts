import type { EpochMs, VintageStore } from '@loadcast/core';
import type { Clock } from '@loadcast/observe';
import type { ForecastRunner } from '../forecasting/forecast-runner.js';
import { publish } from '../forecasting/publish.js';
import type { Leadership } from '../wiring/leadership.js';
import type { IssueReason } from './due-issue.js';

export interface DueForecast {
  readonly areaId: string;
  readonly reason: IssueReason;
  readonly issuedAt: EpochMs;
  /** When the round that found it due began. */
  readonly plannedAt: EpochMs;
  /** When the area's newest run was issued; undefined without one. */
  readonly newestIssuedAt: EpochMs | undefined;
}

/** `superseded`: another process has issued since, and nothing was kept. `refused`: the store has a run of that instant. */
export type MadeForecast =
  | { readonly outcome: 'superseded' }
  | {
      readonly outcome: 'kept' | 'refused';
      readonly model: string;
      readonly excludedInputs: readonly string[];
    };

/** Makes a due forecast and keeps it, wherever that is done. @throws {ServiceError} `no_data` */
export type MakeForecast = (due: DueForecast) => Promise<MadeForecast>;

interface OwnDeps {
  readonly clock: Clock;
  readonly vintages: VintageStore;
  readonly runner: ForecastRunner;
  readonly leadership: Leadership;
}

export const makeForecastHere =
  ({ clock, vintages, runner, leadership }: OwnDeps): MakeForecast =>
  async ({ areaId, issuedAt, newestIssuedAt }) => {
    const forecast = await runner.issue(areaId, issuedAt);
    const since = await vintages.newest(areaId, clock.now());
    if (leadership.signal.aborted || since?.issuedAt !== newestIssuedAt) return { outcome: 'superseded' };
    const kept = await publish(vintages, areaId, issuedAt, clock.now(), forecast);
    return { outcome: kept ? 'kept' : 'refused', model: forecast.model.name, excludedInputs: forecast.excludedInputs };
  };
