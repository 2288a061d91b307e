import {
  type AreaId,
  DAY_MS,
  type EpochMs,
  HOUR_MS,
  type WeatherBlock,
  type WeatherChange,
  type WeatherVariable,
  type Window,
} from '@loadcast/core';
import { blockNameOf, foldWeather, type KnownWeather } from '@loadcast/core/series';
import { hasValues, layOnMonths, monthOf, withoutHours } from './months.js';

/** How many days ahead the past forecast was made that the models learn from: it covers a day-ahead run. */
export const LEARNT_LEAD_DAYS = 2;
const LEARNT_LEAD_MS = LEARNT_LEAD_DAYS * DAY_MS;
/** Kinds of past weather: observations, and forecasts made so long before. */
const OBSERVED = { kind: 'lag', lagMs: 0 } as const;
const FORECAST = { kind: 'lag', lagMs: -LEARNT_LEAD_MS - HOUR_MS } as const;
const PAST_LAGS = new Set<number>([OBSERVED.lagMs, FORECAST.lagMs]);
const PAST_KEPT_MS = 3 * 365 * DAY_MS;

/** Values are kept to this part of their unit. */
const PARTS: Readonly<Record<WeatherVariable, number>> = { temperatureC: 10, solarWm2: 1, humidityPct: 1, cloudPct: 1 };

/** A variable known for less than this share of the hours of temperature is not shown to the models. */
const LEAST_SHARE = 0.95;

/**
 * The weather kept of one area, with a report more.
 *
 * Small on purpose: at most four zones, one forecast a day of the last weeks, and for the time before one value an
 * hour, as forecast two days ahead or, without a forecast, as observed. Every issue kept whole would be gigabytes a
 * year. Every value is known since it was issued, never earlier.
 *
 * @param kept what `withReport` gave, or the store
 * @param report merged to zones
 * @returns blocks that did not change are the same objects
 */
export function withReport(
  kept: readonly WeatherBlock[],
  report: readonly WeatherBlock[],
  now: EpochMs,
): WeatherBlock[] {
  const series = new Map<string, { kept: WeatherBlock[]; reported: WeatherBlock[] }>();
  const seriesOf = ({ point, variable }: WeatherBlock) => {
    const own = series.get(`${variable} ${point}`) ?? { kept: [], reported: [] };
    series.set(`${variable} ${point}`, own);
    return own;
  };
  for (const block of kept) seriesOf(block).kept.push(block);
  for (const block of report.filter(hasValues)) seriesOf(block).reported.push(rounded(block));
  return [...series.values()].flatMap((own) => nextOf(own.kept, own.reported, now));
}

function nextOf(before: readonly WeatherBlock[], reported: readonly WeatherBlock[], now: EpochMs): WeatherBlock[] {
  const { kept, outlived } = retainIssues([...before.filter(isIssue), ...reported.filter(isIssue).map(trimmed)], now);
  const runs = [...outlived.map(twoDaysAhead), ...reported.filter(isPast)];
  const months = runs.reduce<WeatherBlock[]>(layOnMonths, before.filter(isPast));
  return [...withoutOutdated(months, now), ...kept];
}

const isIssue = ({ known }: WeatherBlock): boolean => known.kind === 'at';
const isPast = ({ known }: WeatherBlock): boolean => known.kind === 'lag' && PAST_LAGS.has(known.lagMs);
const isObserved = ({ known }: WeatherBlock): boolean => known.kind === 'lag' && known.lagMs === OBSERVED.lagMs;
const endOf = ({ start, values }: WeatherBlock): EpochMs => start + values.length * HOUR_MS;

function rounded(block: WeatherBlock): WeatherBlock {
  const parts = PARTS[block.variable];
  return { ...block, values: block.values.map((value) => Math.round(value * parts) / parts + 0) }; // no minus zero
}

/** The block without the hours before the first and after the last value. */
function trimmed(block: WeatherBlock): WeatherBlock {
  const isThere = (value: number) => !Number.isNaN(value);
  const first = block.values.findIndex(isThere);
  return {
    ...block,
    start: block.start + first * HOUR_MS,
    values: block.values.slice(first, block.values.findLastIndex(isThere) + 1),
  };
}

/** What an issue said of the hours that were two days away and more. */
function twoDaysAhead(issue: WeatherBlock): WeatherBlock {
  const first = Math.max(0, Math.ceil((issuedAt(issue) + LEARNT_LEAD_MS - issue.start) / HOUR_MS));
  return { ...issue, known: FORECAST, start: issue.start + first * HOUR_MS, values: issue.values.slice(first) };
}

/** Before the kept issues one value an hour is enough; years ago none is kept. */
function withoutOutdated(months: readonly WeatherBlock[], now: EpochMs): WeatherBlock[] {
  const forecasts = months.filter((month) => !isObserved(month));
  const isForecast = (hour: EpochMs) =>
    forecasts.some((month) => !Number.isNaN(month.values[(hour - month.start) / HOUR_MS] ?? Number.NaN));
  return months
    .filter((month) => endOf(month) > now - PAST_KEPT_MS)
    .map((month) =>
      isObserved(month) ? withoutHours(month, (hour) => hour < retainedSince(now) && isForecast(hour)) : month,
    )
    .filter(hasValues);
}

/** What must be written for a store to hold `after` instead of `before`; blocks that are the same object are left alone. */
export function changeOf(before: readonly WeatherBlock[], after: readonly WeatherBlock[]): WeatherChange {
  const held = new Set(before);
  const names = new Set(after.map(blockNameOf));
  return {
    put: after.filter((block) => !held.has(block)),
    drop: before.filter((block) => !names.has(blockNameOf(block))),
  };
}

/** Kept weather, of any areas, as the models read it. */
export function knownWeather(blocks: readonly WeatherBlock[]): Map<AreaId, KnownWeather> {
  const counts = new Map<string, number>();
  const nameOf = ({ areaId, point }: WeatherBlock, variable: WeatherVariable) => `${areaId} ${variable} ${point}`;
  for (const block of blocks) {
    const name = nameOf(block, block.variable);
    counts.set(name, (counts.get(name) ?? 0) + block.values.filter((value) => !Number.isNaN(value)).length);
  }
  const isShown = (block: WeatherBlock) =>
    counts.get(nameOf(block, block.variable))! >= LEAST_SHARE * (counts.get(nameOf(block, 'temperatureC')) ?? 0);
  // When two values became known at the same instant, the later block wins: a forecast of its time before one of the
  // past.
  const ordered = [...blocks].sort((a, b) => rankOf(a) - rankOf(b) || (blockNameOf(a) < blockNameOf(b) ? -1 : 1));
  return foldWeather(ordered.filter(isShown));
}

function rankOf({ known }: WeatherBlock): number {
  return known.kind === 'at' ? known.at : Number.NEGATIVE_INFINITY;
}

/** Whether nearly every hour of a window has a forecast of temperature, in every zone of an area. */
export function hasForecasts(blocks: readonly WeatherBlock[], { start, end }: Window): boolean {
  const hours = (end - start) / HOUR_MS;
  const zones = new Map<string, Uint8Array>();
  for (const block of blocks) {
    if (block.variable !== 'temperatureC') continue;
    const known = zones.get(block.point) ?? new Uint8Array(hours);
    zones.set(block.point, known);
    if (isObserved(block)) continue;
    const shift = (block.start - start) / HOUR_MS;
    block.values.forEach((value, i) => {
      if (!Number.isNaN(value)) known[i + shift] = 1; // outside the window it goes nowhere
    });
  }
  const isFull = (known: Uint8Array) => known.reduce((sum, hour) => sum + hour, 0) >= 0.9 * hours;
  return zones.size > 0 && [...zones.values()].every(isFull);
}

/** The models look at the forecasts of about four weeks back, each as far as a market run reaches. */
const ISSUES_KEPT_MS = 40 * DAY_MS;
/** The newest forecast of a day before this hour is kept: the morning's gates used it. */
const KEPT_BEFORE_MS = 13 * HOUR_MS;
/** An issue that is not the newest is cut to this: a day that begins two days ahead, and some hours more. */
const OLD_ISSUE_REACH_MS = 78 * HOUR_MS;

/**
 * Issues from then on are kept. Others go by whole months: the training data of the models changes when they go, and
 * they are then fitted again.
 */
function retainedSince(now: EpochMs): EpochMs {
  return monthOf(now - ISSUES_KEPT_MS);
}

/**
 * What is kept: the newest, and one of each day of the last weeks, oldest first; and the days' issues that have grown too old.
 *
 * @param issues forecasts of one zone and variable; of two with the same issue time the later one counts
 */
function retainIssues(issues: readonly WeatherBlock[], now: EpochMs) {
  const byIssue = new Map(issues.map((issue) => [issuedAt(issue), issue]));
  const sorted = [...byIssue.values()].sort((a, b) => issuedAt(a) - issuedAt(b));
  const newest = sorted.at(-1);
  const daily = new Map<number, WeatherBlock>();
  for (const issue of sorted) {
    const day = Math.floor(issuedAt(issue) / DAY_MS);
    const isEarly = issuedAt(issue) % DAY_MS < KEPT_BEFORE_MS;
    if (isEarly || !daily.has(day)) daily.set(day, issue);
  }
  const isKept = (issue: WeatherBlock) => issuedAt(issue) >= retainedSince(now);
  const old = [...daily.values()].filter((issue) => issue !== newest);
  return {
    kept: [...old.filter(isKept).map(cut), ...(newest === undefined ? [] : [newest])],
    outlived: old.filter((issue) => !isKept(issue)),
  };
}

/** When a forecast was issued. @throws {RangeError} the block is none */
function issuedAt({ known }: WeatherBlock): EpochMs {
  if (known.kind !== 'at') throw new RangeError('only a forecast has an issue time');
  return known.at;
}

function cut(issue: WeatherBlock): WeatherBlock {
  const hours = Math.max(1, Math.ceil((issuedAt(issue) + OLD_ISSUE_REACH_MS - issue.start) / HOUR_MS));
  return hours >= issue.values.length ? issue : { ...issue, values: issue.values.slice(0, hours) };
}
