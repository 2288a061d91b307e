import { type DayNumber, dayNumber } from '../../calendar/holidays.js';
import { type KnownSeries, readAsOf } from '../../series/known-series.js';
import { DAY_MS, type EpochMs, floorToHour, HOUR_MS } from '../../time/instant.js';
import type { Window } from '../../time/window.js';

/**
 * The instant a fit is made at, and the first local day it has not seen.
 *
 * Fits are made at the first UTC instant of a month. At that instant the day before may still be running somewhere, so
 * a fit uses local days before `cut`, the last day of the month before.
 */
export interface Anchor {
  readonly instant: EpochMs;
  readonly cut: DayNumber;
}

/** The anchor at an instant: whole local days before it, in any American zone, end before `cut`. */
export function anchorAt(instant: EpochMs): Anchor {
  return { instant, cut: Math.floor(instant / DAY_MS) - 1 };
}

/** The first UTC instant of the month that contains `instant`. */
export function monthAnchor(instant: EpochMs): Anchor {
  const date = new Date(instant);
  return anchorAt(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1));
}

/** An anchor serves an issue if it knew this share of the last year's hours that are known at the issue. */
const ENOUGH = 0.9;
const YEAR_HOURS = 366 * 24;

/**
 * The anchor of an issue: the start of its month; the start of its day or hour when most of the history became known
 * since (a store that has just been filled).
 *
 * @param load the area's own load
 */
export function anchorFor(load: KnownSeries, issuedAt: EpochMs): Anchor {
  const month = monthAnchor(issuedAt);
  const day = anchorAt(Math.floor(issuedAt / DAY_MS) * DAY_MS);
  return [month, day].find((anchor) => knewEnough(load, anchor.instant, issuedAt)) ?? anchorAt(floorToHour(issuedAt));
}

function knewEnough(load: KnownSeries, anchor: EpochMs, issuedAt: EpochMs): boolean {
  const window = { start: floorToHour(anchor) - YEAR_HOURS * HOUR_MS, end: floorToHour(anchor) };
  return knownHours(load, window, anchor) >= ENOUGH * knownHours(load, window, issuedAt);
}

function knownHours(load: KnownSeries, window: Window, asOf: EpochMs): number {
  return readAsOf(load, window, asOf).valuesMw.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : 1), 0);
}

/**
 * The cut of the fit that speaks for a day: that of the day's own month, or the anchor's for all days since.
 *
 * @param day local issue day
 */
export function cutFor(day: DayNumber, anchor: Anchor): DayNumber {
  return day >= anchor.cut ? anchor.cut : monthCut(day);
}

/** The cut at the start of the month that contains the day after `day`. */
export function monthCut(day: DayNumber): DayNumber {
  const date = new Date((day + 1) * DAY_MS);
  return dayNumber(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) - 1;
}

/** The cut one month after a month's cut. */
export function nextMonthCut(cut: DayNumber): DayNumber {
  return monthCut(cut + 32 - new Date((cut + 32) * DAY_MS).getUTCDate());
}

/** Cuts from the month of `from` to the anchor's own, ascending. */
export function cutsUpTo(anchor: Anchor, from: DayNumber): DayNumber[] {
  const cuts: DayNumber[] = [];
  for (let cut = monthCut(from); cut < anchor.cut; cut = nextMonthCut(cut)) cuts.push(cut);
  cuts.push(anchor.cut);
  return cuts;
}
