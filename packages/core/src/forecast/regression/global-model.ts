import type { DayNumber } from '../../calendar/holidays.js';
import { SharedHolidays } from '../climatology/shared-holidays.js';
import type { SeriesInputs } from '../inputs/inputs.js';
import { type Anchor, cutsUpTo, nextMonthCut } from '../inputs/training-cutoff.js';
import {
  type Design,
  LaggedRegression,
  predictFrom,
  type Regression,
  type VisitFit,
  type Weights,
} from './lagged-regression.js';
import { LoadDesign, type LoadDesignOptions } from './load-design.js';
import { LearntWatch } from './refit-policy.js';

/** Fewer areas than this have nothing to learn from one another. */
const FEWEST_AREAS = 3;

/** Fits kept where past ones are wanted: those of the past forecasts of one anchor, and of a year of anchors. */
const MOST_PAST_FITS = 64;

interface Fit {
  /** Tells what it was learnt from. */
  readonly fingerprint: string;
  readonly weights: Weights;
}

/**
 * One regression that all areas learn together: how load returns to what the calendar says of it is much the same
 * everywhere, and ten areas tell it better than one.
 *
 * It is shared by the forecasters of a process. Fits are remembered by what they were learnt from: a backtest that goes
 * through the same months for one area after the other learns them once.
 */
export class Pool {
  /** Counts restarts: fits of old cuts are what they were as long as it stands still. */
  generation = 0;
  private readonly options: LoadDesignOptions;
  private readonly pastDays: number;
  private readonly watch: LearntWatch;
  private regression: LaggedRegression | undefined;
  private teachers: readonly SeriesInputs[] = [];
  private readonly fits = new Map<DayNumber, Fit>();

  /**
   * @param options of every area's design
   * @param pastDays days before the anchor for which fits are wanted
   */
  constructor(options: LoadDesignOptions, pastDays: number) {
    this.options = options;
    this.pastDays = pastDays;
    this.watch = new LearntWatch(pastDays > 0);
  }

  /**
   * Fits up to the anchor.
   *
   * @param areas the areas' own series, each in its own clock; those with a short or broken history are left out
   * @returns whether there are enough areas to learn from
   */
  prepare(anchor: Anchor, areas: readonly SeriesInputs[]): boolean {
    const teachers = areas.filter(({ climatology }) => climatology.isSteady);
    if (teachers.length < FEWEST_AREAS) return false;
    const step = this.watch.step(anchor, teachers);
    if (step === 'stay') return true;
    if (step === 'restart') {
      this.regression = undefined;
      this.teachers = teachers;
      this.generation++;
    }
    const wantFrom = anchor.cut - this.pastDays;
    const wanted = cutsUpTo(anchor, wantFrom).filter((cut) => cut >= wantFrom);
    const fingerprints = fingerprintsAt(teachers, wanted);
    if (!wanted.every((cut, i) => this.fits.get(cut)?.fingerprint === fingerprints[i])) {
      this.learn(anchor, wantFrom, new Map(wanted.map((cut, i) => [cut, fingerprints[i]!])));
    }
    this.watch.note(anchor, teachers);
    return true;
  }

  /** An area's climatology with the holidays that all areas share. */
  calendarOf({ climatology }: SeriesInputs): SharedHolidays {
    return new SharedHolidays(
      climatology,
      this.teachers.map((teacher) => teacher.climatology),
    );
  }

  /** The fit of a cut; undefined before the first. */
  fitOf(cut: DayNumber): Weights | undefined {
    return this.fits.get(cut)?.weights;
  }

  private learn(anchor: Anchor, wantFrom: DayNumber, fingerprints: ReadonlyMap<DayNumber, string>): void {
    if (!this.regression) {
      const designs = this.teachers.map((own) => new LoadDesign(own, [], this.options, this.calendarOf(own)));
      this.regression = new LaggedRegression(designs[0]!, designs);
    }
    this.regression.advance(anchor, wantFrom, (cut, _, weights) => {
      this.fits.delete(cut);
      this.fits.set(cut, { fingerprint: fingerprints.get(cut)!, weights });
    });
    const most = this.pastDays > 0 ? MOST_PAST_FITS : 1;
    for (const cut of [...this.fits.keys()].slice(0, Math.max(0, this.fits.size - most))) this.fits.delete(cut);
    if (this.pastDays === 0) this.regression = undefined;
  }
}

/**
 * For each cut what a fit of it is learnt from, as words: all days before it, and those of the first climatology, which
 * speaks for earlier days too.
 *
 * @param cuts ascending
 */
function fingerprintsAt(series: readonly SeriesInputs[], cuts: readonly DayNumber[]): string[] {
  const prints = series.map(({ id, learnt, climatology }) =>
    learnt.fingerprints(cuts.map((cut) => Math.max(cut, climatology.firstFit))).map((print) => `${id}:${print}`),
  );
  return cuts.map((_, i) => prints.map((ofSeries) => ofSeries[i]).join(' '));
}

/** The fits of a pool, as one area's regression. */
export class PooledRegression implements Regression {
  private readonly pool: Pool;
  private readonly design: Design;
  private nextCut = Number.NEGATIVE_INFINITY;

  /** @param pool prepared for the anchors that `advance` is asked for */
  constructor(pool: Pool, design: Design) {
    this.pool = pool;
    this.design = design;
  }

  /** A pool that speaks has learnt from several areas' years. */
  get rows(): number {
    return Number.POSITIVE_INFINITY;
  }

  restart(): void {
    this.nextCut = Number.NEGATIVE_INFINITY;
  }

  advance(anchor: Anchor, wantFrom: DayNumber, visit: VisitFit): void {
    for (const cut of cutsUpTo(anchor, Math.max(this.nextCut, this.design.firstDay))) {
      const next = Math.min(nextMonthCut(cut), anchor.cut);
      const weights = this.pool.fitOf(cut);
      if (weights && (cut >= wantFrom || cut === anchor.cut)) visit(cut, next, weights);
      this.nextCut = Math.max(cut, next);
    }
  }

  predict(day: DayNumber, weights: Weights, out: Float64Array): void {
    predictFrom(this.design, day, weights, out);
  }
}

/**
 * The pools of a process, one for each number of known hours of the issue day. A service that issues every hour comes
 * back to each a day later: all are kept, one fit each and not what it was learnt from.
 */
export class Pools {
  private readonly pools = new Map<number, Pool>();

  /** @param make called when there is none yet */
  at(knownHours: number, make: () => Pool): Pool {
    const pool = this.pools.get(knownHours) ?? make();
    this.pools.set(knownHours, pool);
    return pool;
  }
}
