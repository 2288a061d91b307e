import type { Area } from '../areas/area.js';
import { gateLeadDays, MARKET_RUNS, type MarketRun } from '../horizons/horizon.js';
import type { EpochMs } from '../time/instant.js';
import { addDays, instantOnDay } from '../time/operating-day.js';

/** What a backtest scores: market runs, and the gates of days between them, that no surface serves. */
export type BacktestRun = MarketRun | '3DA' | '4DA' | '5DA' | '6DA';

/** Days before the operating day of the runs that only a backtest has. */
const DAYS_BETWEEN: Readonly<Record<Exclude<BacktestRun, MarketRun>, number>> = {
  '3DA': 3,
  '4DA': 4,
  '5DA': 5,
  '6DA': 6,
};

/** Every run, market runs first. */
export const BACKTEST_RUNS: readonly BacktestRun[] = [...MARKET_RUNS, '3DA', '4DA', '5DA', '6DA'];

/** What a backtest replays. */
export interface BacktestPlan {
  /** First and last operating day that is scored, `YYYY-MM-DD` on the market clock. */
  readonly from: string;
  readonly to: string;
  readonly runs: readonly BacktestRun[];
  /** Wall-clock time of the gate, ms after midnight on the market clock. */
  readonly gateTimeOfDayMs: number;
  /** Also ask the model for all its quantiles, for `pitBin`. Slower. */
  readonly quantiles?: boolean;
  /** Also take the odds of peaks at the gates of the DAM run. Slower. */
  readonly peaks?: boolean;
}

/**
 * How many days before the operating day the gate of a run lies.
 *
 * @example
 * leadDaysOf('3DA') // => 3
 */
export function leadDaysOf(run: BacktestRun): number {
  return run === '3DA' || run === '4DA' || run === '5DA' || run === '6DA' ? DAYS_BETWEEN[run] : gateLeadDays(run);
}

/** One morning: a forecast is issued, and serves several market runs. */
export interface GateDay {
  readonly issuedAt: EpochMs;
  readonly targets: readonly { readonly run: BacktestRun; readonly operatingDay: string }[];
}

/**
 * Operating days of a plan.
 *
 * @throws {RangeError} `from` or `to` is no real date
 * @example
 * operatingDays('2024-02-28', '2024-03-01') // => ['2024-02-28', '2024-02-29', '2024-03-01']
 */
export function operatingDays(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = addDays(from, 0); day <= addDays(to, 0); day = addDays(day, 1)) days.push(day);
  return days;
}

/**
 * The mornings at which a forecast must be issued so that every run of every operating day has one, ascending.
 *
 * @returns empty when `from` lies after `to`
 */
export function gateDays(area: Area, plan: BacktestPlan): GateDay[] {
  const targets = new Map<string, { run: BacktestRun; operatingDay: string }[]>();
  for (const operatingDay of operatingDays(plan.from, plan.to)) {
    for (const run of plan.runs) {
      const gateDay = addDays(operatingDay, -leadDaysOf(run));
      targets.set(gateDay, [...(targets.get(gateDay) ?? []), { run, operatingDay }]);
    }
  }
  return [...targets]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, ofDay]) => ({
      issuedAt: instantOnDay(area.marketTimezone, day, plan.gateTimeOfDayMs),
      targets: ofDay,
    }));
}
