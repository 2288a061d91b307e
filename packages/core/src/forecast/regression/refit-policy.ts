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

/** Decides, from the training data of the last fit, whether the next refit can extend it. */
export class RefitPolicy {
  /** Training cutoff of the last fit. */
  trainingCutoff: DayNumber = Number.NEGATIVE_INFINITY;
  private signature = '';
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
   * @param otherInputs a text that differs when other inputs of the fit differ
   */
  actionFor(refit: Refit, series: readonly TrainingSeries[], otherInputs = ''): RefitAction {
    const isUnchanged = series.every(
      ({ trainingView }, i) => trainingView.changedSince(this.changes.get(series[i]!) ?? 0) >= this.trainingCutoff,
    );
    const isSame = isUnchanged && this.signatureOf(series, otherInputs) === this.signature;
    if (isSame && refit.trainingCutoff === this.trainingCutoff) return 'keep';
    const isAtMonthsEnd = this.trainingCutoff === monthlyCutoff(this.trainingCutoff);
    const isLater = refit.trainingCutoff > this.trainingCutoff;
    return isSame && this.canExtend && isAtMonthsEnd && isLater ? 'extend' : 'rebuild';
  }

  /** Records a fit of the series up to the refit. */
  record(refit: Refit, series: readonly TrainingSeries[], otherInputs = ''): void {
    this.trainingCutoff = refit.trainingCutoff;
    this.signature = this.signatureOf(series, otherInputs);
    this.changes = new Map(series.map((each) => [each, each.trainingView.changes]));
  }

  private signatureOf(series: readonly TrainingSeries[], otherInputs: string): string {
    return [...series.map(({ id, climatology }) => `${id}:${climatology?.generation}`), otherInputs].join(' ');
  }
}
