import type { DayNumber } from '../../calendar/holidays.js';
import type { SeriesInputs } from '../inputs/inputs.js';
import { type Anchor, monthCut } from '../inputs/training-cutoff.js';

/** What a fit must do to stand at an anchor. */
export type Step = 'stay' | 'goOn' | 'restart';

/** Remembers what a fit was learnt from, and tells whether it can be gone on from. */
export class LearntWatch {
  /** The cut up to which has been learnt. */
  cut: DayNumber = Number.NEGATIVE_INFINITY;
  private signature = '';
  private changes = new Map<SeriesInputs, number>();
  private readonly mayGoOn: boolean;

  /** @param mayGoOn whether what was learnt is kept, so that a later anchor needs only what came since */
  constructor(mayGoOn: boolean) {
    this.mayGoOn = mayGoOn;
  }

  /**
   * @param series everything that is learnt from, as known at the anchor
   * @param more what else, as words, must be the same
   */
  step(anchor: Anchor, series: readonly SeriesInputs[], more = ''): Step {
    const isUnchanged = series.every(
      ({ learnt }, i) => learnt.changedSince(this.changes.get(series[i]!) ?? 0) >= this.cut,
    );
    const isSame = isUnchanged && this.signatureOf(series, more) === this.signature;
    if (isSame && anchor.cut === this.cut) return 'stay';
    const isAtMonthsEnd = this.cut === monthCut(this.cut);
    return isSame && this.mayGoOn && isAtMonthsEnd && anchor.cut > this.cut ? 'goOn' : 'restart';
  }

  /** Notes that the series have been learnt from up to the anchor. */
  note(anchor: Anchor, series: readonly SeriesInputs[], more = ''): void {
    this.cut = anchor.cut;
    this.signature = this.signatureOf(series, more);
    this.changes = new Map(series.map((each) => [each, each.learnt.changes]));
  }

  private signatureOf(series: readonly SeriesInputs[], more: string): string {
    return [...series.map(({ id, climatology }) => `${id}:${climatology.generation}`), more].join(' ');
  }
}
