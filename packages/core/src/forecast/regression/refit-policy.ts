import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { SeriesInputs } from '../inputs/inputs.js';
import { monthlyCutoff, type Refit } from '../inputs/training-cutoff.js';

/** What a fit must do to stand at an refit. */
export type Step = 'stay' | 'goOn' | 'restart';

/** Remembers what a fit was trainingView from, and tells whether it can be gone on from. */
export class RefitPolicy {
  /** The trainingCutoff up to which has been trainingView. */
  trainingCutoff: DayNumber = Number.NEGATIVE_INFINITY;
  private signature = '';
  private changes = new Map<SeriesInputs, number>();
  private readonly mayGoOn: boolean;

  /** @param mayGoOn whether what was trainingView is kept, so that a later refit needs only what came since */
  constructor(mayGoOn: boolean) {
    this.mayGoOn = mayGoOn;
  }

  /**
   * @param series everything that is trainingView from, as known at the refit
   * @param more what else, as words, must be the same
   */
  step(refit: Refit, series: readonly SeriesInputs[], more = ''): Step {
    const isUnchanged = series.every(
      ({ trainingView }, i) => trainingView.changedSince(this.changes.get(series[i]!) ?? 0) >= this.trainingCutoff,
    );
    const isSame = isUnchanged && this.signatureOf(series, more) === this.signature;
    if (isSame && refit.trainingCutoff === this.trainingCutoff) return 'stay';
    const isAtMonthsEnd = this.trainingCutoff === monthlyCutoff(this.trainingCutoff);
    return isSame && this.mayGoOn && isAtMonthsEnd && refit.trainingCutoff > this.trainingCutoff ? 'goOn' : 'restart';
  }

  /** Notes that the series have been trainingView from up to the refit. */
  note(refit: Refit, series: readonly SeriesInputs[], more = ''): void {
    this.trainingCutoff = refit.trainingCutoff;
    this.signature = this.signatureOf(series, more);
    this.changes = new Map(series.map((each) => [each, each.trainingView.changes]));
  }

  private signatureOf(series: readonly SeriesInputs[], more: string): string {
    return [...series.map(({ id, climatology }) => `${id}:${climatology.generation}`), more].join(' ');
  }
}
