import type { DayNumber } from '../../../../calendar/holiday-calendar.js';
import type { ModelSeries } from '../../../climatology/model-series.js';
import type { View } from '../../../inputs/inputs.js';
import type { MultiDayInputs } from '../../../inputs/multi-day-inputs.js';
import { MULTI_DAY, OPERATOR } from '../../../settings.data.js';
import type { MemberDesign, MemberRows } from '../../member.js';
import { penaltiesOf, writeFeatures } from '../feature-group.js';
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
export class MultiDayDesign implements MemberDesign {
  readonly size: number;
  readonly penalties: Float64Array;
  readonly lastLeadDay: number;
  readonly firstDay: DayNumber;
  readonly ownFeatures: number;
  readonly loadFeatures: number;
  readonly remainderKind = 'operator';
  private readonly load: LoadDesign;
  private readonly inputs: MultiDayInputs;
  private readonly options: MultiDayDesignOptions;
  private readonly groups: readonly MultiDayFeatures[];

  constructor(
    own: ModelSeries,
    inputs: MultiDayInputs,
    neighbours: readonly ModelSeries[],
    options: MultiDayDesignOptions,
  ) {
    this.lastLeadDay = Math.min(options.lastLeadDay, MULTI_DAY.lastLeadDay);
    this.load = new LoadDesign(own, neighbours, { ...options, lastLeadDay: this.lastLeadDay });
    this.inputs = inputs;
    this.options = options;
    this.groups = multiDayFeatures(options.knownHours, options);
    this.firstDay = this.load.firstDay + OPERATOR.debiasDays + MULTI_DAY.lastLeadDay;
    this.ownFeatures = this.load.ownFeatures;
    this.loadFeatures = this.load.size;
    this.penalties = Float64Array.from([...this.load.penalties, ...penaltiesOf(this.groups)]);
    this.size = this.penalties.length;
  }

  ridge(output: number): number {
    return this.load.ridge(output);
  }

  open(view: View, trainingCutoff: DayNumber, from: DayNumber, to: DayNumber): MultiDayRows {
    const rows = this.load.open(view, trainingCutoff, from, to);
    return new MultiDayRows(rows, this.sourceOf(view, trainingCutoff), this.groups, this.lastLeadDay);
  }

  faultOn(day: DayNumber): string | undefined {
    return faultOn(this.sourceOf('issueView', day), day);
  }

  writeClimatology(day: DayNumber, trainingCutoff: DayNumber, out: Float64Array, at: number): void {
    this.load.writeClimatology(day, trainingCutoff, out, at);
  }

  private sourceOf(view: View, trainingCutoff: DayNumber): MultiDaySource {
    const { inputs, load, options } = this;
    const { knownHours, clip } = options;
    const { climatology } = load.own;
    return { inputs, load: load.own[view], knownHours, climatology, trainingCutoff, clip, faults: new Map() };
  }
}

/** The load's rows, each followed by the features of the forecasts of several days. */
export class MultiDayRows implements MemberRows {
  private readonly load: LoadRows;
  private readonly source: MultiDaySource;
  private readonly groups: readonly MultiDayFeatures[];
  private readonly lastLeadDay: number;
  private last: { readonly day: DayNumber; readonly issue: MultiDayIssue } | undefined;

  constructor(load: LoadRows, source: MultiDaySource, groups: readonly MultiDayFeatures[], lastLeadDay: number) {
    this.load = load;
    this.source = source;
    this.groups = groups;
    this.lastLeadDay = lastLeadDay;
  }

  isUsable(day: DayNumber): boolean {
    return this.load.isUsable(day) && this.issueOn(day).isUsable;
  }

  writeRow(day: DayNumber, out: Float64Array, at: number): void {
    const next = this.load.writeRow(day, out, at);
    writeFeatures(this.groups, this.issueOn(day), day, out, next);
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

  private issueOn(day: DayNumber): MultiDayIssue {
    if (this.last?.day !== day) this.last = { day, issue: new MultiDayIssue(this.source, day) };
    return this.last.issue;
  }
}
