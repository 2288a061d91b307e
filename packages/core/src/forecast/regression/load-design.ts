import { type DayNumber, dayNumber } from '../../calendar/holiday-calendar.js';
import type { ModelSeries } from '../climatology/model-series.js';
import { type Baseline, ResidualBlock } from '../inputs/residual-block.js';
import type { MemberDesign } from './member.js';
import {
  NEIGHBOUR_FEATURE_DAYS,
  NEIGHBOUR_FEATURES,
  OWN_FEATURE_DAYS,
  ownFeatureCount,
  ownPenalties,
  writeNeighbourFeatures,
  writeOwnFeatures,
} from './residual-features.js';

/** Ridge strength from a lead day on: larger for later days, which depend less on the past. Each step costs a factorisation. */
export type RidgeSteps = readonly (readonly [leadDay: number, strength: number])[];

const FILLED_HOURS_OF_A_BAD_DAY = 6;
const BAD_DAYS_NEAR = 2;
const MISSING_DAYS_FAR = 8;
const MISSING_NEIGHBOURS = 0.3;

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
}

/** Own residuals, and neighbours', as features; own residuals of the coming days as targets. */
export class LoadDesign implements MemberDesign {
  readonly size: number;
  readonly penalties: Float64Array;
  readonly lastLeadDay: number;
  readonly firstDay: DayNumber;
  /** Which view of the series is read: `trainingView` in training, `issueView` at an issue. */
  state: 'trainingView' | 'issueView' = 'trainingView';
  own: ModelSeries;
  neighbours: readonly ModelSeries[];
  private readonly knownHours: number;
  private readonly ownBlock: ResidualBlock;
  private readonly neighbourBlocks: readonly ResidualBlock[];
  private readonly features: number;
  private readonly ownBaseline: Baseline;
  private readonly ridgeSteps: RidgeSteps;
  private readonly baseline = new Float64Array(24);

  /** @param baseline what residuals are taken from; the own climatology if omitted */
  constructor(
    own: ModelSeries,
    neighbours: readonly ModelSeries[],
    options: LoadDesignOptions,
    baseline: Baseline = own.climatology,
  ) {
    this.own = own;
    this.ownBaseline = baseline;
    this.ridgeSteps = options.ridge;
    this.neighbours = neighbours;
    this.knownHours = options.knownHours;
    this.lastLeadDay = options.lastLeadDay;
    this.firstDay = Math.max(options.firstDay, own.climatology.firstLoadDay + OWN_FEATURE_DAYS);
    this.features = ownFeatureCount(options.knownHours);
    this.size = this.features + NEIGHBOUR_FEATURES * neighbours.length;
    const neighbourPenalties = new Array<number>(NEIGHBOUR_FEATURES * neighbours.length).fill(options.neighbourPenalty);
    this.penalties = Float64Array.from([...ownPenalties(options.knownHours), ...neighbourPenalties]);
    this.ownBlock = new ResidualBlock(options.clip);
    this.neighbourBlocks = neighbours.map(() => new ResidualBlock(options.clip));
  }

  ridge(leadDay: number): number {
    return this.ridgeSteps.findLast(([from]) => leadDay >= from)![1];
  }

  open(trainingCutoff: DayNumber, from: DayNumber, to: DayNumber): void {
    const reach = this.state === 'trainingView' ? this.lastLeadDay : 0;
    const { own } = this;
    this.ownBlock.fill(own[this.state], this.ownBaseline, trainingCutoff, from - OWN_FEATURE_DAYS, to + reach);
    this.neighbours.forEach((neighbour, i) => {
      const block = this.neighbourBlocks[i]!;
      block.fill(neighbour[this.state], neighbour.climatology, trainingCutoff, from - NEIGHBOUR_FEATURE_DAYS, to);
    });
  }

  isUsable(day: DayNumber): boolean {
    const { trainingView } = this.own;
    let bad = 0;
    for (let near = day - 7; near <= day + this.lastLeadDay; near++) {
      if (!trainingView.has(near)) return false;
      if (trainingView.filledOn(near) > FILLED_HOURS_OF_A_BAD_DAY) bad++;
    }
    let missing = 0;
    for (let far = day - OWN_FEATURE_DAYS + 1; far <= day; far++) if (!trainingView.has(far)) missing++;
    const missingNeighbours = this.neighbours.filter((neighbour) => !neighbour.trainingView.has(day - 1)).length;
    return (
      bad <= BAD_DAYS_NEAR &&
      missing <= MISSING_DAYS_FAR &&
      missingNeighbours <= MISSING_NEIGHBOURS * this.neighbours.length
    );
  }

  writeRow(day: DayNumber, out: Float64Array, at: number): void {
    let next = writeOwnFeatures(this.ownBlock, day, this.knownHours, out, at);
    for (const block of this.neighbourBlocks) next = writeNeighbourFeatures(block, day, this.knownHours, out, next);
  }

  writeTargets(day: DayNumber, out: Float64Array, at: number): void {
    let next = at;
    for (let lead = 0; lead <= this.lastLeadDay; lead++) {
      for (let hour = 0; hour < 24; hour++) out[next++] = this.ownBlock.at(day + lead, hour);
    }
  }

  addBaseline(day: DayNumber, trainingCutoff: DayNumber, logs: Float64Array): void {
    for (let lead = 0; lead <= this.lastLeadDay; lead++) {
      this.ownBaseline.writeLogs(day + lead, trainingCutoff, this.baseline, 0);
      for (let hour = 0; hour < 24; hour++) logs[lead * 24 + hour]! += this.baseline[hour]!;
    }
  }

  /** The own residual of an opened day's hour. */
  residual(day: DayNumber, hour: number): number {
    return this.ownBlock.at(day, hour);
  }

  get ownFeatures(): number {
    return this.features;
  }

  get loadFeatures(): number {
    return this.size;
  }

  get remainderKind(): MemberDesign['remainderKind'] {
    return 'recentLoad';
  }

  writeClimatology(day: DayNumber, trainingCutoff: DayNumber, out: Float64Array, at: number): void {
    this.own.climatology.writeLogs(day, trainingCutoff, out, at);
  }
}

/** First issue day of the model with few, long neighbours. */
export const GRIDS_FIRST_DAY = dayNumber(2016, 1, 1);
/** First issue day of the model with many neighbours: sub-areas start in 2018-10. */
export const ADJACENT_FIRST_DAY = dayNumber(2018, 10, 8);
