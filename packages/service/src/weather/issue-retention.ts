import { DAY_MS, type EpochMs, HOUR_MS, type WeatherBlock } from '@loadcast/core';
import { monthOf } from './months.js';

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
export function retainedSince(now: EpochMs): EpochMs {
  return monthOf(now - ISSUES_KEPT_MS);
}

/**
 * What is kept: the newest, and one of each day of the last weeks, oldest first; and the days' issues that have grown too old.
 *
 * @param issues forecasts of one zone and variable; of two with the same issue time the later one counts
 */
export function retainIssues(issues: readonly WeatherBlock[], now: EpochMs) {
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
export function issuedAt({ known }: WeatherBlock): EpochMs {
  if (known.kind !== 'at') throw new RangeError('only a forecast has an issue time');
  return known.at;
}

function cut(issue: WeatherBlock): WeatherBlock {
  const hours = Math.max(1, Math.ceil((issuedAt(issue) + OLD_ISSUE_REACH_MS - issue.start) / HOUR_MS));
  return hours >= issue.values.length ? issue : { ...issue, values: issue.values.slice(0, hours) };
}
