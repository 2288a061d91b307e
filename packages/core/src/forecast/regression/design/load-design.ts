import type { DayNumber } from '../../../calendar/holiday-calendar.js';
import type { ModelSeries } from '../../climatology/climatology.js';
import type { View } from '../../inputs/inputs.js';
import { type Baseline, expectedLogs, ResidualBlock } from '../../inputs/residual-block.js';
import { MEMBERS, type RidgeSteps, TRAINING_ROWS } from '../../settings.data.js';
import type { MemberDesign, MemberRows } from '../member.js';
import { featureCount, penaltiesOf, writeFeatures } from './feature-group.js';
import {
  NEIGHBOUR_FEATURE_DAYS,
  neighbourFeatures,
  OWN_FEATURE_DAYS,
  ownFeatures,
  type ResidualFeatures,
} from './residual-features.js';

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

/** Parameters of a load regression. */
export interface LoadDesignOptions {
  /** Hours of the issue day that are known: 0 to 23. */
  readonly knownHours: number;
  readonly lastLeadDay: number;
  readonly firstDay: DayNumber;
  readonly neighbourPenalty: number;
  /** Largest residual kept, as a difference of logs. */
  readonly clip: number;
  /** Beginning with lead day 0. */
  readonly ridge: RidgeSteps;
  /**
   * Ridge strengths for the `MEMBERS.nearHours` after the known hours, by hours ahead, starting at 1; omitted where the
   * next hours are not fitted separately.
   */
  readonly nearRidge?: RidgeSteps;
  /** Features of the own residuals; `ownFeatures` if omitted. */
  readonly ownGroups?: readonly ResidualFeatures[];
  /** The input that baseline minus climatology comes from; the own recent load if omitted. */
  readonly remainderKind?: MemberDesign['remainderKind'];
}

/** Own residuals, and neighbors', as features; own residuals of the coming days as targets. */
export class LoadDesign implements MemberDesign {
  readonly size: number;
  readonly penalties: Float64Array;
  readonly lastLeadDay: number;
  readonly firstDay: DayNumber;
  readonly ownFeatures: number;
  readonly loadFeatures: number;
  readonly remainderKind: MemberDesign['remainderKind'];
  readonly own: ModelSeries;
  readonly neighbours: readonly ModelSeries[];
  readonly baselines: BaselineSource;
  readonly clip: number;
  readonly ownGroups: readonly ResidualFeatures[];
  readonly neighbourGroups: readonly ResidualFeatures[];
  private readonly ridges: readonly number[];

  /** @param baselines what residuals are taken from; the own climatology if omitted */
  constructor(
    own: ModelSeries,
    neighbours: readonly ModelSeries[],
    options: LoadDesignOptions,
    baselines: BaselineSource = sameBaseline(own.climatology),
  ) {
    this.own = own;
    this.neighbours = neighbours;
    this.baselines = baselines;
    this.clip = options.clip;
    this.lastLeadDay = options.lastLeadDay;
    this.ridges = ridgesByOutput(options);
    this.firstDay = Math.max(options.firstDay, own.climatology.firstLoadDay + OWN_FEATURE_DAYS);
    this.remainderKind = options.remainderKind ?? 'recentLoad';
    this.ownGroups = options.ownGroups ?? ownFeatures(options.knownHours);
    this.neighbourGroups = neighbourFeatures(options.knownHours, options.neighbourPenalty);
    const groups = [this.ownGroups, ...neighbours.map(() => this.neighbourGroups)].flat();
    this.penalties = Float64Array.from(penaltiesOf(groups));
    this.ownFeatures = featureCount(this.ownGroups);
    this.size = this.penalties.length;
    this.loadFeatures = this.size;
  }

  ridge(output: number): number {
    return this.ridges[output]!;
  }

  open(view: View, trainingCutoff: DayNumber, from: DayNumber, to: DayNumber): LoadRows {
    return new LoadRows(this, view, trainingCutoff, from, to);
  }

  faultOn(day: DayNumber): string | undefined {
    return this.baselines.faultOn?.(day);
  }

  writeClimatology(day: DayNumber, trainingCutoff: DayNumber, out: Float64Array, at: number): void {
    this.own.climatology.writeLogs(day, trainingCutoff, out, at);
  }
}

/** What the rows of a design are made from. */
export type LoadRowsSource = Pick<
  LoadDesign,
  'own' | 'neighbours' | 'baselines' | 'lastLeadDay' | 'clip' | 'ownGroups' | 'neighbourGroups'
>;

/** The rows of a design. */
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

/** By output; hours that are known have the strength of the first one after them, for they are not forecast. */
function ridgesByOutput({ ridge, nearRidge, knownHours, lastLeadDay }: LoadDesignOptions): number[] {
  const ridges: number[] = [];
  let [ofLeadDay, ofHour] = [Number.NaN, Number.NaN];
  for (let output = 0; output < 24 * (lastLeadDay + 1); output++) {
    const hoursAhead = Math.max(1, output - knownHours + 1);
    ofLeadDay = ridge[output / 24] ?? ofLeadDay;
    ofHour = nearRidge?.[hoursAhead] ?? ofHour;
    ridges.push(nearRidge && hoursAhead <= MEMBERS.nearHours ? ofHour : ofLeadDay);
  }
  return ridges;
}

/** One baseline for residuals and forecasts, in both views. */
export function sameBaseline(baseline: Baseline): BaselineSource {
  return { ofResiduals: () => baseline, ofForecast: () => baseline };
}
