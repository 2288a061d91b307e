import type { DayNumber } from '../../calendar/holiday-calendar.js';
import { type ForecastsByDay, LAST_LEAD_DAY } from '../combination/ensemble.js';
import type { TailState } from '../fitted-states.js';
import type { DayTable } from '../inputs/day-table.js';
import { CONFORMAL } from '../settings.data.js';
import type { ErrorTable } from './error-table.js';
import type { Volatility } from './volatility.js';

/** The error table in use on an issue day. */
export type TableOf = (day: DayNumber) => ErrorTable;

/**
 * Adaptive conformal inference: the tail levels of the error table that would have missed one hour in ten recently.
 *
 * Each issue day moves each lead day's lower and upper level by `step` times the difference between the wanted share of
 * misses and the newest complete day's.
 *
 * @see Gibbs & Candes 2021, "Adaptive conformal inference under distribution shift", arXiv:2106.00170
 */
export class TailLevels {
  private readonly firstDay: DayNumber;
  private readonly low: number[][];
  private readonly high: number[][];

  /**
   * @param firstDay first issue day, with both levels at 0.1
   * @param known levels from that day on, where some are known
   */
  constructor(firstDay: DayNumber, known?: TailState) {
    const start = Array.from({ length: LAST_LEAD_DAY + 1 }, () => [CONFORMAL.tail]);
    this.firstDay = firstDay;
    this.low = (known?.low ?? start).map((levels) => Array.from(levels));
    this.high = (known?.high ?? start).map((levels) => Array.from(levels));
  }

  /** The levels of the days from `from` on that an issue at or after the training cutoff reads. */
  stateFrom(from: DayNumber, trainingCutoff: DayNumber): TailState {
    const firstDay = Math.max(from, this.firstDay);
    const days = (list: readonly number[]) =>
      Float64Array.from(list.slice(firstDay - this.firstDay, trainingCutoff + 1 - this.firstDay));
    return { firstDay, low: this.low.map(days), high: this.high.map(days) };
  }

  /** Level of the lower bound of an issue day. */
  lowAt(lead: number, day: DayNumber): number {
    return this.low[lead]![day - this.firstDay]!;
  }

  /** Level of the upper bound of an issue day, counted from 1 downwards. */
  highAt(lead: number, day: DayNumber): number {
    return this.high[lead]![day - this.firstDay]!;
  }

  /** Computes issue days after `from` up to `to`. */
  extend(
    past: ForecastsByDay,
    actual: DayTable,
    volatility: Volatility,
    tableOf: TableOf,
    from: DayNumber,
    to: DayNumber,
  ): void {
    for (let lead = 0; lead <= LAST_LEAD_DAY; lead++) {
      for (let day = from; day < to; day++) {
        const missed = this.missed(past, actual, volatility, tableOf, lead, day);
        const next = day + 1 - this.firstDay;
        this.low[lead]![next] = adapted(this.low[lead]![next - 1]!, missed?.below);
        this.high[lead]![next] = adapted(this.high[lead]![next - 1]!, missed?.above);
      }
    }
  }

  /** Shares of a target day's hours that fell below and above the interval issued for them. */
  private missed(
    past: ForecastsByDay,
    actual: DayTable,
    volatility: Volatility,
    tableOf: TableOf,
    lead: number,
    target: DayNumber,
  ): { below: number; above: number } | undefined {
    const issueDay = target - lead;
    const logs = past.get(issueDay);
    if (!logs || issueDay < this.firstDay) return undefined;
    const table = tableOf(issueDay);
    const scale = 1 / volatility.scaleAt(lead, issueDay);
    const [low, high] = [this.lowAt(lead, issueDay), this.highAt(lead, issueDay)];
    let below = 0;
    let above = 0;
    let count = 0;
    for (let hour = 0; hour < 24; hour++) {
      const error = (actual.measured(target, hour) - logs[lead * 24 + hour]!) * scale;
      if (Number.isNaN(error)) continue;
      if (error < table.quantile(lead, hour, low)) below++;
      if (error > table.quantile(lead, hour, 1 - high)) above++;
      count++;
    }
    return count === 0 ? undefined : { below: below / count, above: above / count };
  }
}

function adapted(level: number, missed: number | undefined): number {
  if (missed === undefined) return level;
  return Math.max(CONFORMAL.lowest, Math.min(CONFORMAL.highest, level + CONFORMAL.step * (CONFORMAL.tail - missed)));
}
