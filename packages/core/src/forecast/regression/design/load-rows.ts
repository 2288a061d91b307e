import type { DayNumber } from '../../../calendar/holiday-calendar.js';
import type { ModelSeries } from '../../climatology/model-series.js';
import type { View } from '../../inputs/inputs.js';
import { type Baseline, expectedLogs, ResidualBlock } from '../../inputs/residual-block.js';
import { TRAINING_ROWS } from '../../settings.data.js';
import type { MemberRows } from '../member.js';
import { writeFeatures } from './feature-group.js';
import { NEIGHBOUR_FEATURE_DAYS, OWN_FEATURE_DAYS, type ResidualFeatures } from './residual-features.js';

/** The expected load of a design: residuals are differences from it, and it is added to forecast residuals. */
export interface BaselineSource {
  /** The baseline of the residuals in features and targets. */
  ofResiduals(view: View): Baseline;
  /**
   * The baseline of the forecast made on an issue day.
   *
   * @param end the day after the last issue day of the rows
   */
  ofForecast(view: View, day: DayNumber, end: DayNumber): Baseline;
  /** The fault in an input as known on the issue day, in words: there is no forecast then. */
  faultOn?(day: DayNumber): string | undefined;
}

/** What the rows of a load design are made from. */
export interface LoadRowsSource {
  readonly own: ModelSeries;
  readonly neighbours: readonly ModelSeries[];
  readonly baselines: BaselineSource;
  readonly lastLeadDay: number;
  /** Largest residual kept, as a difference of logs. */
  readonly clip: number;
  readonly ownGroups: readonly ResidualFeatures[];
  /** Features of each neighbor. */
  readonly neighbourGroups: readonly ResidualFeatures[];
}

/** Own residuals, and neighbors', as features; own residuals of the coming days as targets. */
export class LoadRows implements MemberRows {
  private readonly source: LoadRowsSource;
  private readonly view: View;
  private readonly trainingCutoff: DayNumber;
  private readonly from: DayNumber;
  private readonly end: DayNumber;
  private readonly ownResiduals: ResidualBlock;
  private readonly neighbourResiduals: readonly ResidualBlock[];
  /** Expected logs of all days that forecasts reach, by the baseline that was read last. */
  private expected: { readonly baseline: Baseline; readonly logs: Float64Array } | undefined;

  constructor(source: LoadRowsSource, view: View, trainingCutoff: DayNumber, from: DayNumber, to: DayNumber) {
    const { own, neighbours, baselines, lastLeadDay, clip } = source;
    this.source = source;
    this.view = view;
    this.trainingCutoff = trainingCutoff;
    this.from = from;
    this.end = to;
    const end = view === 'trainingView' ? to + lastLeadDay : to;
    const ownDays = { trainingCutoff, clip, from: from - OWN_FEATURE_DAYS, to: end };
    this.ownResiduals = new ResidualBlock(own[view], baselines.ofResiduals(view), ownDays);
    const neighbourDays = { trainingCutoff, clip, from: from - NEIGHBOUR_FEATURE_DAYS, to };
    this.neighbourResiduals = neighbours.map(
      (neighbour) => new ResidualBlock(neighbour[view], neighbour.climatology, neighbourDays),
    );
  }

  isUsable(day: DayNumber): boolean {
    const { own, neighbours, lastLeadDay } = this.source;
    const table = own[this.view];
    let bad = 0;
    for (let near = day - 7; near <= day + lastLeadDay; near++) {
      if (!table.has(near)) return false;
      if (table.filledOn(near) > TRAINING_ROWS.mostFilledHours) bad++;
    }
    let missing = 0;
    for (let far = day - OWN_FEATURE_DAYS + 1; far <= day; far++) if (!table.has(far)) missing++;
    const missingNeighbours = neighbours.filter((neighbour) => !neighbour[this.view].has(day - 1)).length;
    return (
      bad <= TRAINING_ROWS.mostBadDays &&
      missing <= TRAINING_ROWS.mostMissingDays &&
      missingNeighbours <= TRAINING_ROWS.mostMissingNeighbours * neighbours.length
    );
  }

  /** @returns the position after the last feature */
  writeRow(day: DayNumber, out: Float64Array, at: number): number {
    const { ownGroups, neighbourGroups } = this.source;
    let next = writeFeatures(ownGroups, this.ownResiduals, day, out, at);
    for (const residuals of this.neighbourResiduals) next = writeFeatures(neighbourGroups, residuals, day, out, next);
    return next;
  }

  writeTargets(day: DayNumber, out: Float64Array, at: number): void {
    let next = at;
    for (let leadDay = 0; leadDay <= this.source.lastLeadDay; leadDay++) {
      for (let hour = 0; hour < 24; hour++) out[next++] = this.residual(day + leadDay, hour);
    }
  }

  addBaseline(day: DayNumber, logs: Float64Array): void {
    const { baselines, lastLeadDay } = this.source;
    const baseline = baselines.ofForecast(this.view, day, this.end);
    const expected = this.expectedFrom(baseline, day);
    for (let output = 0; output < 24 * (lastLeadDay + 1); output++) logs[output]! += expected[output]!;
  }

  /** Expected logs of an issue day's lead days: of all issue days at once where the baseline can, as they overlap. */
  private expectedFrom(baseline: Baseline, day: DayNumber): Float64Array {
    const { trainingCutoff, from, end } = this;
    const days = this.source.lastLeadDay + 1;
    if (!baseline.writeDays) return expectedLogs(baseline, trainingCutoff, day, day + days);
    if (this.expected?.baseline !== baseline)
      this.expected = { baseline, logs: expectedLogs(baseline, trainingCutoff, from, end - 1 + days) };
    const at = 24 * (day - from);
    return this.expected.logs.subarray(at, at + 24 * days);
  }

  /** The own residual of an hour. */
  residual(day: DayNumber, hour: number): number {
    return this.ownResiduals.at(day, hour);
  }
}
