import type { DayNumber } from '../../calendar/holiday-calendar.js';
import { solveRidge } from '../../linear-algebra/ridge.js';
import { triangleLength } from '../../linear-algebra/triangle.js';
import type { WeatherVariable } from '../../series/known-weather.js';
import { DAY_MS } from '../../time/instant.js';
import { type CalendarDesign, calendarDesign } from '../climatology/calendar-features.js';
import type { ModelSeries } from '../climatology/climatology.js';
import type { DayTable } from '../inputs/day-table.js';
import type { Baseline } from '../inputs/residual-block.js';
import { cutoffsUpTo, type Refit } from '../inputs/training-cutoff.js';
import { TRAINING_ROWS, WEATHER_RESPONSE } from '../settings.data.js';
import { plausibleTemperatures } from './weather-faults.js';
import { meansOf, type WeatherHours } from './weather-hours.js';
import type { WeatherInputs } from './weather-inputs.js';

/** Variables of each weather zone, and how many zones there are. */
export interface WeatherLayout {
  readonly variables: readonly WeatherVariable[];
  readonly zoneCount: number;
}

/**
 * Expected log load from calendar and weather: 24 ridge regressions, one an hour, on the calendar and on smooth functions
 * of temperature, of its trailing means, and of sun and humidity where known.
 *
 * Refitted forward in time like `Climatology`.
 *
 * @see Wang, Liu & Hong 2016, "Electric load forecasting with recency effect", doi:10.1016/j.ijforecast.2015.09.006
 */
export class WeatherResponse {
  private readonly size: number;
  private readonly days: DayTable;
  private readonly calendar: CalendarDesign;
  private readonly layout: WeatherLayout;
  private readonly coefficients = new Map<DayNumber, Float64Array>();
  /** One matrix per hour; made with the first row. */
  private grams: readonly Float64Array[] = [];
  private cross = new Float64Array();
  private readonly row: Float64Array;
  private firstCutoff = Number.POSITIVE_INFINITY;
  /** Days before this one are in the training data. */
  fittedTo: DayNumber;
  private rowCount = 0;
  private readonly isPlausible: (hours: WeatherHours, day: DayNumber) => boolean;

  /**
   * @param days the load
   * @param layout covers all weather that the response is fitted to and applied to
   */
  constructor(days: DayTable, { variables, zoneCount }: WeatherLayout) {
    this.days = days;
    this.calendar = calendarDesign(days.calendar);
    this.layout = { variables, zoneCount };
    const others = variables.length - 1;
    this.size = this.calendar.size + zoneCount * (TEMPERATURE_FEATURES + others * OTHER_FEATURES);
    this.row = new Float64Array(this.size);
    this.isPlausible = plausibleTemperatures(zoneCount);
    this.fittedTo = days.firstDay;
  }

  /** Whether the newest fit has enough rows to be used; if not, the next refit begins anew. */
  get isReady(): boolean {
    return this.rowCount >= WEATHER_RESPONSE.fewestRows;
  }

  /** A response by the coefficients that `coefficientsOf` gave: for forecasts at that refit, not to be prepared. */
  static of(days: DayTable, layout: WeatherLayout, trainingCutoff: DayNumber, coefficients: Float64Array) {
    const response = new WeatherResponse(days, layout);
    response.coefficients.set(trainingCutoff, coefficients);
    response.firstCutoff = trainingCutoff;
    return response;
  }

  /** The coefficients of a refit's training cutoff, after `prepare`. */
  coefficientsOf(trainingCutoff: DayNumber): Float64Array {
    return this.coefficients.get(Math.max(trainingCutoff, this.firstCutoff))!;
  }

  /** Fits every month up to the refit. @param hours the weather as known at the refit */
  prepare(refit: Refit, hours: WeatherHours): void {
    if (this.coefficients.has(refit.trainingCutoff) && this.fittedTo === refit.trainingCutoff) return;
    if (this.grams.length === 0) this.startSums();
    for (const trainingCutoff of cutoffsUpTo(refit, this.fittedTo)) {
      while (this.fittedTo < trainingCutoff) this.addDay(this.fittedTo++, hours);
      if (!this.isReady && trainingCutoff !== refit.trainingCutoff) continue;
      this.coefficients.set(trainingCutoff, this.solve(trainingCutoff));
      this.firstCutoff = Math.min(this.firstCutoff, trainingCutoff);
    }
  }

  /**
   * The expected log load in some weather. Days before the first fit are expected by it; as forecasts they would be known
   * beforehand, so a forecast made then is NaN.
   */
  on(hours: WeatherHours, use: 'residuals' | 'forecasts'): Baseline {
    return {
      writeLogs: (day, trainingCutoff, out, at) => {
        if (use === 'forecasts' && trainingCutoff < this.firstCutoff) {
          out.fill(Number.NaN, at, at + 24);
          return;
        }
        const coefficients = this.coefficientsOf(trainingCutoff);
        for (let hour = 0; hour < 24; hour++) out[at + hour] = this.expected(coefficients, hours, day, hour);
      },
    };
  }

  private startSums(): void {
    this.grams = Array.from({ length: 24 }, () => new Float64Array(triangleLength(this.size)));
    this.cross = new Float64Array(24 * this.size);
  }

  private expected(coefficients: Float64Array, hours: WeatherHours, day: DayNumber, hour: number): number {
    if (!this.writeRow(hours, day, hour)) return Number.NaN;
    const at = hour * this.size;
    let sum = 0;
    for (let i = 0; i < this.size; i++) sum += coefficients[at + i]! * this.row[i]!;
    return sum;
  }

  /** @returns whether all of the hour's weather is known; if not, the row is not written */
  private writeRow(hours: WeatherHours, day: DayNumber, hour: number): boolean {
    const { row, days, calendar } = this;
    const { variables, zoneCount } = this.layout;
    const values = hours.day(day);
    let slot = hour * hours.slots;
    for (let i = slot; i < slot + hours.slots; i++) if (Number.isNaN(values[i]!)) return false;
    row.fill(0, 0, calendar.size);
    const rows = calendar.rowsIn(days.zone);
    const date = rows.reach(day);
    for (let i = rows.starts[date]!; i < rows.starts[date + 1]!; i++) row[rows.columns[i]!] = rows.values[i]!;
    let next = calendar.size;
    for (let zone = 0; zone < zoneCount; zone++) {
      const now = values[slot]!;
      for (const variable of variables) {
        next =
          variable === 'temperatureC'
            ? writeTemperature(values, slot, row, next)
            : writeOther(variable, values[slot]!, values[slot + 1]!, now, row, next);
        slot += 1 + meansOf(variable).length;
      }
    }
    return true;
  }

  private addDay(day: DayNumber, hours: WeatherHours): void {
    if (!this.days.has(day) || this.days.filledOn(day) > TRAINING_ROWS.mostFilledHours) return;
    if (!this.isPlausible(hours, day)) return;
    const scale = Math.sqrt(this.growth(day));
    let isUsed = false;
    for (let hour = 0; hour < 24; hour++) {
      const log = this.days.measured(day, hour);
      if (Number.isNaN(log) || !this.writeRow(hours, day, hour)) continue;
      isUsed = true;
      this.addRow(hour, scale, log);
    }
    if (isUsed) this.rowCount++;
  }

  private addRow(hour: number, scale: number, log: number): void {
    const { row, size, cross } = this;
    const gram = this.grams[hour]!;
    for (let i = 0; i < size; i++) row[i]! *= scale;
    for (let i = 0, at = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) gram[at++]! += row[i]! * row[j]!;
      cross[hour * size + i]! += scale * log * row[i]!;
    }
  }

  private growth(day: DayNumber): number {
    return 2 ** ((day - this.days.firstDay) / WEATHER_RESPONSE.halfLifeDays);
  }

  private solve(trainingCutoff: DayNumber): Float64Array {
    const { size, calendar } = this;
    const scale = 1 / this.growth(trainingCutoff);
    const solution = this.cross.map((value) => value * scale);
    const ridge = new Float64Array(size).fill(WEATHER_RESPONSE.ridge);
    ridge.set(calendar.penalties);
    for (let hour = 0; hour < 24; hour++) {
      const triangle = this.grams[hour]!.map((value) => value * scale);
      solveRidge({ triangle, ridge, size }, solution, hour * size, 1);
    }
    return solution;
  }
}

/** The fitted response of one area's load to its weather: extended at each refit, rebuilt when its past has changed. */
export class WeatherModel {
  /** Counts rebuilds of the response. */
  generation = 0;
  private fitted: WeatherResponse | undefined;
  private climatologyGeneration = Number.NaN;
  private revision = 0;

  /** The response fitted up to the refit; undefined with too little weather. */
  prepare(own: ModelSeries, weather: WeatherInputs, refit: Refit): WeatherResponse | undefined {
    const mustRebuild =
      !this.fitted?.isReady ||
      own.climatology.generation !== this.climatologyGeneration ||
      weather.changedSince(this.revision) < this.fitted.fittedTo * DAY_MS;
    if (!this.fitted || mustRebuild) {
      this.fitted = new WeatherResponse(own.trainingView, weather);
      this.climatologyGeneration = own.climatology.generation;
      this.generation++;
    }
    this.revision = weather.revision;
    this.fitted.prepare(refit, weather.trainingView);
    return this.fitted.isReady ? this.fitted : undefined;
  }
}

/** °C. Knots of the hour's temperature and its 24-hour mean, of the 6- and 72-hour means, and of the 168-hour mean. */
const FINE_KNOTS_C = [-5, 0, 5, 10, 14, 17, 20, 23, 26, 30];
const COARSE_KNOTS_C = [0, 8, 14, 18, 22, 26];
const WEEK_KNOTS_C = [5, 15, 22];
/** °C. Cooling load begins about here, and heating load below the next. */
const COOLING_FROM_C = 18;
const HEATING_FROM_C = 10;
/** °C. Degrees to features: a deviation of ten degrees is 1, so that one ridge fits all features; W/m2 and percent likewise. */
const SCALE_C = 10;
const SOLAR_SCALE_WM2 = 500;
const HUMIDITY_SCALE_PCT = 50;

/** Features of one zone's temperature. */
export const TEMPERATURE_FEATURES = 2 * (2 * FINE_KNOTS_C.length + 2 * COARSE_KNOTS_C.length + WEEK_KNOTS_C.length) + 2;

/**
 * Writes the temperature features of an hour: how far each mean lies above and below each knot, and two products for the
 * stronger effect of heat and cold that last.
 *
 * @param temperatures of the hour, and its means over the 6, 24, 72 and 168 hours up to it, from `slot`
 * @returns the position after the last feature
 */
export function writeTemperature(temperatures: Float64Array, slot: number, out: Float64Array, at: number): number {
  const now = temperatures[slot]!;
  const mean72 = temperatures[slot + 3]!;
  let next = writeHinges(now, FINE_KNOTS_C, out, at);
  next = writeHinges(temperatures[slot + 1]!, COARSE_KNOTS_C, out, next);
  next = writeHinges(temperatures[slot + 2]!, FINE_KNOTS_C, out, next);
  next = writeHinges(mean72, COARSE_KNOTS_C, out, next);
  next = writeHinges(temperatures[slot + 4]!, WEEK_KNOTS_C, out, next);
  out[next++] = (above(now, COOLING_FROM_C) * above(mean72, COOLING_FROM_C)) / SCALE_C ** 2;
  out[next++] = (above(-now, -HEATING_FROM_C) * above(-mean72, -HEATING_FROM_C)) / SCALE_C ** 2;
  return next;
}

function writeHinges(value: number, knots: readonly number[], out: Float64Array, at: number): number {
  let next = at;
  for (const knot of knots) {
    out[next++] = above(value, knot) / SCALE_C;
    out[next++] = above(-value, -knot) / SCALE_C;
  }
  return next;
}

function above(value: number, knot: number): number {
  return value > knot ? value - knot : 0;
}

/** Features of one zone's value of a variable other than temperature. */
export const OTHER_FEATURES = 3;

/**
 * Writes the features of an hour's sun or humidity: the value, its 24-hour mean, and its product with degrees above 18 °C.
 *
 * @returns the position after the last feature
 */
export function writeOther(
  variable: WeatherVariable,
  now: number,
  mean24: number,
  temperatureC: number,
  out: Float64Array,
  at: number,
): number {
  const scale = variable === 'solarWm2' ? SOLAR_SCALE_WM2 : HUMIDITY_SCALE_PCT;
  out[at] = now / scale;
  out[at + 1] = mean24 / scale;
  out[at + 2] = ((now / scale) * above(temperatureC, COOLING_FROM_C)) / SCALE_C;
  return at + OTHER_FEATURES;
}
