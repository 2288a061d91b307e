import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { DayTable } from '../inputs/day-table.js';
import type { Member } from './member.js';

/** Days after its issue day that a forecast reads: one, the operator's forecast of tomorrow. */
const DAYS_AHEAD_READ = 1;

/**
 * A cache of the forecasts that members made on the days since their newest fit, valid while the series they read are
 * unchanged: an issue a minute after another computes one day's forecasts, not a month's.
 */
export class RecentForecasts {
  private readonly changes = new Map<DayTable, number>();
  private readonly byMember = new Map<Member, Map<DayNumber, Float64Array>>();

  /** Empties the cache: members have a new fit. */
  clear(): void {
    this.byMember.clear();
  }

  /**
   * Drops the forecasts that read a changed value. Call before each `forecastsOf`.
   *
   * @param tables the issue views of all series that the members read
   */
  dropStale(tables: readonly DayTable[]): void {
    const changed = Math.min(...tables.map((table) => table.changedSince(this.changes.get(table) ?? 0)));
    this.changes.clear();
    for (const table of tables) this.changes.set(table, table.changes);
    for (const days of this.byMember.values()) {
      for (const day of days.keys()) if (day + DAYS_AHEAD_READ >= changed) days.delete(day);
    }
  }

  /** A member's log forecasts of issue days `from` to `to`, inclusive. */
  forecastsOf(member: Member, from: DayNumber, to: DayNumber): Float64Array[] {
    const known = this.byMember.get(member) ?? new Map<DayNumber, Float64Array>();
    let next = from;
    while (known.has(next) && next < to) next++;
    const made = member.predict(next, to + 1);
    const days = new Map<DayNumber, Float64Array>();
    for (let day = from; day <= to; day++) days.set(day, day < next ? known.get(day)! : made[day - next]!);
    this.byMember.set(member, days);
    return [...days.values()];
  }
}
