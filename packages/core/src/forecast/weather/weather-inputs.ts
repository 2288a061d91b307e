import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { KnownWeather, WeatherVariable } from '../../series/known-weather.js';
import { DAY_MS, type EpochMs, HOUR_MS } from '../../time/instant.js';
import type { ModelSeries } from '../climatology/model-series.js';
import { startOfDay } from '../inputs/local-days.js';
import type { Refit } from '../inputs/training-cutoff.js';
import { commonVariables, WeatherHours, weatherZones } from './weather-hours.js';
import { WeatherResponse } from './weather-response.js';

const RECENT_DAYS = 110;
/** Days of weather before an issue day: the longest trailing mean, and a day. */
const MEMORY_DAYS = 8;
/** Assumed hours from the end of the newest known hour of load to a past issue. */
const LOAD_LAG_HOURS = 2;

/** The weather of one area, as known at the refit and at the issue, and the response of the load to it. */
export class WeatherInputs {
  readonly trainingView: WeatherHours;
  issueView: WeatherHours;
  variables: readonly WeatherVariable[] = [];
  zoneCount = 0;
  /** Counts rebuilds of the response. */
  generation = 0;
  private ownGeneration = Number.NaN;
  private fitted: WeatherResponse | undefined;
  private refitAt = Number.NaN;

  private readonly timezone: string;
  private weather: KnownWeather | undefined;
  private readonly past = new Map<DayNumber, WeatherHours>();

  /** @param zone the area's local clock */
  constructor(historyStart: EpochMs, zone: string) {
    this.timezone = zone;
    this.trainingView = new WeatherHours(historyStart, zone);
    this.issueView = new WeatherHours(historyStart, zone);
  }

  /** Moves both views to a refit and an issue. @returns false without any temperatures */
  moveTo(weather: KnownWeather | undefined, refit: Refit, issuedAt: EpochMs): boolean {
    if (!weather || weather.points.length === 0) return false;
    const variables = commonVariables(weather);
    if (!variables.includes('temperatureC')) return false;
    const places = weatherZones(weather).length;
    if (places !== this.zoneCount || variables.join() !== this.variables.join()) this.fitted = undefined;
    if (refit.refitAt < this.refitAt) this.fitted = undefined;
    if (weather !== this.weather || refit.refitAt !== this.refitAt) this.past.clear();
    this.weather = weather;
    this.variables = variables;
    this.zoneCount = places;
    this.refitAt = refit.refitAt;
    this.trainingView.moveTo(weather, variables, refit.refitAt);
    const changedAt = this.trainingView.start + this.trainingView.firstChanged * HOUR_MS;
    if (this.fitted && changedAt < this.fitted.fittedTo * DAY_MS) this.fitted = undefined;
    const recentStart = Math.floor(refit.refitAt / DAY_MS - RECENT_DAYS) * DAY_MS;
    if (this.issueView.start !== recentStart) this.issueView = new WeatherHours(recentStart, this.timezone);
    this.issueView.moveTo(weather, variables, issuedAt);
    return true;
  }

  /**
   * The weather, observed and forecast, as known on a past issue day: the weather of that day's forecast.
   *
   * @param knownHours hours of the day whose load was known at the issue
   * @param keep whether to cache it for later calls
   */
  asOfIssueDay(day: DayNumber, knownHours: number, keep: boolean): WeatherHours {
    const known = this.past.get(day * 24 + knownHours);
    if (known) return known;
    const midnight = startOfDay(this.timezone, day);
    const hours = new WeatherHours(midnight - MEMORY_DAYS * DAY_MS, this.timezone);
    hours.moveTo(this.weather!, this.variables, midnight + (knownHours + LOAD_LAG_HOURS) * HOUR_MS);
    if (keep) this.past.set(day * 24 + knownHours, hours);
    return hours;
  }

  /** The response of the own load, fitted up to the refit; undefined with too little weather. */
  response(own: ModelSeries, refit: Refit): WeatherResponse | undefined {
    if (!this.fitted || this.fitted.isProvisional || own.climatology.generation !== this.ownGeneration) {
      this.fitted = new WeatherResponse(own.trainingView, this);
      this.ownGeneration = own.climatology.generation;
      this.generation++;
    }
    this.fitted.prepare(refit);
    return this.fitted.isReady ? this.fitted : undefined;
  }
}
