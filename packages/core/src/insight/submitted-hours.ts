import type { ScoredForecast } from '../accuracy/error-sums.js';
import { decidingInstants } from '../reads/forecast-window.js';
import { type EpochMs, HOUR_MS } from '../time/instant.js';
import type { Window } from '../time/window.js';
import type { ForecastHoursQuery } from './forecast-hours.js';

/** Something that a forecaster handed in: a run, or the withdrawal of one. */
export interface Submitted {
  /** 1, 2, 3, ... in the order of arrival. */
  readonly position: number;
  /** Never before that of the position before. */
  readonly receivedAt: EpochMs;
  /** The position of the run that it withdraws; null: it is a run. */
  readonly withdraws: number | null;
  /** Its hours, MW; NaN where there is no bound. */
  readonly hours: readonly { start: EpochMs; valueMw: number; p10Mw: number; p90Mw: number }[];
}

/** Submissions of a forecaster for an area that have hours in a window, and were there at an instant. */
export interface SubmittedQuery {
  readonly forecasterId: string;
  readonly areaId: string;
  readonly window: Window;
  readonly asOf: EpochMs;
  /** Only positions before this one, for the next page. */
  readonly before: number;
  readonly most: number;
}

/** Who hands in forecasts, as known at an instant. */
export interface KnownForecaster {
  readonly id: string;
  readonly accountId: string;
  /** 1: its scores are for everyone; 0: its account alone sees it. */
  readonly isPublic: number;
}

/** Forecasters of accounts, and what they handed in. */
export interface ForecasterReader {
  /** The forecaster as it was known at an instant. */
  find(id: string, asOf: EpochMs): Promise<KnownForecaster | undefined>;
  /** Those that a query asks for, newest first. */
  known(query: SubmittedQuery): Promise<readonly Submitted[]>;
}

export interface SubmittedDeps {
  readonly forecasters: Pick<ForecasterReader, 'known'>;
  /** Called between pages. */
  readonly pause?: (() => Promise<void>) | undefined;
}

/** Submissions read at a time: of 16 days of hours each they take 2 MB. */
const PAGE = 50;

/**
 * The forecast of a forecaster for each hour of a window, by the run that counts for it: the newest that was there at the
 * hour's gate or lead, has the hour, and was not withdrawn by then. A run that came later changes nothing, and neither
 * does a withdrawal.
 */
export async function submittedHours(
  { forecasters, pause }: SubmittedDeps,
  { area, window, asOf, choice, forecasterId }: ForecastHoursQuery & { readonly forecasterId: string },
): Promise<ScoredForecast> {
  const instants = decidingInstants({ area, window, asOf, choice }, Math.round((window.end - window.start) / HOUR_MS));
  const missing = () => new Float64Array(instants.length).fill(Number.NaN);
  const found = { valueMw: missing(), p10Mw: missing(), p90Mw: missing() };
  const withdrawnAt = new Map<number, EpochMs>();
  const last = instants.reduce((latest, at) => (at <= asOf ? Math.max(latest, at) : latest), Number.NEGATIVE_INFINITY);
  if (last === Number.NEGATIVE_INFINITY) return found;
  const query = { forecasterId, areaId: area.id, window, asOf: last, most: PAGE };
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const page = await forecasters.known({ ...query, before });
    for (const { position, receivedAt, withdraws, hours } of page) {
      before = position;
      if (withdraws !== null) withdrawnAt.set(withdraws, receivedAt);
      const goneAt = withdrawnAt.get(position) ?? Number.POSITIVE_INFINITY;
      for (const { start, ...values } of hours) {
        const hour = (start - window.start) / HOUR_MS;
        const counted = instants[hour] ?? Number.NaN;
        const counts = counted <= asOf && receivedAt <= counted && goneAt > counted;
        if (!counts || !Number.isNaN(found.valueMw[hour]!)) continue;
        for (const column of ['valueMw', 'p10Mw', 'p90Mw'] as const) found[column][hour] = values[column];
      }
    }
    if (page.length < PAGE) return found;
    await pause?.();
  }
}
