import type { Area } from '../areas/area.js';
import { gateLeadDays, MARKET_RUNS, type MarketRun } from '../horizons/horizon.js';
import { type EpochMs, HOUR_MS } from '../time/instant.js';
import { addDays, instantOnDay, operatingDayWindow } from '../time/operating-day.js';
import { contains, type Window } from '../time/window.js';

/** Forecasts issued at every hour, a fixed number of hours ahead: `1h` is the first hour after the issue. */
export type LeadRun = `${number}h`;

/** Days before the operating day of the runs that only a backtest has. */
const DAYS_BETWEEN = { '3DA': 3, '4DA': 4, '5DA': 5, '6DA': 6 } as const;

/** What a backtest scores: market runs, the gates of days between them, that no surface serves, and hours ahead. */
export type BacktestRun = MarketRun | keyof typeof DAYS_BETWEEN | LeadRun;

/** Every run of a gate, market runs first. */
export const BACKTEST_RUNS: readonly Exclude<BacktestRun, LeadRun>[] = [...MARKET_RUNS, '3DA', '4DA', '5DA', '6DA'];

/** What a backtest replays. */
export interface BacktestPlan {
  /** First and last operating day that is scored, `YYYY-MM-DD` on the market clock. */
  readonly from: string;
  readonly to: string;
  readonly runs: readonly Exclude<BacktestRun, LeadRun>[];
  /** Hours ahead that are scored of forecasts issued at every hour of the days; none if omitted. */
  readonly leads?: readonly number[];
  /** Issues only every n hours when there are leads, so scores come from a sample. 1 if omitted. */
  readonly everyHours?: number;
  /** Wall-clock time of the gate, ms after midnight on the market clock. */
  readonly gateTimeOfDayMs: number;
  /** Requests all quantiles from the model, for `pitBin`. Slower. */
  readonly quantiles?: boolean;
  /** Computes the odds of peaks at the gates of the DAM run. Slower. */
  readonly peaks?: boolean;
}

/**
 * How many days before the operating day the gate of a run lies.
 *
 * @example
 * leadDaysOf('3DA') // => 3
 */
export function leadDaysOf(run: Exclude<BacktestRun, LeadRun>): number {
  return run in DAYS_BETWEEN ? DAYS_BETWEEN[run as keyof typeof DAYS_BETWEEN] : gateLeadDays(run as MarketRun);
}

/** Hours of a run that one issue serves: an operating day, or one hour ahead. */
export interface IssueTarget {
  readonly run: BacktestRun;
  readonly operatingDay: string;
  readonly hours: Window;
}

/** One issue of a backtest, and the runs it serves. */
export interface BacktestIssue {
  readonly issuedAt: EpochMs;
  readonly targets: readonly IssueTarget[];
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

export function runsOf({ runs, leads = [] }: BacktestPlan): BacktestRun[] {
  return [...runs, ...leads.map((hours): LeadRun => `${hours}h`)];
}

/**
 * The mornings at which a forecast must be issued so that every run of every operating day has one, ascending.
 *
 * @returns empty when `from` lies after `to`
 */
export function gateDays(area: Pick<Area, 'marketTimezone'>, plan: BacktestPlan): BacktestIssue[] {
  const targets = new Map<string, IssueTarget[]>();
  for (const operatingDay of operatingDays(plan.from, plan.to)) {
    const hours = operatingDayWindow(area.marketTimezone, operatingDay);
    for (const run of plan.runs) {
      const gateDay = addDays(operatingDay, -leadDaysOf(run));
      targets.set(gateDay, [...(targets.get(gateDay) ?? []), { run, operatingDay, hours }]);
    }
  }
  return [...targets]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, ofDay]) => ({
      issuedAt: instantOnDay(area.marketTimezone, day, plan.gateTimeOfDayMs),
      targets: ofDay,
    }));
}

/** The issues on the hour of a plan's days, and the hours ahead that they serve; those after the last day are left out. */
export function hourlyIssues(
  { marketTimezone }: Pick<Area, 'marketTimezone'>,
  { from, to, leads = [], everyHours = 1 }: BacktestPlan,
): BacktestIssue[] {
  const days = operatingDays(from, to).map((day) => ({ day, hours: operatingDayWindow(marketTimezone, day) }));
  if (days.length === 0 || leads.length === 0) return [];
  const issues: BacktestIssue[] = [];
  const end = days.at(-1)!.hours.end;
  for (let issuedAt = days[0]!.hours.start; issuedAt < end; issuedAt += everyHours * HOUR_MS) {
    const targets = leads.flatMap((lead): IssueTarget[] => {
      const start = issuedAt + (lead - 1) * HOUR_MS;
      const day = days.find(({ hours }) => contains(hours, start));
      return day ? [{ run: `${lead}h`, operatingDay: day.day, hours: { start, end: start + HOUR_MS } }] : [];
    });
    if (targets.length > 0) issues.push({ issuedAt, targets });
  }
  return issues;
}
