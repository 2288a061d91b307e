import type { DayNumber } from '../calendar/holiday-calendar.js';
import type { KnownSeries } from '../series/known-series.js';
import type { EpochMs } from '../time/instant.js';
import { type ModelSeries, modelSeriesOf } from './climatology/climatology.js';
import type { AreaInputs } from './combination/area-fits.js';
import type { ForecastData, ForecastTarget } from './forecaster.js';
import { publishedDays } from './inputs/faults/compared-days.js';
import { OPERATOR_FAULTS } from './inputs/faults/faults.data.js';
import { operatorFaults } from './inputs/faults/operator-faults.js';
import { Fingerprint, seriesFingerprint, versionsFingerprint, weatherFingerprint } from './inputs/fingerprint.js';
import { Inputs, type SeriesInputs } from './inputs/inputs.js';
import { MultiDayInputs } from './inputs/multi-day-inputs.js';
import type { Refit } from './inputs/training-cutoff.js';
import type { GlobalModels } from './regression/global-model.js';
import * as SETTINGS from './settings.data.js';
import { INPUTS, OPERATOR } from './settings.data.js';
import { WeatherInputs } from './weather/weather-inputs.js';

/** Every setting of the engine. */
const SETTINGS_TEXT = JSON.stringify({ ...SETTINGS });

/** State shared by the forecasters of all areas on the same data. */
interface Shared {
  readonly inputs: Inputs;
  readonly globalModels: GlobalModels;
}

const sharedByData = new WeakMap<ForecastData, Shared>();

/** Reads all series that the engine's models of one area use, as known at a refit and at an issue. */
export class AreaInputsReader {
  readonly globalModels: GlobalModels;
  readonly inputs: Inputs;
  private readonly area: ForecastTarget;
  private readonly data: ForecastData;
  private readonly weather: WeatherInputs;
  private readonly multiDay: MultiDayInputs;

  /** @param extendsFits whether a refit extends the last; of the first reader of the data for all */
  constructor(area: ForecastTarget, data: ForecastData, { extendsFits = true } = {}) {
    const shared = sharedByData.get(data) ?? {
      inputs: new Inputs(data, { extendsFits, areas: area.areas }),
      globalModels: new Map(),
    };
    sharedByData.set(data, shared);
    this.area = area;
    this.data = data;
    this.inputs = shared.inputs;
    this.globalModels = shared.globalModels;
    this.weather = new WeatherInputs(INPUTS.historyStart, area.timezone);
    this.multiDay = new MultiDayInputs(area.timezone);
  }

  /** @param local the area whose clock and holidays the series is read in */
  load(id: string, local: ForecastTarget, refit: Refit, issuedAt: EpochMs): ModelSeries | undefined {
    const inputs = this.inputs.load(id, local, refit, issuedAt);
    return inputs && modelSeriesOf(inputs);
  }

  /**
   * The inputs of an issue.
   *
   * @param own the area's load, read for this issue
   * @param day lead day 0
   */
  read(own: ModelSeries, refit: Refit, issuedAt: EpochMs, day: DayNumber): AreaInputs {
    const { area, weather, multiDay } = this;
    const published = this.data.multiDayForecast?.(area.series);
    const read = (kind: 'grids' | 'adjacent'): ModelSeries[] =>
      (area.neighbours?.[kind] ?? []).flatMap((id) => this.load(id, area, refit, issuedAt) ?? []);
    const operator = this.inputs.operatorForecast(area.series, area, refit, issuedAt);
    const operatorFault = operator && this.withholdFaults(operator, own, issuedAt, day);
    return {
      own,
      grids: read('grids'),
      adjacent: read('adjacent'),
      areas: area.inGlobalModel ? this.globalModelAreas(refit, issuedAt) : [],
      operator,
      operatorDays: operator && operatorDaysKnown(operator, day),
      operatorFault,
      weather: weather.moveTo(this.data.weather(area.id), refit, issuedAt) ? weather : undefined,
      multiDay: multiDay.moveTo(published, refit, issuedAt, day) ? multiDay : undefined,
    };
  }

  /**
   * A hash of all that a fit of these inputs depends on: every value that was known at the refit, and what reads it.
   *
   * @param settings every setting, as a text
   */
  fingerprint(
    { own, grids, adjacent, areas, operator, weather, multiDay }: AreaInputs,
    refit: Refit,
    settings = SETTINGS_TEXT,
  ): string {
    const { area, data } = this;
    const { id, series, timezone, volatilityPower, nextHours, inGlobalModel } = area;
    const row = [id, series, timezone, volatilityPower, nextHours, inGlobalModel];
    const print = new Fingerprint().addText(JSON.stringify(row));
    print.addText(settings).addText(JSON.stringify(refit));
    const addSeries = (role: string, key: string, known: KnownSeries | undefined) =>
      print.addText(`${role} ${key} ${known && seriesFingerprint(known, refit.refitAt)}`);
    const loads = { own: [own], grids, adjacent, areas };
    for (const [role, list] of Object.entries(loads))
      for (const each of list) addSeries(role, each.id, data.load(each.id));
    if (operator) addSeries('operator', operator.id, data.operatorForecast(operator.id));
    const published = multiDay && data.multiDayForecast?.(series);
    if (published) print.addText(`multi-day ${versionsFingerprint(published, refit.refitAt)}`);
    const knownWeather = weather && data.weather(id);
    print.addText(`weather ${knownWeather && weatherFingerprint(knownWeather, refit.refitAt)}`);
    return print.toString();
  }

  /** Removes days with a fault from the operator's issue view. @returns the fault of today or tomorrow */
  private withholdFaults(
    operator: SeriesInputs,
    own: ModelSeries,
    issuedAt: EpochMs,
    day: DayNumber,
  ): string | undefined {
    const series = this.data.operatorForecast(operator.id)!;
    const published = publishedDays(series, this.area.timezone, issuedAt);
    const first = day - OPERATOR_FAULTS.daysLookedAt;
    const faults = operatorFaults({ published, load: own.issueView }, first, day + 1);
    operator.issueView.withhold(new Set(faults.keys()));
    return faults.get(day + 1) ?? faults.get(day);
  }

  private globalModelAreas(refit: Refit, issuedAt: EpochMs): ModelSeries[] {
    const areas = this.area.areas?.list ?? [];
    return areas.flatMap((each) => (each.inGlobalModel && this.load(each.series, each, refit, issuedAt)) || []);
  }
}

/** The last lead day that the operator had forecast by the issue. */
function operatorDaysKnown({ issueView }: SeriesInputs, day: DayNumber): 0 | 1 | undefined {
  if (issueView.filledOn(day) > OPERATOR.mostFilledHours) return undefined;
  return issueView.filledOn(day + 1) > OPERATOR.mostFilledHours ? 0 : 1;
}
