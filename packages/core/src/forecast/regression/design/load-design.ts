import type { DayNumber } from '../../../calendar/holiday-calendar.js';
import type { ModelSeries } from '../../climatology/model-series.js';
import type { View } from '../../inputs/inputs.js';
import type { Baseline } from '../../inputs/residual-block.js';
import { MEMBERS, type RidgeSteps } from '../../settings.data.js';
import type { MemberDesign } from '../member.js';
import { featureCount, penaltiesOf } from './feature-group.js';
import { type BaselineSource, LoadRows, type LoadRowsSource } from './load-rows.js';
import { neighbourFeatures, OWN_FEATURE_DAYS, ownFeatures, type ResidualFeatures } from './residual-features.js';

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
export class LoadDesign implements MemberDesign, LoadRowsSource {
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
