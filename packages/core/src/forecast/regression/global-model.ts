import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { ModelSeries } from '../climatology/climatology.js';
import { cutoffsUpTo, nextMonthlyCutoff, type Refit } from '../inputs/training-cutoff.js';
import { GLOBAL_MODEL } from '../settings.data.js';
import { LoadDesign, type LoadDesignOptions } from './design/load-design.js';
import { LaggedRegression, type Regression, type Weights } from './lagged-regression.js';
import { RefitPolicy } from './refit-policy.js';

interface Fit {
  /** Hash of the training data. */
  readonly fingerprint: string;
  readonly weights: Weights;
}

/**
 * One regression fitted on the rows of all areas: load returns to its climatology at much the same rate everywhere, and ten
 * areas estimate that rate better than one.
 *
 * It is shared by the forecasters of a process. Fits are cached by a hash of their training data: a backtest of one area
 * after another over the same months fits them once.
 */
export class GlobalModel {
  /** Counts rebuilds: while it is unchanged, fits of earlier cutoffs are unchanged. */
  generation = 0;
  private readonly options: LoadDesignOptions;
  private readonly pastDays: number;
  private readonly refitPolicy: RefitPolicy;
  private regression: LaggedRegression | undefined;
  private trainingAreas: readonly ModelSeries[] = [];
  private readonly fits = new Map<DayNumber, Fit>();

  /**
   * @param options of every area's design
   * @param pastDays days before the refit for which fits are wanted
   */
  constructor(options: LoadDesignOptions, pastDays: number) {
    this.options = options;
    this.pastDays = pastDays;
    this.refitPolicy = new RefitPolicy(pastDays > 0);
  }

  /**
   * Fits up to the refit.
   *
   * @param areas the areas' own series, each in its own clock; series with a short or broken history are left out
   * @returns false with too few areas; then there are no fits
   */
  prepare(refit: Refit, areas: readonly ModelSeries[]): boolean {
    const trainingAreas = areas.filter(({ climatology }) => climatology.isSteady);
    if (trainingAreas.length < GLOBAL_MODEL.fewestAreas) return false;
    const action = this.refitPolicy.actionFor(refit, trainingAreas);
    if (action === 'keep') return true;
    if (action === 'rebuild') {
      this.regression = undefined;
      this.trainingAreas = trainingAreas;
      this.generation++;
    }
    const wantFrom = refit.trainingCutoff - this.pastDays;
    const wanted = cutoffsUpTo(refit, wantFrom).filter((trainingCutoff) => trainingCutoff >= wantFrom);
    const fingerprints = fingerprintsAt(trainingAreas, wanted);
    if (!wanted.every((trainingCutoff, i) => this.fits.get(trainingCutoff)?.fingerprint === fingerprints[i])) {
      this.fit(refit, wantFrom, new Map(wanted.map((trainingCutoff, i) => [trainingCutoff, fingerprints[i]!])));
    }
    this.refitPolicy.record(refit, trainingAreas);
    return true;
  }

  /** The fit of a training cutoff; undefined before the first. */
  fitOf(trainingCutoff: DayNumber): Weights | undefined {
    return this.fits.get(trainingCutoff)?.weights;
  }

  private fit(refit: Refit, wantFrom: DayNumber, fingerprints: ReadonlyMap<DayNumber, string>): void {
    if (!this.regression) {
      const designs = this.trainingAreas.map((own) => new LoadDesign(own, [], this.options));
      this.regression = new LaggedRegression(designs[0]!, designs);
    }
    this.regression.advance(refit, wantFrom, (trainingCutoff, _, weights) => {
      this.fits.delete(trainingCutoff);
      this.fits.set(trainingCutoff, { fingerprint: fingerprints.get(trainingCutoff)!, weights: weights.slice() });
    });
    const most = this.pastDays > 0 ? GLOBAL_MODEL.mostPastFits : 1;
    for (const trainingCutoff of [...this.fits.keys()].slice(0, Math.max(0, this.fits.size - most)))
      this.fits.delete(trainingCutoff);
    if (this.pastDays === 0) this.regression = undefined;
  }
}

/**
 * A hash of each fit's training data by training cutoff: all days before it, and the days of the first climatology,
 * which is used for earlier days too.
 *
 * @param cutoffs ascending
 */
function fingerprintsAt(series: readonly ModelSeries[], cutoffs: readonly DayNumber[]): string[] {
  const prints = series.map(({ id, trainingView, climatology }) =>
    trainingView
      .fingerprints(cutoffs.map((trainingCutoff) => Math.max(trainingCutoff, climatology.firstFit)))
      .map((print) => `${id}:${print}`),
  );
  return cutoffs.map((_, i) => prints.map((ofSeries) => ofSeries[i]).join(' '));
}

/**
 * The fits of the global model, applied to one area's design.
 *
 * @param globalModel prepared for each refit before `advance`
 * @param firstDay of the area's design
 */
export function globalRegression(globalModel: GlobalModel, firstDay: DayNumber): Regression {
  let from = firstDay;
  return {
    // A global model has several areas' years of rows: always enough.
    rows: Number.POSITIVE_INFINITY,
    restart() {
      from = firstDay;
    },
    advance(refit, wantFrom, visit) {
      for (const trainingCutoff of cutoffsUpTo(refit, from)) {
        const next = Math.min(nextMonthlyCutoff(trainingCutoff), refit.trainingCutoff);
        const weights = globalModel.fitOf(trainingCutoff);
        if (weights && (trainingCutoff >= wantFrom || trainingCutoff === refit.trainingCutoff))
          visit(trainingCutoff, next, weights);
        from = Math.max(firstDay, trainingCutoff, next);
      }
    },
  };
}

/**
 * The global models of a process, one for each number of known hours of the issue day. A service that issues every hour
 * needs each of them once a day: all are kept, with one fit each and without the training rows.
 */
export type GlobalModels = Map<number, GlobalModel>;
