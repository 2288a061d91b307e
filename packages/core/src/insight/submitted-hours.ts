import { pastInstants } from '../reads/forecast-window.js';
import { type EpochMs, HOUR_MS } from '../time/instant.js';
import type { Window } from '../time/window.js';
import type { ForecastLines } from '../vintages/vintage.js';
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

/** A submission in its place in the chain of its forecaster, without its hours. */
export interface SealedSubmission extends Omit<Submitted, 'hours'> {
  /** Start of its first hour, and end of its last. */
  readonly startAt: EpochMs;
  readonly endAt: EpochMs;
  /** Digest of it, and of it with all before it. */
  readonly sha256: string;
  readonly link: string;
  /** The weights of a blend, as `weightsText` writes them. */
  readonly weights?: string | undefined;
}

/** Submissions of a forecaster for an area that were there at an instant. */
export interface SubmittedQuery {
  readonly forecasterId: string;
  readonly areaId: string;
  /** The hours that it is for, or when it arrived. */
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
  readonly name: string;
  /** Market runs whose gates it hands in for, comma separated. */
  readonly gates: string;
  /** 1: its scores are for everyone; 0: its account alone sees it. */
  readonly isPublic: number;
}

/** Public forecasters of an area, as known at an instant. */
export interface PublicQuery {
  readonly areaId: string;
  readonly asOf: EpochMs;
  /** Those that were retired before it are left out. */
  readonly since: EpochMs;
  readonly most: number;
}

/** Forecasters of accounts, and what they handed in. */
export interface ForecasterReader {
  /** The forecaster as it was known at an instant. */
  find(id: string, asOf: EpochMs): Promise<KnownForecaster | undefined>;
  /** Those that are public, the one that is so for the longest time first. */
  listPublic(query: PublicQuery): Promise<readonly KnownForecaster[]>;
  /** Submissions that have hours in the window, newest first. */
  known(query: SubmittedQuery): Promise<readonly Submitted[]>;
  /** Submissions that arrived in the window, newest first. */
  received(query: SubmittedQuery): Promise<readonly SealedSubmission[]>;
}

/** The forecaster as an account could see it at an instant: a public one, or one of its own. */
export async function visibleTo(
  accountId: string | undefined,
  forecasters: Pick<ForecasterReader, 'find'>,
  id: string,
  asOf: EpochMs,
): Promise<KnownForecaster | undefined> {
  const found = await forecasters.find(id, asOf);
  return found && (found.isPublic === 1 || found.accountId === accountId) ? found : undefined;
}

/** The tree of the submissions of all forecasters, which the service signs. Hashes are base64. */
export interface SubmissionLog {
  /** The key of its checkpoints, as `loadcast verify --key` takes it. */
  readonly key: string;
  /** How many submissions it has now. */
  size(): Promise<number>;
  /** The signed root of the tree of the first `size` submissions. */
  checkpoint(size: number): Promise<string>;
  /** Shows that a submission is among the first `size`. @param leaf less than `size` */
  inclusion(leaf: number, size: number): Promise<string[]>;
  /** Shows that the first `from` of the first `size` are the same ones. @param from up to `size` */
  consistency(from: number, size: number): Promise<string[]>;
}

export interface SubmittedDeps {
  readonly forecasters: Pick<ForecasterReader, 'known'>;
  /** Called between pages. */
  readonly pause?: (() => Promise<void>) | undefined;
}

/** The forecast of a forecaster for each hour of a window, MW, and when its run arrived; NaN where there is none. */
export interface SubmittedHours extends ForecastLines {
  readonly receivedAt: Float64Array;
}

/** Submissions read at a time: of 16 days of hours each they take 2 MB. */
const PAGE = 50;

/** The forecast of a forecaster for each hour of a window, by the run that counts at the hour's gate or lead. */
export async function submittedHours(
  deps: SubmittedDeps,
  { forecasterId, ...query }: ForecastHoursQuery & { readonly forecasterId: string },
): Promise<SubmittedHours> {
  const { area, window } = query;
  return submittedAt(deps, { forecasterId, areaId: area.id, window, instants: pastInstants(query) });
}

/**
 * The forecast of a forecaster for each hour of a window, by the run that counts for it: the newest that was there at the
 * hour's instant, has the hour, and was not withdrawn by then. A run that came later changes nothing, and neither does a
 * withdrawal.
 *
 * @param query `instants`: one an hour; NaN where nothing counts yet
 */
export async function submittedAt(
  { forecasters, pause }: SubmittedDeps,
  {
    instants,
    ...asked
  }: Pick<SubmittedQuery, 'forecasterId' | 'areaId' | 'window'> & { readonly instants: readonly EpochMs[] },
): Promise<SubmittedHours> {
  const { window } = asked;
  const missing = () => new Float64Array(instants.length).fill(Number.NaN);
  const found = { valueMw: missing(), p10Mw: missing(), p90Mw: missing(), receivedAt: missing() };
  const withdrawnAt = new Map<number, EpochMs>();
  const last = instants.reduce(
    (latest, at) => Math.max(latest, Number.isNaN(at) ? latest : at),
    Number.NEGATIVE_INFINITY,
  );
  if (last === Number.NEGATIVE_INFINITY) return found;
  const query = { ...asked, asOf: last, most: PAGE };
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const page = await forecasters.known({ ...query, before });
    for (const { position, receivedAt, withdraws, hours } of page) {
      before = position;
      if (withdraws !== null) withdrawnAt.set(withdraws, receivedAt);
      const goneAt = withdrawnAt.get(position) ?? Number.POSITIVE_INFINITY;
      for (const { start, ...values } of hours) {
        const hour = (start - window.start) / HOUR_MS;
        const counted = instants[hour] ?? Number.NaN;
        const counts = receivedAt <= counted && goneAt > counted;
        if (!counts || !Number.isNaN(found.valueMw[hour]!)) continue;
        found.receivedAt[hour] = receivedAt;
        for (const column of ['valueMw', 'p10Mw', 'p90Mw'] as const) found[column][hour] = values[column];
      }
    }
    if (page.length < PAGE) return found;
    await pause?.();
  }
}
