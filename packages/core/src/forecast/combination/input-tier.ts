import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { TierState } from '../fitted-states.js';
import type { DayTable } from '../inputs/day-table.js';
import type { Refit } from '../inputs/training-cutoff.js';
import type { Member } from '../regression/member.js';
import { nearSharesOf, type PastAutoregression } from '../regression/near-shares.js';
import { TIER_SELECTION } from '../settings.data.js';
import {
  combineLogs,
  dailyError,
  type EnsembleMember,
  type EnsembleWeights,
  type ForecastsByDay,
  LAST_LEAD_DAY,
} from './ensemble.js';
import type { TierName } from './fallback-order.js';
import { combinePast, noPast, type PastForecasts } from './past-forecasts.js';
import { correctPast, TrailingError } from './trailing/trailing-error.js';

/** A tier's forecasts of an issue day and of the weeks before it, each as it was made then. */
export interface TierForecasts {
  readonly tier: InputTier;
  readonly byDay: ForecastsByDay;
  /** Log loads of the issue day, lead day by hour. */
  readonly logs: Float64Array;
  /** Added to the members' mean: minus the trailing error, or 0 without one. */
  readonly correction: Float64Array;
}

/** One tier of the fallback order: an ensemble, its past forecasts and their errors. */
export class InputTier {
  readonly name: TierName;
  readonly members: readonly EnsembleMember[];
  /** Out-of-sample forecasts before the refit's trainingCutoff, by issue day. */
  past: PastForecasts;
  private readonly takesOffTrailingError: boolean;

  /** @param takesOffTrailingError whether forecasts are corrected by their errors of the last weeks */
  constructor(name: TierName, members: readonly EnsembleMember[], takesOffTrailingError = false) {
    this.name = name;
    this.takesOffTrailingError = takesOffTrailingError;
    this.members = members;
    this.past = noPast(members);
  }

  /**
   * Combines the past forecasts of its members, which must have advanced to the refit.
   *
   * @param trainingView the series as known at the refit
   * @param autoregression what the next hours are averaged with, if anything
   */
  prepare({ trainingCutoff }: Refit, trainingView: DayTable, autoregression?: PastAutoregression): void {
    if (trainingCutoff === this.past.trainingCutoff) return;
    const past = combinePast(this.members, trainingView, trainingCutoff);
    const corrected = this.takesOffTrailingError ? { ...past, ...correctPast(past.logs, trainingView) } : past;
    const nearShares = autoregression && nearSharesOf(corrected.logs, autoregression, trainingView, trainingCutoff);
    this.past = { ...corrected, nearShares };
  }

  /** Takes over the weights and the newest past forecasts of a state. */
  restore(
    trainingCutoff: DayNumber,
    { withPrimary, fallbackOnly, nearShares, recent, trailing: kept }: TierState,
  ): void {
    const weights = { withPrimary, fallbackOnly };
    const trailing = kept && new TrailingError(kept);
    this.past = { logs: new Map(recent), hasPrimaryForecast: new Map(), trainingCutoff, weights, trailing, nearShares };
  }

  /** What `restore` takes. */
  get state(): Omit<TierState, 'calibration'> {
    const { weights, trailing, nearShares } = this.past;
    return { name: this.name, ...weights, nearShares, recent: [...this.recentPast()], trailing: trailing?.state };
  }

  /** Whether all primary members have a forecast of tomorrow, made on the issue day. */
  coversTomorrow(recentLogs: ReadonlyMap<Member, readonly Float64Array[]>): boolean {
    const primary = this.members.filter(({ isFallback }) => !isFallback);
    return primary.every(({ member }) => {
      const tomorrow = recentLogs.get(member)!.at(-1)!.subarray(24, 48);
      return !tomorrow.some(Number.isNaN);
    });
  }

  /** Describes the fault in an input of its primary members. */
  faultOn(day: DayNumber): string | undefined {
    for (const { member, isFallback } of this.members) {
      const fault = isFallback ? undefined : member.design.faultOn?.(day);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  /**
   * The tier's forecasts of the issue day and of the weeks before it.
   *
   * @param recentLogs each member's forecasts of the days from the refit's training cutoff to `day`, the issue day
   * @param actual the series as known at the issue
   */
  forecasts(recentLogs: ReadonlyMap<Member, readonly Float64Array[]>, day: DayNumber, actual: DayTable): TierForecasts {
    const byDay = this.recentPast();
    const trailing = this.past.trailing && new TrailingError(this.past.trailing.state);
    const count = recentLogs.get(this.members[0]!.member)!.length;
    let mean = new Float64Array();
    for (let i = 0; i < count; i++) {
      const issueDay = day - count + 1 + i;
      mean = this.combined(recentLogs, i);
      byDay.set(issueDay, trailing?.correct(issueDay, mean, actual) ?? mean);
    }
    const logs = byDay.get(day)!;
    return { tier: this, byDay, logs, correction: logs.map((log, output) => log - mean[output]! || 0) };
  }

  /**
   * The weighted mean of its members' forecasts.
   *
   * @param index of the issue day in the members' lists
   * @param weights of the members; derived from their own past errors if omitted
   */
  combined(
    recentLogs: ReadonlyMap<Member, readonly Float64Array[]>,
    index: number,
    weights: EnsembleWeights = this.past.weights,
  ): Float64Array<ArrayBuffer> {
    const logs = this.members.map(({ member }) => recentLogs.get(member)![index]!);
    return combineLogs(this.members, logs, weights);
  }

  /** The past forecasts of the last weeks: enough for an issue, except for a new calibration. */
  private recentPast(): Map<DayNumber, Float64Array> {
    const { logs, trainingCutoff } = this.past;
    const from = trainingCutoff - TIER_SELECTION.comparisonDays - LAST_LEAD_DAY;
    return new Map([...logs].filter(([day]) => day >= from && day < trainingCutoff));
  }
}

/** Mean absolute log error of tomorrow's forecasts over the four weeks before an issue day; NaN with too few days. */
export function recentError({ byDay }: TierForecasts, actual: DayTable, day: DayNumber): number {
  const { comparisonDays } = TIER_SELECTION;
  const errors = Array.from({ length: comparisonDays }, (_, i) =>
    dailyError(byDay, actual, day - comparisonDays + i, 1),
  );
  const known = errors.filter((error) => !Number.isNaN(error));
  return known.length < comparisonDays / 4 ? Number.NaN : known.reduce((sum, error) => sum + error, 0) / known.length;
}
