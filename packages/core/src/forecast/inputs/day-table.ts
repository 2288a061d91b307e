import type { DayNumber, HolidayCalendar } from '../../calendar/holiday-calendar.js';
import type { LocalCalendar } from '../../calendar/local-calendar.js';
import { HOUR_MS } from '../../time/instant.js';
import type { AsOfHours } from './as-of-hours.js';
import { Fingerprint } from './fingerprint.js';
import { copyLocalDay, localDayNumber } from './local-days.js';

/** The logs of an `AsOfHours` series by local day and wall-clock hour. */
export class DayTable {
  readonly zone: string;
  readonly calendar: HolidayCalendar;
  readonly firstDay: DayNumber;
  /** 24 values a day from `firstDay`; NaN where the series has nothing. */
  logs = new Float64Array();
  /** 1 for each value that was filled in, not measured. */
  filled = new Uint8Array();
  /** Hours of each day that were filled in. */
  private filledHours = new Uint8Array();
  /** Days in use. The last may still be running. */
  dayCount = 0;
  private readonly source: AsOfHours;
  private revision = 0;
  private withheld: ReadonlySet<DayNumber> = new Set();
  private readonly firstChanged: number[] = [];

  constructor(source: AsOfHours, { timezone, calendar }: LocalCalendar) {
    this.source = source;
    this.zone = timezone;
    this.calendar = calendar;
    this.firstDay = localDayNumber(timezone, source.start) + 1;
  }

  /** How many calls of `sync` changed something. */
  get changes(): number {
    return this.firstChanged.length;
  }

  /** The first day changed after `changes` changes; past the last day when none has. */
  changedSince(changes: number): DayNumber {
    return Math.min(this.firstDay + this.dayCount, ...this.firstChanged.slice(changes));
  }

  /** Recomputes the days that changed in the source since the last call. */
  sync(): void {
    const { source } = this;
    if (source.revision === this.revision) return;
    const changedHour = source.changedSince(this.revision);
    this.revision = source.revision;
    const end = localDayNumber(this.zone, source.start + source.count * HOUR_MS) + 1;
    const from = Math.max(this.firstDay, localDayNumber(this.zone, source.start + changedHour * HOUR_MS));
    this.reserve(Math.max(0, end - this.firstDay));
    this.compute(from, end);
  }

  /** Counts all hours of some days as filled in, and of the days before no more: their values must not be used. */
  withhold(days: ReadonlySet<DayNumber>): void {
    const changed = [...days, ...this.withheld].filter((day) => days.has(day) !== this.withheld.has(day));
    this.withheld = days;
    const from = changed.reduce((first, day) => Math.min(first, day), Number.POSITIVE_INFINITY);
    const end = this.firstDay + this.dayCount;
    if (from < end) this.compute(Math.max(this.firstDay, from), end);
  }

  private compute(from: DayNumber, end: DayNumber): void {
    const { source } = this;
    const flagsOfDay = new Float64Array(24);
    for (let day = from; day < end; day++) {
      const row = day - this.firstDay;
      copyLocalDay(source.hours.logMw, source.start, this.zone, day, this.logs, row * 24);
      copyLocalDay(source.hours.flags, source.start, this.zone, day, flagsOfDay, 0);
      let count = 0;
      for (let hour = 0; hour < 24; hour++) {
        const isFilled = flagsOfDay[hour] === 0 && !this.withheld.has(day) ? 0 : 1;
        this.filled[row * 24 + hour] = isFilled;
        count += isFilled;
      }
      this.filledHours[row] = count;
    }
    this.firstChanged.push(from);
  }

  /** Whether every hour of a day is there, filled in or measured. */
  has(day: DayNumber): boolean {
    const row = day - this.firstDay;
    return (
      row >= 0 && row < this.dayCount && !Number.isNaN(this.logs[row * 24]!) && !Number.isNaN(this.logs[row * 24 + 23]!)
    );
  }

  /** The measured log load of an hour; NaN when it was filled in or is not there. */
  measured(day: DayNumber, hour: number): number {
    const row = day - this.firstDay;
    if (row < 0 || row >= this.dayCount) return Number.NaN;
    return this.filled[row * 24 + hour] === 0 ? this.logs[row * 24 + hour]! : Number.NaN;
  }

  /**
   * For each day of a list a hash of all days before it: tables with equal hashes hold equal values.
   *
   * @param days ascending
   */
  fingerprints(days: readonly DayNumber[]): string[] {
    const bits = new Uint32Array(this.logs.buffer, this.logs.byteOffset, 2 * 24 * this.dayCount);
    const print = new Fingerprint();
    let row = 0;
    return days.map((day) => {
      const end = Math.min(this.dayCount, day - this.firstDay);
      for (; row < end; row++) {
        print.addWords(bits, 48 * row, 48 * row + 48);
        // Which hours of the day were filled in, as bits.
        print.addWord(this.filled.subarray(24 * row, 24 * row + 24).reduce((mask, bit) => (mask << 1) | bit, 0));
      }
      return `${row} ${print}`;
    });
  }

  /** Filled-in hours of a day; 24 outside the table. */
  filledOn(day: DayNumber): number {
    return this.has(day) ? this.filledHours[day - this.firstDay]! : 24;
  }

  private reserve(days: number): void {
    this.dayCount = days;
    if (this.filledHours.length >= days) return;
    const logs = new Float64Array((days + 62) * 24).fill(Number.NaN);
    logs.set(this.logs);
    this.logs = logs;
    const filled = new Uint8Array((days + 62) * 24);
    filled.set(this.filled);
    this.filled = filled;
    const filledHours = new Uint8Array(days + 62);
    filledHours.set(this.filledHours);
    this.filledHours = filledHours;
  }
}
