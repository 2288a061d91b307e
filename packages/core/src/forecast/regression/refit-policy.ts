import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { Climatology } from '../climatology/climatology.js';
import type { SeriesInputs } from '../inputs/inputs.js';
import { monthlyCutoff, type Refit } from '../inputs/training-cutoff.js';

/** What a refit does with the last fit: keeps it, extends it by the months since, or rebuilds it from the first day. */
export type RefitAction = 'keep' | 'extend' | 'rebuild';

/** A series that a fit reads, with the climatology that its residuals are taken from, if any. */
export interface TrainingSeries extends SeriesInputs {
  readonly climatology?: Climatology;
}

/** Ids and generations of a fit's inputs, in a fixed order: equal lists mean equal kinds of input. */
type FitInputs = readonly (string | number | undefined)[];

/** Decides, from the training data of the last fit, whether the next refit can extend it. */
export class RefitPolicy {
  /** Training cutoff of the last fit. */
  trainingCutoff: DayNumber = Number.NEGATIVE_INFINITY;
  private inputs: FitInputs = [];
  private changes = new Map<SeriesInputs, number>();
  private readonly canExtend: boolean;

  /** @param canExtend whether training rows are kept after a fit, so that a later refit adds only the rows since */
  constructor(canExtend: boolean) {
    this.canExtend = canExtend;
  }

  /**
   * The action at a refit.
   *
   * @param series all training series, as known at the refit
   * @param otherInputs generations of the fit's other inputs
   */
  actionFor(refit: Refit, series: readonly TrainingSeries[], otherInputs: FitInputs = []): RefitAction {
    const isUnchanged = series.every(
      ({ trainingView }, i) => trainingView.changedSince(this.changes.get(series[i]!) ?? 0) >= this.trainingCutoff,
    );
    const isSame = isUnchanged && isEqual(listInputs(series, otherInputs), this.inputs);
    if (isSame && refit.trainingCutoff === this.trainingCutoff) return 'keep';
    const isAtMonthsEnd = this.trainingCutoff === monthlyCutoff(this.trainingCutoff);
    const isLater = refit.trainingCutoff > this.trainingCutoff;
    return isSame && this.canExtend && isAtMonthsEnd && isLater ? 'extend' : 'rebuild';
  }

  /** Records a fit of the series up to the refit. */
  record(refit: Refit, series: readonly TrainingSeries[], otherInputs: FitInputs = []): void {
    this.trainingCutoff = refit.trainingCutoff;
    this.inputs = listInputs(series, otherInputs);
    this.changes = new Map(series.map((each) => [each, each.trainingView.changes]));
  }
}

const listInputs = (series: readonly TrainingSeries[], otherInputs: FitInputs): FitInputs => [
  ...series.flatMap(({ id, climatology }) => [id, climatology?.generation]),
  ...otherInputs,
];

const isEqual = (one: FitInputs, other: FitInputs): boolean =>
  one.length === other.length && one.every((value, i) => value === other[i]);
