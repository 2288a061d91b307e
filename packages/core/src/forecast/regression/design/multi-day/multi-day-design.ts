import type { DayNumber } from '../../../../calendar/holiday-calendar.js';
import type { ModelSeries } from '../../../climatology/model-series.js';
import type { View } from '../../../inputs/inputs.js';
import type { MultiDayInputs } from '../../../inputs/multi-day-inputs.js';
import { MULTI_DAY, OPERATOR } from '../../../settings.data.js';
import { ExtendedDesign, ExtendedRows } from '../extended-design.js';
import { LoadDesign, type LoadDesignOptions } from '../load-design.js';
import type { LoadRows } from '../load-rows.js';
import {
  faultOn,
  type MultiDayFeatures,
  MultiDayIssue,
  type MultiDaySource,
  multiDayFeatures,
} from './multi-day-issue.js';

/** Parameters of a regression on forecasts of several days. */
export interface MultiDayDesignOptions extends LoadDesignOptions {
  readonly errorPenalty: number;
  readonly anomalyPenalty: number;
}

/**
 * The load, given the operator's own forecasts of today and up to seven days more.
 *
 * The target is the error of the forecast of each lead day, minus its mean error of the hour in the last four weeks.
 */
export class MultiDayDesign extends ExtendedDesign<MultiDayIssue> {
  private readonly inputs: MultiDayInputs;
  private readonly options: MultiDayDesignOptions;

  constructor(
    own: ModelSeries,
    inputs: MultiDayInputs,
    neighbours: readonly ModelSeries[],
    options: MultiDayDesignOptions,
  ) {
    const lastLeadDay = Math.min(options.lastLeadDay, MULTI_DAY.lastLeadDay);
    const load = new LoadDesign(own, neighbours, { ...options, lastLeadDay });
    super(load, multiDayFeatures(options.knownHours, options), OPERATOR.debiasDays + MULTI_DAY.lastLeadDay);
    this.inputs = inputs;
    this.options = options;
  }

  open(view: View, trainingCutoff: DayNumber, from: DayNumber, to: DayNumber): MultiDayRows {
    const rows = this.load.open(view, trainingCutoff, from, to);
    return new MultiDayRows(rows, this.sourceOf(view, trainingCutoff), this.groups, this.lastLeadDay);
  }

  faultOn(day: DayNumber): string | undefined {
    return faultOn(this.sourceOf('issueView', day), day);
  }

  private sourceOf(view: View, trainingCutoff: DayNumber): MultiDaySource {
    const { inputs, load, options } = this;
    const { knownHours, clip } = options;
    const { climatology } = load.own;
    return { inputs, load: load.own[view], knownHours, climatology, trainingCutoff, clip, faults: new Map() };
  }
}

/** The load's rows, each followed by the features of the forecasts of several days. */
export class MultiDayRows extends ExtendedRows<MultiDayIssue> {
  private readonly source: MultiDaySource;
  private readonly lastLeadDay: number;

  constructor(load: LoadRows, source: MultiDaySource, groups: readonly MultiDayFeatures[], lastLeadDay: number) {
    super(load, groups);
    this.source = source;
    this.lastLeadDay = lastLeadDay;
  }

  isUsable(day: DayNumber): boolean {
    return this.load.isUsable(day) && this.issueOn(day).isUsable;
  }

  writeTargets(day: DayNumber, out: Float64Array, at: number): void {
    const issue = this.issueOn(day);
    for (let leadDay = 0; leadDay <= this.lastLeadDay; leadDay++)
      for (let hour = 0; hour < 24; hour++) out[at + 24 * leadDay + hour] = issue.error(day + leadDay, leadDay, hour);
  }

  addBaseline(day: DayNumber, logs: Float64Array): void {
    const { isUsable, corrected } = this.issueOn(day);
    for (let at = 0; at < 24 * (this.lastLeadDay + 1); at++) logs[at]! += isUsable ? corrected[at]! : Number.NaN;
  }

  protected read(day: DayNumber): MultiDayIssue {
    return new MultiDayIssue(this.source, day);
  }
}
