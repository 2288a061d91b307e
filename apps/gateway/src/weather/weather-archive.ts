import {
  type AreaId,
  DAY_MS,
  type EpochMs,
  foldWeather,
  HOUR_MS,
  type KnownWeather,
  type WeatherBlock,
} from '@loadcast/core';
import { mergePlaces } from './merge-places.js';

/** One weather forecast: hourly from `start`. */
export interface KeptIssue {
  readonly issuedAt: EpochMs;
  readonly start: EpochMs;
  readonly values: Float32Array;
}

/** Temperatures of one place: what is known of the past, and the forecasts that are kept. */
export interface KeptPlace {
  readonly areaId: AreaId;
  readonly point: string;
  readonly weight: number;
  /** Hourly from `start`; NaN is missing. */
  readonly history: { readonly start: EpochMs; readonly values: Float32Array };
  /** Oldest first: one a day, and the newest. */
  readonly issues: readonly KeptIssue[];
}

export type WeatherArchive = readonly KeptPlace[];

/** The models look at the forecasts of about four weeks back, each as far as a market run reaches. */
const ISSUES_KEPT_MS = 40 * DAY_MS;
const OLD_ISSUE_HOURS = 72;
/** Of a day the newest forecast before this hour is kept: it is what the morning's gates had. */
const KEPT_BEFORE_MS = 13 * HOUR_MS;
const HISTORY_KEPT_MS = 3 * 365 * DAY_MS;
/** The past forecast that stands for history: known two days before its hour, so it covers a day-ahead run. */
export const HISTORY_LEAD_MS = 2 * DAY_MS + HOUR_MS;

/**
 * What is known with a report more.
 *
 * Small on purpose: temperature, at most four places an area, one value an hour of the past, one forecast a day of the
 * last weeks. Every issue kept whole would be a gigabyte a month.
 */
export function withReport(archive: WeatherArchive, blocks: readonly WeatherBlock[], now: EpochMs): WeatherArchive {
  const temperatures = mergePlaces(blocks.filter(({ variable }) => variable === 'temperatureC'));
  const places = new Map(archive.map((place) => [nameOf(place), place]));
  for (const block of temperatures) {
    const name = nameOf(block);
    const { areaId, point, weight } = block;
    const history = { start: block.start, values: new Float32Array() };
    const place = places.get(name) ?? { areaId, point, weight, history, issues: [] };
    places.set(name, withBlock(place, block, now));
  }
  return [...places.values()];
}

function nameOf({ areaId, point }: Pick<KeptPlace, 'areaId' | 'point'>): string {
  return `${areaId} ${point}`;
}

function withBlock(place: KeptPlace, { known, start, values }: WeatherBlock, now: EpochMs): KeptPlace {
  if (known.kind === 'at') {
    const issues = thinned([...place.issues, { issuedAt: known.at, start, values: Float32Array.from(values) }], now);
    return { ...place, issues, history: filledFrom(place.history, issues.slice(-2), now) };
  }
  if (known.kind !== 'lag') return place;
  const isObserved = known.lagMs >= 0;
  if (!isObserved && known.lagMs !== -HISTORY_LEAD_MS) return place;
  return { ...place, history: joined(place.history, { start, values }, isObserved, now) };
}

/** One issue of each day but the newest, cut to what market runs used. */
function thinned(issues: readonly KeptIssue[], now: EpochMs): KeptIssue[] {
  const sorted = [...issues].sort((a, b) => a.issuedAt - b.issuedAt);
  const newest = sorted.at(-1)!;
  const daily = new Map<number, KeptIssue>();
  for (const issue of sorted) {
    const day = Math.floor(issue.issuedAt / DAY_MS);
    const isEarly = issue.issuedAt % DAY_MS < KEPT_BEFORE_MS;
    if (now - issue.issuedAt <= ISSUES_KEPT_MS && (isEarly || !daily.has(day))) daily.set(day, issue);
  }
  const old = [...daily.values()].filter((issue) => issue !== newest);
  return [...old.map((issue) => ({ ...issue, values: issue.values.slice(0, OLD_ISSUE_HOURS) })), newest];
}

type Run = { readonly start: EpochMs; readonly values: Float32Array | Float64Array };

/** History with more hours; those it has stand unless the new ones were observed. */
function joined(history: KeptPlace['history'], run: Run, replaces: boolean, now: EpochMs): KeptPlace['history'] {
  const isEmpty = history.values.length === 0;
  const endOf = ({ start, values }: Run) => start + values.length * HOUR_MS;
  const start = Math.max(isEmpty ? run.start : Math.min(history.start, run.start), hourOf(now) - HISTORY_KEPT_MS);
  const end = Math.max(start, isEmpty ? endOf(run) : Math.max(endOf(history), endOf(run)));
  const values = new Float32Array((end - start) / HOUR_MS).fill(Number.NaN);
  const put = (source: Run, overwrites: boolean) => {
    const shift = (source.start - start) / HOUR_MS;
    source.values.forEach((value, hour) => {
      const at = hour + shift;
      if (at >= 0 && at < values.length && !Number.isNaN(value) && (overwrites || Number.isNaN(values[at]))) {
        values[at] = value;
      }
    });
  };
  put(history, true);
  put(run, replaces);
  return { start, values };
}

/** What was forecast stands for hours that have passed and that nobody observed. */
function filledFrom(history: KeptPlace['history'], issues: readonly KeptIssue[], now: EpochMs): KeptPlace['history'] {
  let filled = history;
  for (const { start, values } of [...issues].reverse()) {
    const passed = values.subarray(0, Math.max(0, (hourOf(now) - start) / HOUR_MS));
    if (passed.length > 0) filled = joined(filled, { start, values: passed }, false, now);
  }
  return filled;
}

function hourOf(instant: EpochMs): EpochMs {
  return Math.floor(instant / HOUR_MS) * HOUR_MS;
}

/** As the models read it: the past as if forecast two days ahead, which forecasts of its time then replace. */
export function knownWeather(archive: WeatherArchive): Map<AreaId, KnownWeather> {
  const blocks = archive.flatMap(({ areaId, point, weight, history, issues }): WeatherBlock[] => {
    const shared = { areaId, point, weight, variable: 'temperatureC' as const };
    const known = { kind: 'lag', lagMs: -HISTORY_LEAD_MS } as const;
    return [
      { ...shared, start: history.start, values: Float64Array.from(history.values), known },
      ...issues.map((issue) => ({
        ...shared,
        start: issue.start,
        values: Float64Array.from(issue.values),
        known: { kind: 'at', at: issue.issuedAt } as const,
      })),
    ];
  });
  return foldWeather(blocks.filter(({ values }) => values.length > 0));
}

/** Where history begins and how much of it is there; undefined without any. */
export function historyStart(archive: WeatherArchive): EpochMs | undefined {
  const starts = archive.filter(({ history }) => history.values.length > 0).map(({ history }) => history.start);
  return starts.length === 0 ? undefined : Math.max(...starts);
}
