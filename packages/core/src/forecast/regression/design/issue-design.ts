import type { DayNumber } from '../../../calendar/holiday-calendar.js';
import type { View } from '../../inputs/inputs.js';
import type { MemberDesign, MemberRows } from '../member.js';
import { type FeatureGroup, penaltiesOf, writeFeatures } from './feature-group.js';
import type { LoadDesign, LoadRows } from './load-design.js';

/** An operator's forecasts on one issue day, corrected by their mean errors. */
export interface OperatorIssue {
  /** Whether the forecasts that are read are known, and can be corrected. */
  readonly isUsable: boolean;
  /** Log error of the corrected forecast of an hour; 0 where it is missing. */
  errorOf(leadDay: number, hour: number): number;
  /** The corrected log forecast of an hour; NaN where it is missing. */
  correctedLog(leadDay: number, hour: number): number;
}

/** How the forecasts of an issue day are read. */
export interface IssueReader<Issue extends OperatorIssue> {
  readonly groups: readonly FeatureGroup<Issue>[];
  /** Days before the first issue day that the features reach back. */
  readonly daysBefore: number;
  /** Last lead day whose forecast is read. */
  readonly lastLeadDay: number;
  open(view: View, trainingCutoff: DayNumber, rows: LoadRows): (day: DayNumber) => Issue;
  /** The fault in an operator's forecasts, as `MemberDesign.faultOn`. */
  faultOn?(day: DayNumber): string | undefined;
}

/**
 * The load, given an operator's own forecasts.
 *
 * On the lead days that are read the target is the error of the corrected forecast. On later ones it is the load's
 * residual, and the operator's forecasts give features.
 */
export class IssueDesign<Issue extends OperatorIssue> implements MemberDesign {
  readonly size: number;
  readonly penalties: Float64Array;
  readonly lastLeadDay: number;
  readonly firstDay: DayNumber;
  readonly ownFeatures: number;
  readonly loadFeatures: number;
  readonly remainderKind = 'operator';
  private readonly load: LoadDesign;
  private readonly reader: IssueReader<Issue>;

  constructor(load: LoadDesign, reader: IssueReader<Issue>) {
    this.load = load;
    this.reader = reader;
    this.lastLeadDay = load.lastLeadDay;
    this.firstDay = load.firstDay + reader.daysBefore;
    this.ownFeatures = load.ownFeatures;
    this.loadFeatures = load.size;
    this.penalties = Float64Array.from([...load.penalties, ...penaltiesOf(reader.groups)]);
    this.size = this.penalties.length;
  }

  open(view: View, trainingCutoff: DayNumber, from: DayNumber, to: DayNumber): MemberRows {
    const { reader } = this;
    const load = this.load.open(view, trainingCutoff, from, to);
    const read = reader.open(view, trainingCutoff, load);
    let last: { readonly day: DayNumber; readonly issue: Issue } | undefined;
    // An issue is read once for its row, targets and baseline.
    const issueOn = (day: DayNumber): Issue => {
      if (last?.day !== day) last = { day, issue: read(day) };
      return last.issue;
    };
    const outputs = 24 * (reader.lastLeadDay + 1);
    return {
      isUsable: (day) => load.isUsable(day) && issueOn(day).isUsable,
      writeRow(day, out, at) {
        writeFeatures(reader.groups, issueOn(day), day, out, load.writeRow(day, out, at));
      },
      writeTargets(day, out, at) {
        load.writeTargets(day, out, at);
        const issue = issueOn(day);
        for (let i = 0; i < outputs; i++) out[at + i] = issue.errorOf(Math.floor(i / 24), i % 24);
      },
      addBaseline: (day, logs) => {
        const issue = issueOn(day);
        const residuals = logs.slice(0, outputs);
        load.addBaseline(day, logs);
        for (let i = 0; i < outputs; i++) logs[i] = residuals[i]! + issue.correctedLog(Math.floor(i / 24), i % 24);
        if (!issue.isUsable) logs.fill(Number.NaN);
      },
    };
  }

  ridge(output: number): number {
    return this.load.ridge(output);
  }

  faultOn(day: DayNumber): string | undefined {
    return this.reader.faultOn?.(day);
  }

  writeClimatology(day: DayNumber, trainingCutoff: DayNumber, out: Float64Array, at: number): void {
    this.load.writeClimatology(day, trainingCutoff, out, at);
  }
}
