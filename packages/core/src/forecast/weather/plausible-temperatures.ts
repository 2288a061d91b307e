import type { DayNumber } from '../../calendar/holiday-calendar.js';
import { WEATHER_FAULTS } from '../inputs/faults/faults.data.js';
import { medianOf } from '../inputs/faults/published-runs.js';
import { WEATHER_FEATURES } from '../settings.data.js';
import type { WeatherHours } from './weather-hours.js';

/** Marks the days of a training view whose temperatures may be in degrees Celsius: days in another unit are not used in a fit. */
export class PlausibleTemperatures {
  private readonly zoneCount: number;
  /** Mean temperature of the last days of each zone, °C. */
  private readonly recent: number[][];

  constructor({ zoneCount }: { readonly zoneCount: number }) {
    this.zoneCount = zoneCount;
    this.recent = Array.from({ length: zoneCount }, () => []);
  }

  /** Compares a day, and the week before it, with the last plausible days. Days are added in order. @returns whether it is plausible */
  add(hours: WeatherHours, day: DayNumber): boolean {
    const means = this.recent.map((_, zone) => this.meansOf(hours, day, zone));
    const isFar = means.some(([ofDay, ofWeek], zone) => {
      if (this.recent[zone]!.length < WEATHER_FAULTS.fewestPlausibleDays) return false;
      const usual = medianOf(this.recent[zone]!);
      return [ofDay, ofWeek].some((mean) => Math.abs(mean - usual) > WEATHER_FAULTS.mostMonthChangeC);
    });
    if (isFar) return false;
    means.forEach(([ofDay], zone) => {
      if (Number.isNaN(ofDay)) return;
      this.recent[zone]!.push(ofDay);
      if (this.recent[zone]!.length > WEATHER_FAULTS.plausibleDays) this.recent[zone]!.shift();
    });
    return true;
  }

  /** Mean temperature of a day, and of the week up to its noon; NaN where it is not known. */
  private meansOf(hours: WeatherHours, day: DayNumber, zone: number): readonly [number, number] {
    const values = hours.day(day);
    const slot = (hours.slots / this.zoneCount) * zone;
    let sum = 0;
    for (let hour = 0; hour < 24; hour++) sum += values[hour * hours.slots + slot]!;
    return [sum / 24, values[12 * hours.slots + slot + WEATHER_FEATURES.meanHours.length]!];
  }
}
