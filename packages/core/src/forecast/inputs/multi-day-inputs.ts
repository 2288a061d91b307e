import type { DayNumber } from '../../calendar/holiday-calendar.js';
import { type KnownSeries, versionKnownAt } from '../../series/known-series.js';
import { type EpochMs, HOUR_MS } from '../../time/instant.js';
import { ISSUE, MULTI_DAY } from '../settings.data.js';
import { versionsFingerprint } from './fingerprint.js';
import { copyLocalDay, startOfDay } from './local-days.js';
import type { Refit } from './training-cutoff.js';

/** The operator's forecast of an issue day and of the days after it, as it was known then. */
export interface MultiDayForecast {
  /** Log MW, lead day by wall-clock hour; NaN where nothing was known, or it was not above zero. */
  readonly logs: Float64Array;
  /** Age of the newest value of tomorrow when it was read, hours; NaN without one. */
  readonly ageHours: number;
}

/**
 * An operator's multi-day forecasts of one area by issue day: for each day the newest values that were published by the
 * time of its issue. Values that came later are never read.
 */
export class MultiDayInputs {
  /** Counts changes to data known at an earlier refit: fits on it are rebuilt. */
  generation = 0;
  private readonly timezone: string;
  private series: KnownSeries | undefined;
  private issuedAt: EpochMs = Number.NEGATIVE_INFINITY;
  private issueDay: DayNumber = Number.NEGATIVE_INFINITY;
  private trained: { readonly refitAt: EpochMs; readonly print: string } | undefined;
  private readonly past = new Map<number, MultiDayForecast>();

  /** @param timezone the area's local clock */
  constructor(timezone: string) {
    this.timezone = timezone;
  }

  /**
   * Moves to an issue.
   *
   * @param issueDay lead day 0
   * @returns false without any forecast
   */
  moveTo(series: KnownSeries | undefined, { refitAt }: Refit, issuedAt: EpochMs, issueDay: DayNumber): boolean {
    if (!series || series.values.length === 0) return false;
    if (series !== this.series) this.past.clear();
    const { trained } = this;
    if (trained && versionsFingerprint(series, trained.refitAt) !== trained.print) this.generation++;
    if (refitAt !== trained?.refitAt || series !== this.series)
      this.trained = { refitAt, print: versionsFingerprint(series, refitAt) };
    this.series = series;
    this.issuedAt = issuedAt;
    this.issueDay = issueDay;
    return true;
  }

  /**
   * The forecast as known on an issue day: at the issue itself, and on past days at the usual time of one.
   *
   * @param knownHours hours of the day whose load was known at the issue
   */
  asOfIssueDay(day: DayNumber, knownHours: number): MultiDayForecast {
    if (day >= this.issueDay) return this.read(day, this.issuedAt);
    const key = day * 24 + knownHours;
    let forecast = this.past.get(key);
    if (!forecast) {
      forecast = this.read(day, startOfDay(this.timezone, day) + (knownHours + ISSUE.loadLagHours) * HOUR_MS);
      this.past.set(key, forecast);
    }
    return forecast;
  }

  private read(day: DayNumber, asOf: EpochMs): MultiDayForecast {
    const days = MULTI_DAY.lastLeadDay + 1;
    const start = startOfDay(this.timezone, day);
    const [tomorrow, dayAfter] = [startOfDay(this.timezone, day + 1), startOfDay(this.timezone, day + 2)];
    const count = Math.round((startOfDay(this.timezone, day + days) - start) / HOUR_MS);
    const hourly = new Float64Array(count).fill(Number.NaN);
    let newest = Number.NaN;
    for (let i = 0; i < count; i++) {
      const version = versionKnownAt(this.series!, start + i * HOUR_MS, asOf);
      if (!version || !(version.value > 0)) continue;
      hourly[i] = Math.log(version.value);
      const at = start + i * HOUR_MS;
      const isTomorrow = at >= tomorrow && at < dayAfter;
      if (isTomorrow && !(version.knownAtMs <= newest)) newest = version.knownAtMs;
    }
    const logs = new Float64Array(24 * days);
    for (let lead = 0; lead < days; lead++) copyLocalDay(hourly, start, this.timezone, day + lead, logs, 24 * lead);
    return { logs, ageHours: (asOf - newest) / HOUR_MS };
  }
}
