import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { KnownWeather, WeatherVariable } from '../../series/known-weather.js';
import { DAY_MS, type EpochMs, HOUR_MS } from '../../time/instant.js';
import { startOfDay } from '../inputs/local-days.js';
import type { Refit } from '../inputs/training-cutoff.js';
import { ISSUE, REFERENCE, WEATHER } from '../settings.data.js';
import { weatherFault } from './weather-faults.js';
import { commonVariables, WeatherHours, weatherZones } from './weather-hours.js';

/** The weather of one area, as known at the refit and at the issue. */
export class WeatherInputs {
  /** As of the last `readTraining`: a forecast by a stored fit never reads it. */
  readonly trainingView: WeatherHours;
  issueView: WeatherHours;
  variables: readonly WeatherVariable[] = [];
  zoneCount = 0;
  private readonly timezone: string;
  private weather: KnownWeather | undefined;
  private refitAt = Number.NaN;
  /** What the training view was read with last. */
  private trained = { layout: '', refitAt: Number.NEGATIVE_INFINITY };
  private readonly changes: EpochMs[] = [];
  private readonly asOfDays = new Map<DayNumber, WeatherHours>();
  /** Faults by day, as known at the usual time of an issue on it, and in the issue view. */
  private readonly faults = new Map<DayNumber, string | undefined>();
  private readonly issueFaults = new Map<DayNumber, string | undefined>();

  /** @param timezone the area's local clock */
  constructor(historyStart: EpochMs, timezone: string) {
    this.timezone = timezone;
    this.trainingView = new WeatherHours(historyStart, timezone);
    this.issueView = new WeatherHours(historyStart, timezone);
  }

  /** Moves the issue view to an issue, and the next `readTraining` to its refit. @returns false without any temperatures */
  moveTo(weather: KnownWeather | undefined, refit: Refit, issuedAt: EpochMs): boolean {
    if (!weather || weather.points.length === 0) return false;
    const variables = commonVariables(weather);
    if (!variables.includes('temperatureC')) return false;
    if (weather !== this.weather || refit.refitAt !== this.refitAt) {
      this.asOfDays.clear();
      this.faults.clear();
    }
    this.weather = weather;
    this.variables = variables;
    this.zoneCount = weatherZones(weather).length;
    this.refitAt = refit.refitAt;
    const recentStart = Math.floor(refit.refitAt / DAY_MS - WEATHER.issueViewDays) * DAY_MS;
    if (this.issueView.start !== recentStart) this.issueView = new WeatherHours(recentStart, this.timezone);
    this.issueView.moveTo(weather, variables, issuedAt);
    this.issueFaults.clear();
    return true;
  }

  /** Brings the training view to the refit of the last move. */
  readTraining(): void {
    const { trainingView, variables, zoneCount, refitAt, trained } = this;
    const layout = `${zoneCount} ${variables.join()}`;
    trainingView.moveTo(this.weather!, variables, refitAt);
    const changedAt = trainingView.start + trainingView.firstChanged * HOUR_MS;
    const isRead = layout === trained.layout && refitAt >= trained.refitAt;
    const firstChange = isRead ? changedAt : Number.NEGATIVE_INFINITY;
    if (firstChange < Number.POSITIVE_INFINITY) this.changes.push(firstChange);
    this.trained = { layout, refitAt };
  }

  /** Counts the moves that changed the training view. */
  get revision(): number {
    return this.changes.length;
  }

  /** The first hour of the training view changed since `revision`; infinite when none has. */
  changedSince(revision: number): EpochMs {
    return Math.min(...this.changes.slice(revision));
  }

  /**
   * The weather, observed and forecast, as known on a past issue day: the weather of that day's forecast.
   *
   * @param knownHours hours of the day whose load was known at the issue
   * @param isCached whether to keep it for later calls
   */
  asOfIssueDay(day: DayNumber, knownHours: number, { isCached }: { readonly isCached: boolean }): WeatherHours {
    const known = this.asOfDays.get(day * 24 + knownHours);
    if (known) return known;
    const midnight = startOfDay(this.timezone, day);
    const hours = new WeatherHours(midnight - WEATHER.memoryDays * DAY_MS, this.timezone);
    hours.moveTo(this.weather!, this.variables, midnight + (knownHours + ISSUE.loadLagHours) * HOUR_MS);
    if (isCached) this.asOfDays.set(day * 24 + knownHours, hours);
    return hours;
  }

  /**
   * The fault in tomorrow's temperature as known on a day, in words.
   *
   * @param isIssueDay whether the day is the issue view's own, not an earlier one
   */
  faultOn(day: DayNumber, isIssueDay: boolean): string | undefined {
    const asKnownOn = (each: DayNumber): WeatherHours =>
      isIssueDay && each === day ? this.issueView : this.asOfIssueDay(each, REFERENCE.knownHours, { isCached: true });
    const faults = isIssueDay ? this.issueFaults : this.faults;
    if (!faults.has(day)) faults.set(day, weatherFault({ zoneCount: this.zoneCount, asKnownOn }, day));
    return faults.get(day);
  }
}
