import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { DayTable } from '../inputs/day-table.js';
import type { Member } from './member.js';

/** A forecast reads its series up to the day after its issue day: the operator's forecast of tomorrow. */
const DAYS_AHEAD_READ = 1;

/**
 * What a member forecast on the days since its newest fit, remembered while nothing that those forecasts read has
 * changed: an issue a minute after another makes one day's forecasts, not a month's.
 */
export class RecentForecasts {
  private readonly changes = new Map<DayTable, number>();
  private readonly kept = new Map<Member, Map<DayNumber, Float64Array>>();

  /** Forgets all forecasts: members have a new fit. */
  clear(): void {
    this.kept.clear();
  }

  /**
   * Forgets what changes in the series make stale. To be called before each `of`.
   *
   * @param tables all that the members read, as known at the issue
   */
  follow(tables: readonly DayTable[]): void {
    const changed = Math.min(...tables.map((table) => table.changedSince(this.changes.get(table) ?? 0)));
    this.changes.clear();
    for (const table of tables) this.changes.set(table, table.changes);
    for (const days of this.kept.values()) {
      for (const day of days.keys()) if (day + DAYS_AHEAD_READ >= changed) days.delete(day);
    }
  }

  /** A member's log forecasts of issue days `from` to `to`, inclusive. */
  of(member: Member, from: DayNumber, to: DayNumber): Float64Array[] {
    const known = this.kept.get(member) ?? new Map<DayNumber, Float64Array>();
    let next = from;
    while (known.has(next) && next < to) next++;
    const made = member.predict(next, to + 1);
    const days = new Map<DayNumber, Float64Array>();
    for (let day = from; day <= to; day++) days.set(day, day < next ? known.get(day)! : made[day - next]!);
    this.kept.set(member, days);
    return [...days.values()];
  }
}
