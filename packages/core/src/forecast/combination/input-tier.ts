import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { DayTable } from '../inputs/day-table.js';
import type { Refit } from '../inputs/training-cutoff.js';
import type { Member } from '../regression/member.js';
import { Calibration, type DayCalibration } from '../uncertainty/calibration.js';
import type { ErrorTable } from '../uncertainty/error-table.js';
import { dailyError } from '../uncertainty/volatility.js';
import { combineLogs, type EnsembleWeights, type ForecastsByDay, LAST_LEAD_DAY, type Part } from './ensemble.js';
import type { TierName } from './fallback-order.js';
import { combinePast, noPast, type PastForecasts } from './past-forecasts.js';

/** Days over which tiers are compared before one is trusted. */
const TRIAL_DAYS = 28;
const TRIAL_LEAD = 1;

/** A tier's forecasts of an issue day and of the weeks before it, each as it was made then. */
export interface TierForecasts {
  readonly tier: InputTier;
  readonly byDay: ForecastsByDay;
  /** Log loads of the issue day, lead day by hour. */
  readonly logs: Float64Array;
}

/** One tier of the fallback order: an ensemble, and how wrong it has been. */
export class InputTier {
  readonly name: TierName;
  readonly parts: readonly Part[];
  private readonly tables = new Map<DayNumber, ErrorTable>();
  /** Out-of-sample forecasts before the refit's trainingCutoff, by issue day. */
  past: PastForecasts;
  private calibration: Calibration | undefined;
  private trainingCutoff: DayNumber = Number.NEGATIVE_INFINITY;

  constructor(name: TierName, parts: readonly Part[]) {
    this.name = name;
    this.parts = parts;
    this.past = noPast(parts);
  }

  /**
   * Takes up the past of its members, which must have advanced to the refit.
   *
   * @param trainingView the series as known at the refit
   */
  review(refit: Refit, trainingView: DayTable): void {
    if (refit.trainingCutoff === this.trainingCutoff) return;
    this.past = combinePast(this.parts, trainingView, refit.trainingCutoff);
    this.calibration = undefined;
    this.trainingCutoff = refit.trainingCutoff;
  }

  /** Whether a member of the first choice has an opinion on tomorrow, made on the issue day. */
  coversTomorrow(issueView: ReadonlyMap<Member, readonly Float64Array[]>): boolean {
    const first = this.parts.filter(({ isReserve }) => !isReserve);
    return first.every(({ member }) => {
      const logs = issueView.get(member)!.at(-1)!;
      return !logs.subarray(TRIAL_LEAD * 24, TRIAL_LEAD * 24 + 24).some(Number.isNaN);
    });
  }

  /** How much each part counts now, by kind and lead day, for a tier of the same parts that has no past of its own. */
  get weights(): EnsembleWeights {
    return this.past.weights;
  }

  /**
   * @param issueView each member's forecasts of the days from the refit's trainingCutoff to the issue day, the last of them
   * @param weights of the parts; what their own past taught if none are given
   */
  forecasts(
    issueView: ReadonlyMap<Member, readonly Float64Array[]>,
    day: DayNumber,
    weights: EnsembleWeights = this.past.weights,
  ): TierForecasts {
    const byDay = new Map<DayNumber, Float64Array>();
    for (let past = this.trainingCutoff - TRIAL_DAYS - LAST_LEAD_DAY; past < this.trainingCutoff; past++) {
      const logs = this.past.logs.get(past);
      if (logs) byDay.set(past, logs);
    }
    const from = day - issueView.get(this.parts[0]!.member)!.length + 1;
    for (let issueDay = from; issueDay <= day; issueDay++) {
      const logs = this.parts.map(({ member }) => issueView.get(member)![issueDay - from]!);
      byDay.set(issueDay, combineLogs(this.parts, logs, weights));
    }
    return { tier: this, byDay, logs: byDay.get(day)! };
  }

  /**
   * What the forecast of an issue day is worth.
   *
   * @param trainingView the series as known at the refit
   * @param actual the series as known at the issue
   */
  calibrate({ byDay }: TierForecasts, trainingView: DayTable, actual: DayTable, day: DayNumber): DayCalibration {
    this.calibration ??= new Calibration(this.past, trainingView, this.trainingCutoff, this.tables);
    return this.calibration.onDay(byDay, actual, day);
  }
}

/**
 * Mean absolute log error of tomorrow's forecasts over the four weeks before an issue day; NaN with too few days.
 */
export function trialError({ byDay }: TierForecasts, actual: DayTable, day: DayNumber): number {
  let sum = 0;
  let count = 0;
  for (let target = day - TRIAL_DAYS; target < day; target++) {
    const error = dailyError(byDay, actual, target, TRIAL_LEAD);
    if (Number.isNaN(error)) continue;
    sum += error;
    count++;
  }
  return count < TRIAL_DAYS / 4 ? Number.NaN : sum / count;
}
