import type { DayNumber } from '../../calendar/holiday-calendar.js';
import { readAsOf } from '../../series/known-series.js';
import type { KnownWeather, WeatherPoint, WeatherVariable } from '../../series/known-weather.js';
import { type EpochMs, HOUR_MS } from '../../time/instant.js';
import { copyLocalDay } from '../inputs/local-days.js';
import { WEATHER } from '../settings.data.js';

const VARIABLES: readonly WeatherVariable[] = ['temperatureC', 'solarWm2', 'humidityPct'];

/** The variables that every point of some weather has. */
export function commonVariables(weather: KnownWeather): WeatherVariable[] {
  return VARIABLES.filter((variable) => weather.points.every(({ variables }) => variables[variable] !== undefined));
}

/** The weather points grouped into their zones. */
export function weatherZones({ points }: KnownWeather): WeatherPoint[][] {
  const zones: WeatherPoint[][] = [];
  for (const [index, point] of points.entries()) {
    const zone = weatherZoneOf(index, points.length);
    if (zone === zones.length) zones.push([]);
    zones[zone]!.push(point);
  }
  return zones;
}

/** The weather of an area as known at one instant. */
export class WeatherHours {
  readonly start: EpochMs;
  private readonly timezone: string;
  private readonly days = new Map<DayNumber, Float64Array>();
  /** Hourly values by slot. */
  private hourly: Float64Array[] = [];
  private asOf = Number.NaN;
  private weather: KnownWeather | undefined;
  /** The first hour, counted from `start`, that the last move changed; beyond all when it changed none. */
  firstChanged = 0;

  /**
   * @param start first hour, epoch ms
   * @param zone local clock of the days
   */
  constructor(start: EpochMs, zone: string) {
    this.start = start;
    this.timezone = zone;
  }

  /** Makes this the weather as known at `asOf`. @param variables which of them to read */
  moveTo(weather: KnownWeather, variables: readonly WeatherVariable[], asOf: EpochMs): void {
    if (this.weather === weather && this.asOf === asOf) {
      this.firstChanged = Number.POSITIVE_INFINITY;
      return;
    }
    const end = Math.floor(asOf / HOUR_MS) * HOUR_MS + WEATHER.hoursAhead * HOUR_MS;
    const before = this.hourly;
    this.hourly = weatherZones(weather).flatMap((points) =>
      variables.flatMap((variable) => {
        const values = this.meanOf(points, variable, end, asOf);
        return [values, ...meansOf(variable).map((hours) => trailingMean(values, hours))];
      }),
    );
    this.days.clear();
    this.weather = weather;
    this.asOf = asOf;
    this.firstChanged = firstDifference(before, this.hourly);
  }

  /**
   * The weather of one local day: 24 wall-clock hours after one another, each with `slots` values, zone by zone: the
   * temperature and its trailing means over `WEATHER.meanHours`, then of each other variable the value and its 24-hour mean.
   */
  day(day: DayNumber): Float64Array {
    let values = this.days.get(day);
    if (!values) {
      values = this.computeDay(day);
      this.days.set(day, values);
    }
    return values;
  }

  /** Values of one hour in all zones. */
  get slots(): number {
    return this.hourly.length;
  }

  private computeDay(day: DayNumber): Float64Array {
    const { slots } = this;
    const values = new Float64Array(24 * slots);
    const row = new Float64Array(24);
    this.hourly.forEach((hourly, slot) => {
      copyLocalDay(hourly, this.start, this.timezone, day, row, 0);
      for (let hour = 0; hour < 24; hour++) values[hour * slots + slot] = row[hour]!;
    });
    return values;
  }

  private meanOf(
    points: readonly WeatherPoint[],
    variable: WeatherVariable,
    end: EpochMs,
    asOf: EpochMs,
  ): Float64Array {
    const sums = new Float64Array(Math.max(0, Math.round((end - this.start) / HOUR_MS)));
    const weights = new Float64Array(sums.length);
    for (const { weight, variables } of points) {
      const values = readAsOf(variables[variable]!, { start: this.start, end }, asOf).valuesMw;
      for (let i = 0; i < values.length; i++) {
        if (Number.isNaN(values[i]!)) continue;
        sums[i]! += weight * values[i]!;
        weights[i]! += weight;
      }
    }
    return withShortGapsFilled(sums.map((sum, i) => sum / weights[i]!));
  }
}

/** Trailing means kept of a variable, besides the value itself. */
export function meansOf(variable: WeatherVariable): readonly number[] {
  return variable === 'temperatureC' ? WEATHER.meanHours : [24];
}

/** The first hour at which two lists of hourly values differ, 0 where they have not the same length; beyond all if nowhere. */
function firstDifference(before: readonly Float64Array[], after: readonly Float64Array[]): number {
  if (before.length !== after.length) return 0;
  return after.reduce((first, values, slot) => {
    const shared = Math.min(before[slot]!.length, values.length, first);
    let same = 0;
    while (same < shared && Object.is(before[slot]![same], values[same])) same++;
    return same;
  }, Number.POSITIVE_INFINITY);
}

function withShortGapsFilled(values: Float64Array): Float64Array {
  let last = -1;
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i]!)) continue;
    if (last >= 0 && i - last > 1 && i - last <= WEATHER.longestFilledGapHours + 1) {
      const slope = (values[i]! - values[last]!) / (i - last);
      for (let gap = last + 1; gap < i; gap++) values[gap] = values[last]! + slope * (gap - last);
    }
    last = i;
  }
  return values;
}

/** Mean of the `hours` values up to each; NaN where one of them is missing. */
function trailingMean(values: Float64Array, hours: number): Float64Array {
  const means = new Float64Array(values.length).fill(Number.NaN);
  let sum = 0;
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i]!)) {
      sum = 0;
      count = 0;
      continue;
    }
    sum += values[i]!;
    count++;
    if (count > hours) {
      sum -= values[i - hours]!;
      count = hours;
    }
    if (count === hours) means[i] = sum / hours;
  }
  return means;
}

/**
 * The zone, counted from 0, in which a weather point of an area is: points that are neighbors in the area's list share
 * one, and there are at most `WEATHER.mostZones`. The models are fitted on the means of zones, so live weather is kept
 * by the same rule. Merging the points of an area to their zones and asking again gives each zone itself.
 *
 * @param index of the point in the area's list
 * @param pointCount how many points the area has
 * @example
 * [0, 1, 2, 3, 4, 5, 6, 7, 8].map((index) => weatherZoneOf(index, 9)) // => [0, 0, 0, 1, 1, 1, 2, 2, 2]
 */
export function weatherZoneOf(index: number, pointCount: number): number {
  return Math.floor(index / Math.ceil(pointCount / WEATHER.mostZones));
}
