import { DAY_MS, type EpochMs, HOUR_MS } from '../time/instant.js';
import type { Anchor } from './anchor.js';
import type { SeriesInputs } from './inputs.js';
import type { KnownWeather, WeatherVariable } from './known-weather.js';
import { commonVariables, placesOf, WeatherHours } from './weather-hours.js';
import { WeatherResponse } from './weather-response.js';

const RECENT_DAYS = 110;

/** The weather of one area, as known at the anchor and at the issue, and the response of its load to it. */
export class WeatherInputs {
  readonly learnt: WeatherHours;
  recent: WeatherHours;
  variables: readonly WeatherVariable[] = [];
  places = 0;
  /** Counts the times the response was learnt from the start. */
  generation = 0;
  private ownGeneration = Number.NaN;
  private fitted: WeatherResponse | undefined;
  private anchorInstant = Number.NaN;

  private readonly zone: string;

  /** @param zone the area's local clock */
  constructor(historyStart: EpochMs, zone: string) {
    this.zone = zone;
    this.learnt = new WeatherHours(historyStart, zone);
    this.recent = new WeatherHours(historyStart, zone);
  }

  /** @returns whether there is weather with temperatures at all */
  moveTo(weather: KnownWeather | undefined, anchor: Anchor, issuedAt: EpochMs): boolean {
    if (!weather || weather.points.length === 0) return false;
    const variables = commonVariables(weather);
    if (!variables.includes('temperatureC')) return false;
    const places = placesOf(weather).length;
    if (places !== this.places || variables.join() !== this.variables.join()) this.fitted = undefined;
    if (anchor.instant < this.anchorInstant) this.fitted = undefined;
    this.variables = variables;
    this.places = places;
    this.anchorInstant = anchor.instant;
    this.learnt.moveTo(weather, variables, anchor.instant);
    const changedAt = this.learnt.start + this.learnt.firstChanged * HOUR_MS;
    if (this.fitted && changedAt < this.fitted.learntTo * DAY_MS) this.fitted = undefined;
    const recentStart = Math.floor(anchor.instant / DAY_MS - RECENT_DAYS) * DAY_MS;
    if (this.recent.start !== recentStart) this.recent = new WeatherHours(recentStart, this.zone);
    this.recent.moveTo(weather, variables, issuedAt);
    return true;
  }

  /** The response of the own load, fitted up to the anchor; undefined with too little weather. */
  response(own: SeriesInputs, anchor: Anchor): WeatherResponse | undefined {
    if (!this.fitted || this.fitted.isProvisional || own.climatology.generation !== this.ownGeneration) {
      this.fitted = new WeatherResponse(own.learnt, this);
      this.ownGeneration = own.climatology.generation;
      this.generation++;
    }
    this.fitted.prepare(anchor);
    return this.fitted.isReady ? this.fitted : undefined;
  }
}
