import type { DayNumber } from '../../../calendar/holiday-calendar.js';
import type { ModelSeries } from '../../climatology/model-series.js';
import type { SeriesInputs, View } from '../../inputs/inputs.js';
import { OPERATOR } from '../../settings.data.js';
import { ExtendedDesign, ExtendedRows } from './extended-design.js';
import { LoadDesign, type LoadDesignOptions } from './load-design.js';
import type { LoadRows } from './load-rows.js';
import { OperatorDay, type OperatorDaySource } from './operator-day.js';
import { type OperatorFeatureOptions, type OperatorFeatures, operatorFeatures } from './operator-features.js';

/** Parameters of an operator regression. */
export interface OperatorDesignOptions extends LoadDesignOptions, OperatorFeatureOptions {}

/**
 * The load, given the operator's own forecast of today and perhaps tomorrow.
 *
 * On the days that the operator forecasts, the target is the operator's error minus its mean error of the hour in the last
 * four weeks. On later days the target is the load's residual, and the operator's forecast gives features.
 */
export class OperatorDesign extends ExtendedDesign<OperatorDay> {
  private readonly operator: SeriesInputs;
  private readonly options: OperatorDesignOptions;

  constructor(
    own: ModelSeries,
    operator: SeriesInputs,
    neighbours: readonly ModelSeries[],
    options: OperatorDesignOptions,
  ) {
    super(new LoadDesign(own, neighbours, options), operatorFeatures(options), OPERATOR.debiasDays);
    this.operator = operator;
    this.options = options;
  }

  open(view: View, trainingCutoff: DayNumber, from: DayNumber, to: DayNumber): OperatorRows {
    const { own } = this.load;
    const { operatorDays, clip } = this.options;
    const rows = this.load.open(view, trainingCutoff, from, to);
    const source: OperatorDaySource = {
      operator: this.operator[view],
      load: own[view],
      climatology: own.climatology,
      trainingCutoff,
      operatorDays,
      clip,
      loadResidual: (day, hour) => rows.residual(day, hour),
    };
    return new OperatorRows(rows, source, this.groups);
  }
}

/** The load's rows, each followed by the operator's features. */
export class OperatorRows extends ExtendedRows<OperatorDay> {
  private readonly source: OperatorDaySource;

  constructor(load: LoadRows, source: OperatorDaySource, groups: readonly OperatorFeatures[]) {
    super(load, groups);
    this.source = source;
  }

  isUsable(day: DayNumber): boolean {
    return this.load.isUsable(day) && this.issueOn(day).isDebiased && this.isForecast(day);
  }

  writeTargets(day: DayNumber, out: Float64Array, at: number): void {
    this.load.writeTargets(day, out, at);
    const operator = this.issueOn(day);
    for (let leadDay = 0; leadDay <= this.source.operatorDays; leadDay++) {
      for (let hour = 0; hour < 24; hour++) out[at + leadDay * 24 + hour] = operator.error(day + leadDay, hour);
    }
  }

  addBaseline(day: DayNumber, logs: Float64Array): void {
    const operator = this.issueOn(day);
    const residuals = logs.slice();
    this.load.addBaseline(day, logs);
    for (let leadDay = 0; leadDay <= this.source.operatorDays; leadDay++) {
      for (let hour = 0; hour < 24; hour++) {
        logs[leadDay * 24 + hour] = residuals[leadDay * 24 + hour]! + operator.debiased(day + leadDay, hour);
      }
    }
    if (!this.isForecast(day) || !operator.isDebiased) logs.fill(Number.NaN);
  }

  /** Whether the operator's forecast of every day that is read is known. */
  private isForecast(day: DayNumber): boolean {
    const { operator, operatorDays } = this.source;
    for (let leadDay = 0; leadDay <= operatorDays; leadDay++)
      if (operator.filledOn(day + leadDay) > OPERATOR.mostFilledHours) return false;
    return true;
  }

  protected read(day: DayNumber): OperatorDay {
    return new OperatorDay(this.source, day);
  }
}
