import type { Area } from '../areas/area.js';
import { ServiceError } from '../errors/service-error.js';
import { ceilToHour, DAY_MS, type EpochMs, floorToHour, HOUR_MS } from '../time/instant.js';
import { VINTAGE_HOURS } from '../vintages/vintage.js';
import { monthAnchor } from './anchor.js';
import { type AreaInputs, AreaModels } from './area-models.js';
import type { DayCalibration } from './calibration.js';
import { chooseRung } from './choose-rung.js';
import type { AreaForecaster, ForecastData, IssuedForecast } from './forecaster.js';
import { HISTORY_START, Inputs, type SeriesInputs } from './inputs.js';
import { localDayNumber, localHour } from './local-days.js';
import { neighbourSeries } from './neighbours.js';
import type { RungForecasts } from './rung.js';
import { WeatherInputs } from './weather-inputs.js';

export const MODEL_VERSION = '1.0.0';

/** Own load may be this late before the hours since are taken as filled in. */
const LATEST_OWN_LOAD_MS = DAY_MS;
/** Without a measured hour for this long there is nothing to forecast from. */
const LONGEST_SILENCE_MS = 30 * DAY_MS;
const FEWEST_DAYS = 14;

const sharedInputs = new WeakMap<ForecastData, Inputs>();

/** The engine bound to an area. */
export class EngineForecaster implements AreaForecaster {
  private readonly area: Area;
  private readonly data: ForecastData;
  private readonly inputs: Inputs;
  private readonly weather: WeatherInputs;
  private readonly models = new Map<string, AreaModels>();

  constructor(area: Area, data: ForecastData) {
    this.area = area;
    this.data = data;
    this.weather = new WeatherInputs(HISTORY_START, area.timezone);
    this.inputs = sharedInputs.get(data) ?? new Inputs(data);
    sharedInputs.set(data, this.inputs);
  }

  issue(issuedAt: EpochMs): IssuedForecast {
    const { area } = this;
    const anchor = monthAnchor(issuedAt);
    const read = (id: string) => this.inputs.load(id, area.timezone, anchor, issuedAt);
    const own = read(area.series);
    const newest = this.inputs.newestGood(area.series);
    if (!own || newest === undefined) throw noData(area, 'source_late', 'no load is known yet');
    if (issuedAt - newest > LONGEST_SILENCE_MS) throw noData(area, 'source_late', 'no load for 30 days');
    const origin = Math.max(newest + HOUR_MS, floorToHour(issuedAt) - LATEST_OWN_LOAD_MS);
    const day = localDayNumber(area.timezone, origin);
    const knownHours = localHour(area.timezone, origin);

    const isSeries = (series: SeriesInputs | undefined): series is SeriesInputs => series !== undefined;
    const operator = this.inputs.operatorForecast(area.series, area.timezone, anchor, issuedAt);
    const inputs: AreaInputs = {
      own,
      grids: neighbourSeries(area.series, 'grids').map(read).filter(isSeries),
      adjacent: neighbourSeries(area.series, 'adjacent').map(read).filter(isSeries),
      operator,
      operatorDays: operator && operatorDaysKnown(operator, day),
      weather: this.weather.moveTo(this.data.weather(area.id), anchor, issuedAt) ? this.weather : undefined,
    };

    const key = `${knownHours} ${inputs.operatorDays}`;
    const models = this.models.get(key) ?? new AreaModels(area, knownHours);
    this.models.set(key, models);
    models.prepare(anchor, inputs);
    if (own.climatology.fittedDays < FEWEST_DAYS) throw noData(area, 'before_history', 'less than 14 days of load');
    const recent = models.predict(Math.min(anchor.cut, day), day);
    const { forecasts, leftOut } = chooseRung(models.rungs, recent, own.recent, day);
    const calibration = forecasts.rung.calibrate(forecasts, own.learnt, own.recent, day);
    return this.lay(forecasts, calibration, leftOut, issuedAt, newest, day);
  }

  /** Lays lead days and local hours out along UTC hours, with quantiles. */
  private lay(
    forecast: RungForecasts,
    calibration: DayCalibration,
    leftOut: readonly string[],
    issuedAt: EpochMs,
    newest: EpochMs,
    day: number,
  ): IssuedForecast {
    const start = ceilToHour(issuedAt);
    const valueMw = new Float64Array(VINTAGE_HOURS);
    const p10Mw = new Float64Array(VINTAGE_HOURS);
    const p90Mw = new Float64Array(VINTAGE_HOURS);
    for (let i = 0; i < VINTAGE_HOURS; i++) {
      const at = start + i * HOUR_MS;
      const lead = localDayNumber(this.area.timezone, at) - day;
      const hour = localHour(this.area.timezone, at);
      const log = forecast.logs[lead * 24 + hour]!;
      const low = Math.min(0, calibration.errorQuantile(lead, hour, 0.1));
      const high = Math.max(0, calibration.errorQuantile(lead, hour, 0.9));
      valueMw[i] = toCents(Math.exp(log));
      p10Mw[i] = toCents(Math.exp(log + low));
      p90Mw[i] = toCents(Math.exp(log + high));
    }
    const model = { name: forecast.rung.name, version: MODEL_VERSION };
    return { start, valueMw, p10Mw, p90Mw, dataCutoff: newest, model, leftOut };
  }
}

/** The newest lead day whose every hour the operator had forecast by the issue. */
function operatorDaysKnown({ recent }: SeriesInputs, day: number): 0 | 1 | undefined {
  if (recent.filledOn(day) > 0) return undefined;
  return recent.filledOn(day + 1) > 0 ? 0 : 1;
}

function toCents(valueMw: number): number {
  return Math.round(valueMw * 100) / 100;
}

function noData(area: Area, reason: 'source_late' | 'before_history', why: string): ServiceError {
  return new ServiceError('no_data', `${area.name}: ${why}`, { reason });
}
