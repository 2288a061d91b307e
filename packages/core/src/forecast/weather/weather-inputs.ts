import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { KnownWeather, WeatherVariable } from '../../series/known-weather.js';
import { DAY_MS, type EpochMs, HOUR_MS } from '../../time/instant.js';
import type { SeriesInputs } from '../inputs/inputs.js';
import { startOfDay } from '../inputs/local-days.js';
import type { Refit } from '../inputs/training-cutoff.js';
import { commonVariables, placesOf, WeatherHours } from './weather-hours.js';
import { WeatherResponse } from './weather-response.js';

const RECENT_DAYS = 110;
/** The longest trailing mean, and a day. */
const MEMORY_DAYS = 8;
/** A past issue is taken to have come this long after the newest hour of load it knew had ended. */
const LOAD_LAG_HOURS = 2;

/** The weather of one area, as known at the refit and at the issue, and the response of its load to it. */
export class WeatherInputs {
  readonly trainingView: WeatherHours;
  issueView: WeatherHours;
  variables: readonly WeatherVariable[] = [];
  places = 0;
  /** Counts the times the response was trainingView from the start. */
  generation = 0;
  private ownGeneration = Number.NaN;
  private fitted: WeatherResponse | undefined;
  private anchorInstant = Number.NaN;

  private readonly zone: string;
  private weather: KnownWeather | undefined;
  private readonly past = new Map<DayNumber, WeatherHours>();

  /** @param zone the area's local clock */
  constructor(historyStart: EpochMs, zone: string) {
    this.zone = zone;
    this.trainingView = new WeatherHours(historyStart, zone);
    this.issueView = new WeatherHours(historyStart, zone);
  }

  /** @returns whether there is weather with temperatures at all */
  moveTo(weather: KnownWeather | undefined, refit: Refit, issuedAt: EpochMs): boolean {
    if (!weather || weather.points.length === 0) return false;
    const variables = commonVariables(weather);
    if (!variables.includes('temperatureC')) return false;
    const places = placesOf(weather).length;
    if (places !== this.places || variables.join() !== this.variables.join()) this.fitted = undefined;
    if (refit.refitAt < this.anchorInstant) this.fitted = undefined;
    if (weather !== this.weather || refit.refitAt !== this.anchorInstant) this.past.clear();
    this.weather = weather;
    this.variables = variables;
    this.places = places;
    this.anchorInstant = refit.refitAt;
    this.trainingView.moveTo(weather, variables, refit.refitAt);
    const changedAt = this.trainingView.start + this.trainingView.firstChanged * HOUR_MS;
    if (this.fitted && changedAt < this.fitted.learntTo * DAY_MS) this.fitted = undefined;
    const recentStart = Math.floor(refit.refitAt / DAY_MS - RECENT_DAYS) * DAY_MS;
    if (this.issueView.start !== recentStart) this.issueView = new WeatherHours(recentStart, this.zone);
    this.issueView.moveTo(weather, variables, issuedAt);
    return true;
  }

  /**
   * The weather, observed and forecast, as it was known on a past issue day: what that day's forecast would have used.
   *
   * @param knownHours hours of the day whose load was known at the issue
   * @param keep whether it will be asked for again
   */
  asOfIssueDay(day: DayNumber, knownHours: number, keep: boolean): WeatherHours {
    const known = this.past.get(day * 24 + knownHours);
    if (known) return known;
    const midnight = startOfDay(this.zone, day);
    const hours = new WeatherHours(midnight - MEMORY_DAYS * DAY_MS, this.zone);
    hours.moveTo(this.weather!, this.variables, midnight + (knownHours + LOAD_LAG_HOURS) * HOUR_MS);
    if (keep) this.past.set(day * 24 + knownHours, hours);
    return hours;
  }

  /** The response of the own load, fitted up to the refit; undefined with too little weather. */
  response(own: SeriesInputs, refit: Refit): WeatherResponse | undefined {
    if (!this.fitted || this.fitted.isProvisional || own.climatology.generation !== this.ownGeneration) {
      this.fitted = new WeatherResponse(own.trainingView, this);
      this.ownGeneration = own.climatology.generation;
      this.generation++;
    }
    this.fitted.prepare(refit);
    return this.fitted.isReady ? this.fitted : undefined;
  }
}
