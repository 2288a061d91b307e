import type { DayNumber } from '../../calendar/holiday-calendar.js';
import { type ForecastsByDay, LAST_LEAD_DAY } from '../combination/ensemble.js';
import type { DayTable } from '../inputs/day-table.js';
import type { ErrorTable } from './error-table.js';
import type { Volatility } from './volatility.js';

const START = 0.1;
const STEP = 0.0175;
const LOWEST = 0.01;
const HIGHEST = 0.3;

/** Which error table spoke on an issue day. */
export type TableOf = (day: DayNumber) => ErrorTable;

/**
 * Adaptive conformal inference: the tail levels that, fed to the error table, would lately have missed one hour in ten.
 *
 * Each issue day moves each lead’s lower and upper level by 0.0175 times what the newest complete day missed too little
 * or too much.
 *
 * @see Gibbs & Candes 2021, "Adaptive conformal inference under distribution shift", arXiv:2106.00170
 */
export class TailLevels {
  private readonly firstDay: DayNumber;
  private readonly low: number[][];
  private readonly high: number[][];

  constructor(firstDay: DayNumber) {
    this.firstDay = firstDay;
    this.low = Array.from({ length: LAST_LEAD_DAY + 1 }, () => [START]);
    this.high = Array.from({ length: LAST_LEAD_DAY + 1 }, () => [START]);
  }

  lowAt(lead: number, day: DayNumber): number {
    return this.low[lead]![day - this.firstDay]!;
  }

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
        this.low[lead]![next] = moved(this.low[lead]![next - 1]!, missed?.below, lead);
        this.high[lead]![next] = moved(this.high[lead]![next - 1]!, missed?.above, lead);
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
    const scale = 1 / Math.sqrt(volatility.at(lead, issueDay));
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

function moved(level: number, missed: number | undefined, lead: number): number {
  if (missed === undefined) return level;
  return Math.max(LOWEST, Math.min(HIGHEST, level + STEP * (wantedMisses(lead) - missed)));
}

/**
 * One hour in ten, and a little less at long leads: errors of overlapping fortnights are few independent ones, and
 * quantiles of few errors are too near.
 */
function wantedMisses(lead: number): number {
  return 0.1 - 0.01 * (lead / 15) ** 2;
}
