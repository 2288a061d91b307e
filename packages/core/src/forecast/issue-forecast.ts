import { AREAS } from '../areas/area.js';
import { neighbourSeries } from '../areas/neighbours.js';
import type { DayNumber } from '../calendar/holiday-calendar.js';
import { ServiceError } from '../errors/service-error.js';
import { DAY_MS, type EpochMs, floorToHour, HOUR_MS } from '../time/instant.js';
import { type ModelSeries, ModelSeriesCache } from './climatology/model-series.js';
import { type AreaInputs, AreaModels } from './combination/area-models.js';
import type { InputTier } from './combination/input-tier.js';
import { selectTier } from './combination/select-tier.js';
import type { ForecastData, ForecastTarget, IssuedForecast, IssueOptions } from './forecaster.js';
import { HISTORY_START, Inputs, type SeriesInputs } from './inputs/inputs.js';
import { localDayNumber, localHour } from './inputs/local-days.js';
import { localHoursOf } from './inputs/local-hours.js';
import { type Refit, refitFor } from './inputs/training-cutoff.js';
import { contributionsOf, meanParts } from './output/contributions.js';
import { joinLeads, joinParts } from './output/near-and-far.js';
import { toHourly, toHourlyQuantiles } from './output/to-hourly.js';
import { GlobalModels } from './regression/global-model.js';
import { MOST_FILLED_HOURS } from './regression/operator-day.js';
import { PAST_DAYS } from './uncertainty/calibration.js';
import { mediansOf } from './uncertainty/median.js';
import { calibrationAt, REFERENCE_HOURS } from './uncertainty/reference-hour.js';
import { scenarioPaths } from './uncertainty/scenarios.js';
import { TierCalibrations } from './uncertainty/tier-calibrations.js';
import { WeatherInputs } from './weather/weather-inputs.js';
import { WeatherModel } from './weather/weather-model.js';

export const MODEL_VERSION = '1.1.0';

/** Lead day 0 begins at most this long before the issue; later own load is filled in up to there. */
const LATEST_OWN_LOAD_MS = DAY_MS;
/** No forecast is made when the newest measured hour is older than this. */
const LONGEST_GAP_MS = 30 * DAY_MS;
const FEWEST_DAYS = 14;
/** Models kept per area, each for a number of known hours of the issue day and of days that the operator has forecast. */
const MOST_MODELS = 5;

/** State shared by the forecasters of all areas on the same data. */
interface Shared {
  readonly inputs: Inputs;
  readonly series: ModelSeriesCache;
  readonly globalModels: GlobalModels;
}

const shared = new WeakMap<ForecastData, Shared>();

/** The engine bound to an area. */
export class EngineForecaster {
  private readonly area: ForecastTarget;
  private readonly data: ForecastData;
  private readonly inputs: Inputs;
  private readonly series: ModelSeriesCache;
  readonly globalModels: GlobalModels;
  readonly weatherModel = new WeatherModel();
  private readonly calibrations = new TierCalibrations();
  private readonly weather: WeatherInputs;
  private readonly models = new Map<string, AreaModels>();

  constructor(area: ForecastTarget, data: ForecastData) {
    this.area = area;
    this.data = data;
    this.weather = new WeatherInputs(HISTORY_START, area.timezone);
    const known = shared.get(data) ?? {
      inputs: new Inputs(data),
      series: new ModelSeriesCache(),
      globalModels: new GlobalModels(),
    };
    shared.set(data, known);
    this.inputs = known.inputs;
    this.series = known.series;
    this.globalModels = known.globalModels;
  }

  issue(issuedAt: EpochMs, options: IssueOptions = {}): IssuedForecast {
    const { area } = this;
    const load = this.data.load(area.series);
    if (!load) throw noData(area, 'source_late', 'no load is known yet');
    const refit = refitFor(load, issuedAt);
    const own = this.load(area.series, area, refit, issuedAt);
    const newest = this.inputs.newestGood(area.series);
    if (!own || newest === undefined) throw noData(area, 'source_late', 'no load is known yet');
    if (issuedAt - newest > LONGEST_GAP_MS) throw noData(area, 'source_late', 'no load for 30 days');
    const origin = Math.max(newest + HOUR_MS, floorToHour(issuedAt) - LATEST_OWN_LOAD_MS);
    const filledHours = (origin - newest) / HOUR_MS - 1;
    const day = localDayNumber(area.timezone, origin);
    const inputs = this.read(own, refit, issuedAt, day);

    const knownHours = localHour(area.timezone, origin);
    const reference = this.modelsFor(REFERENCE_HOURS, inputs.operatorDays);
    reference.prepare(refit, inputs);
    if (own.climatology.fittedDays < FEWEST_DAYS) throw noData(area, 'before_history', 'less than 14 days of load');
    const issueView = reference.predict(Math.min(refit.trainingCutoff, day), day);
    const { forecasts, excludedInputs } = selectTier(reference.tiers, issueView, own.issueView, day);
    const calibrated = this.calibrations.calibrate(forecasts, own.trainingView, own.issueView, day);

    const models = this.modelsFor(knownHours, inputs.operatorDays);
    models.prepare(refit, inputs);
    const tier = models.tiers.find(({ name }) => name === forecasts.tier.name) ?? models.tiers.at(-1)!;
    const weights = sameKinds(tier, forecasts.tier) ? forecasts.tier.weights : tier.weights;
    const near = models === reference ? forecasts.logs : tier.forecasts(models.predict(day, day), day, weights).logs;
    const means = joinLeads(near, forecasts.logs);
    const { logs, calibration } = mediansOf(means, calibrationAt(calibrated, knownHours, filledHours));

    const hours = localHoursOf(area.timezone, issuedAt, day);
    const hourly = toHourly(hours, logs, calibration);
    const model = { name: `loadcast-${tier.name}`, version: MODEL_VERSION };
    const issued = { start: hours.start, ...hourly, dataCutoff: newest, model, excludedInputs };
    const scenarios = options.scenarios ?? 0;
    return {
      ...issued,
      ...(options.explain && {
        quantiles: toHourlyQuantiles(hours, logs, calibration),
        contributions: contributionsOf(
          hours,
          hourly.valueMw,
          joinParts(
            meanParts(tier.members, models.explain(tier, day), weights),
            meanParts(forecasts.tier.members, reference.explain(forecasts.tier, day), forecasts.tier.weights),
          ),
          reference.calendar,
          day,
          refit.trainingCutoff,
        ),
      }),
      ...(scenarios > 0 && {
        scenarios: scenarioPaths(hours, logs, calibration, forecasts.tier.past.logs, own.trainingView, day, scenarios),
      }),
    };
  }

  /** @param local the area whose clock and holidays the series is read in */
  private load(id: string, local: ForecastTarget, refit: Refit, issuedAt: EpochMs): ModelSeries | undefined {
    return this.series.of(this.inputs.load(id, local, refit, issuedAt));
  }

  private read(own: ModelSeries, refit: Refit, issuedAt: EpochMs, day: DayNumber): AreaInputs {
    const { series, id } = this.area;
    const read = (kind: 'grids' | 'adjacent'): ModelSeries[] =>
      neighbourSeries(series, kind).flatMap((id) => this.load(id, this.area, refit, issuedAt) ?? []);
    const operator = this.inputs.operatorForecast(series, this.area, refit, issuedAt);
    return {
      own,
      grids: read('grids'),
      adjacent: read('adjacent'),
      areas: this.area.inGlobalModel ? this.globalModelAreas(refit, issuedAt) : [],
      operator,
      operatorDays: operator && operatorDaysKnown(operator, day),
      weather: this.weather.moveTo(this.data.weather(id), refit, issuedAt) ? this.weather : undefined,
    };
  }

  private globalModelAreas(refit: Refit, issuedAt: EpochMs): ModelSeries[] {
    return AREAS.filter(({ inGlobalModel }) => inGlobalModel).flatMap(
      (area) => this.load(area.series, area, refit, issuedAt) ?? [],
    );
  }

  /** The models for a number of known hours and operator days; the least recently used beyond the limit are dropped. */
  private modelsFor(knownHours: number, operatorDays: 0 | 1 | undefined): AreaModels {
    const key = `${knownHours} ${operatorDays}`;
    const pastDays = knownHours === REFERENCE_HOURS ? PAST_DAYS : 0;
    const models = this.models.get(key) ?? new AreaModels(this.area, knownHours, pastDays, this);
    this.models.delete(key);
    this.models.set(key, models);
    if (this.models.size > MOST_MODELS) this.models.delete(this.models.keys().next().value!);
    return models;
  }
}

/** Whether two tiers have members of the same kinds, so that the weights of one apply to the other. */
function sameKinds(a: InputTier, b: InputTier): boolean {
  return a.members.length === b.members.length && a.members.every(({ kind }, i) => kind === b.members[i]!.kind);
}

/** The last lead day that the operator had forecast by the issue. */
function operatorDaysKnown({ issueView }: SeriesInputs, day: DayNumber): 0 | 1 | undefined {
  if (issueView.filledOn(day) > MOST_FILLED_HOURS) return undefined;
  return issueView.filledOn(day + 1) > MOST_FILLED_HOURS ? 0 : 1;
}

function noData(area: ForecastTarget, reason: 'source_late' | 'before_history', why: string): ServiceError {
  return new ServiceError('no_data', `${area.name}: ${why}`, { reason });
}
