import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { Baseline } from '../inputs/residual-block.js';
import { CLIMATOLOGY } from '../settings.data.js';
import type { Climatology } from './climatology.js';

/** Expected log load from the calendar, and the holidays' part of it. */
export type Calendar = Baseline & Pick<Climatology, 'writeHolidayPart'>;

/** An area's climatology whose holiday effects are shrunk to the mean of all areas with the same holidays. */
export class SharedHolidays implements Calendar {
  private readonly own: Climatology;
  private readonly all: readonly Climatology[];
  private readonly ownPart = new Float64Array(24);
  private readonly sharedPart = new Float64Array(24);
  private readonly part = new Float64Array(24);

  /** @param all climatologies of the areas that share, prepared for the same refits */
  constructor(own: Climatology, all: readonly Climatology[]) {
    this.own = own;
    this.all = all.filter(({ holidays }) => holidays === own.holidays);
  }

  writeLogs(day: DayNumber, trainingCutoff: DayNumber, out: Float64Array, at: number): void {
    this.own.writeLogs(day, trainingCutoff, out, at);
    this.shareHolidays(day, trainingCutoff, out, at);
  }

  writeDays(from: DayNumber, to: DayNumber, trainingCutoff: DayNumber, out: Float64Array): void {
    this.own.writeDays(from, to, trainingCutoff, out);
    for (let day = from; day < to; day++) this.shareHolidays(day, trainingCutoff, out, 24 * (day - from));
  }

  private shareHolidays(day: DayNumber, trainingCutoff: DayNumber, out: Float64Array, at: number): void {
    if (this.own.holidays.on(day).length === 0) return;
    this.own.writeHolidayPart(day, trainingCutoff, this.ownPart, 0);
    this.writeSharedPart(day, trainingCutoff);
    for (let hour = 0; hour < 24; hour++) {
      out[at + hour]! += (1 - CLIMATOLOGY.ownHolidayShare) * (this.sharedPart[hour]! - this.ownPart[hour]!);
    }
  }

  writeHolidayPart(day: DayNumber, trainingCutoff: DayNumber, out: Float64Array, at: number): void {
    this.own.writeHolidayPart(day, trainingCutoff, out, at);
    if (this.own.holidays.on(day).length === 0) return;
    this.writeSharedPart(day, trainingCutoff);
    for (let hour = 0; hour < 24; hour++) {
      out[at + hour] =
        CLIMATOLOGY.ownHolidayShare * out[at + hour]! + (1 - CLIMATOLOGY.ownHolidayShare) * this.sharedPart[hour]!;
    }
  }

  private writeSharedPart(day: DayNumber, trainingCutoff: DayNumber): void {
    this.sharedPart.fill(0);
    for (const climatology of this.all) {
      climatology.writeHolidayPart(day, trainingCutoff, this.part, 0);
      for (let hour = 0; hour < 24; hour++) this.sharedPart[hour]! += this.part[hour]! / this.all.length;
    }
  }
}
