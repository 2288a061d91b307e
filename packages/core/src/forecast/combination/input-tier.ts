import type { DayNumber } from '../../calendar/holidays.js';
import type { DayTable } from '../inputs/day-table.js';
import type { Anchor } from '../inputs/training-cutoff.js';
import type { Member } from '../regression/member.js';
import { Calibration, type DayCalibration } from '../uncertainty/calibration.js';
import type { ErrorTable } from '../uncertainty/error-table.js';
import { dailyError } from '../uncertainty/volatility.js';
import { combineLogs, type EnsembleWeights, type ForecastsByDay, LAST_LEAD_DAY, type Part } from './ensemble.js';
import type { RungName } from './fallback-order.js';
import { combinePast, noPast, type PastForecasts } from './past-forecasts.js';

/** Days over which rungs are compared before one is trusted. */
const TRIAL_DAYS = 28;
const TRIAL_LEAD = 1;

/** A rung's forecasts of an issue day and of the weeks before it, each as it was made then. */
export interface RungForecasts {
  readonly rung: Rung;
  readonly byDay: ForecastsByDay;
  /** Log loads of the issue day, lead day by hour. */
  readonly logs: Float64Array;
}

/** One rung of the ladder: an ensemble, and how wrong it has been. */
export class Rung {
  readonly name: RungName;
  readonly parts: readonly Part[];
  private readonly tables = new Map<DayNumber, ErrorTable>();
  /** Out-of-sample forecasts before the anchor's cut, by issue day. */
  past: PastForecasts;
  private calibration: Calibration | undefined;
  private cut: DayNumber = Number.NEGATIVE_INFINITY;

  constructor(name: RungName, parts: readonly Part[]) {
    this.name = name;
    this.parts = parts;
    this.past = noPast(parts);
  }

  /**
   * Takes up the past of its members, which must have advanced to the anchor.
   *
   * @param learnt the series as known at the anchor
   */
  review(anchor: Anchor, learnt: DayTable): void {
    if (anchor.cut === this.cut) return;
    this.past = combinePast(this.parts, learnt, anchor.cut);
    this.calibration = undefined;
    this.cut = anchor.cut;
  }

  /** Whether a member of the first choice has an opinion on tomorrow, made on the issue day. */
  speaks(recent: ReadonlyMap<Member, readonly Float64Array[]>): boolean {
    const first = this.parts.filter(({ isReserve }) => !isReserve);
    return first.every(({ member }) => {
      const logs = recent.get(member)!.at(-1)!;
      return !logs.subarray(TRIAL_LEAD * 24, TRIAL_LEAD * 24 + 24).some(Number.isNaN);
    });
  }

  /** How much each part counts now, by kind and lead day, for a rung of the same parts that has no past of its own. */
  get weights(): EnsembleWeights {
    return this.past.weights;
  }

  /**
   * @param recent each member's forecasts of the days from the anchor's cut to the issue day, the last of them
   * @param weights of the parts; what their own past taught if none are given
   */
  forecasts(
    recent: ReadonlyMap<Member, readonly Float64Array[]>,
    day: DayNumber,
    weights: EnsembleWeights = this.past.weights,
  ): RungForecasts {
    const byDay = new Map<DayNumber, Float64Array>();
    for (let past = this.cut - TRIAL_DAYS - LAST_LEAD_DAY; past < this.cut; past++) {
      const logs = this.past.logs.get(past);
      if (logs) byDay.set(past, logs);
    }
    const from = day - recent.get(this.parts[0]!.member)!.length + 1;
    for (let issueDay = from; issueDay <= day; issueDay++) {
      const logs = this.parts.map(({ member }) => recent.get(member)![issueDay - from]!);
      byDay.set(issueDay, combineLogs(this.parts, logs, weights));
    }
    return { rung: this, byDay, logs: byDay.get(day)! };
  }

  /**
   * What the forecast of an issue day is worth.
   *
   * @param learnt the series as known at the anchor
   * @param actual the series as known at the issue
   */
  calibrate({ byDay }: RungForecasts, learnt: DayTable, actual: DayTable, day: DayNumber): DayCalibration {
    this.calibration ??= new Calibration(this.past, learnt, this.cut, this.tables);
    return this.calibration.onDay(byDay, actual, day);
  }
}

/**
 * Mean absolute log error of tomorrow's forecasts over the four weeks before an issue day; NaN with too few days.
 */
export function trialError({ byDay }: RungForecasts, actual: DayTable, day: DayNumber): number {
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
