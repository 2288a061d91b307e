import type { DayNumber } from '../../../calendar/holiday-calendar.js';
import type { View } from '../../inputs/inputs.js';
import type { MemberDesign, MemberRows } from '../member.js';
import { type FeatureGroup, penaltiesOf, writeFeatures } from './feature-group.js';
import type { LoadDesign } from './load-design.js';
import type { LoadRows } from './load-rows.js';

/** A load design whose rows are each followed by features of the operator's forecasts on the issue day. */
export abstract class ExtendedDesign<Issue> implements MemberDesign {
  readonly size: number;
  readonly penalties: Float64Array;
  readonly lastLeadDay: number;
  readonly firstDay: DayNumber;
  readonly ownFeatures: number;
  readonly loadFeatures: number;
  readonly remainderKind = 'operator';
  protected readonly load: LoadDesign;
  protected readonly groups: readonly FeatureGroup<Issue>[];

  /** @param daysBefore days before the first issue day that the features reach back */
  constructor(load: LoadDesign, groups: readonly FeatureGroup<Issue>[], daysBefore: number) {
    this.load = load;
    this.groups = groups;
    this.lastLeadDay = load.lastLeadDay;
    this.firstDay = load.firstDay + daysBefore;
    this.ownFeatures = load.ownFeatures;
    this.loadFeatures = load.size;
    this.penalties = Float64Array.from([...load.penalties, ...penaltiesOf(groups)]);
    this.size = this.penalties.length;
  }

  abstract open(view: View, trainingCutoff: DayNumber, from: DayNumber, to: DayNumber): MemberRows;

  ridge(output: number): number {
    return this.load.ridge(output);
  }

  writeClimatology(day: DayNumber, trainingCutoff: DayNumber, out: Float64Array, at: number): void {
    this.load.writeClimatology(day, trainingCutoff, out, at);
  }
}

/** The load's rows, each followed by the features of an issue day. */
export abstract class ExtendedRows<Issue> implements MemberRows {
  protected readonly load: LoadRows;
  private readonly groups: readonly FeatureGroup<Issue>[];
  private last: { readonly day: DayNumber; readonly issue: Issue } | undefined;

  constructor(load: LoadRows, groups: readonly FeatureGroup<Issue>[]) {
    this.load = load;
    this.groups = groups;
  }

  abstract isUsable(day: DayNumber): boolean;
  abstract writeTargets(day: DayNumber, out: Float64Array, at: number): void;
  abstract addBaseline(day: DayNumber, logs: Float64Array): void;
  protected abstract read(day: DayNumber): Issue;

  writeRow(day: DayNumber, out: Float64Array, at: number): void {
    const next = this.load.writeRow(day, out, at);
    writeFeatures(this.groups, this.issueOn(day), day, out, next);
  }

  /** What is read of an issue day, once for its row, targets and baseline. */
  protected issueOn(day: DayNumber): Issue {
    if (this.last?.day !== day) this.last = { day, issue: this.read(day) };
    return this.last.issue;
  }
}
