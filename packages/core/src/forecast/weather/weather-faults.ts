import type { DayNumber } from '../../calendar/holiday-calendar.js';
import { FAULTS, WEATHER_FAULTS } from '../inputs/faults/faults.data.js';
import {
  isFlat,
  isRepeated,
  meanOf,
  medianOf,
  movedSpread,
  type Runs,
  spreadOf,
} from '../inputs/faults/published-runs.js';
import type { WeatherHours } from './weather-hours.js';

/** An area's weather as it was known on each of its issue days. */
export interface WeatherIssues {
  readonly zoneCount: number;
  asKnownOn(day: DayNumber): WeatherHours;
}

/** A forecast that had no fault, and the day it was known on. */
interface Good {
  readonly day: DayNumber;
  readonly hours: WeatherHours;
}

/**
 * The fault in tomorrow's temperature as known on an issue day, in words; undefined when there is none, or when the
 * temperature is unknown.
 *
 * Forecasts are compared with the newest faultless ones of the days before, over the hours both have: observed values,
 * and values issued once for each hour, are the same in both. A fault that is over lasts until its values have left the
 * last week.
 */
export function weatherFault(issues: WeatherIssues, day: DayNumber): string | undefined {
  for (let zone = 0; zone < issues.zoneCount; zone++) {
    const fault = zoneFault(issues, zone, day);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function zoneFault(issues: WeatherIssues, zone: number, day: DayNumber): string | undefined {
  const known = (at: DayNumber, hours: WeatherHours) => temperaturesOf(hours, issues.zoneCount, zone, at, 1);
  const bad: DayNumber[] = [];
  const changes: number[] = [];
  const spreads: number[] = [];
  let good: Good | undefined;
  let before: string | undefined;
  for (let past = day - WEATHER_FAULTS.comparedDays; past <= day; past++) {
    const hours = issues.asKnownOn(past);
    const tomorrow = known(past + 1, hours);
    if (tomorrow.some(Number.isNaN)) continue;
    const shared = good && sharedHours(issues, zone, past, hours, good);
    const isShared = shared?.others.some((value) => !Number.isNaN(value)) ?? false;
    const fault =
      (isFlat(tomorrow) ? FAULTS.flat : undefined) ??
      (isShared ? undefined : weekFault(tomorrow, hours, issues.zoneCount, zone, past)) ??
      (good && shared && changeFault({ issues, zone, day: past, hours, good, shared, before }, changes, spreads));
    if (past === day) return fault ?? (bad.some((each) => stands(issues, zone, day, each)) ? FAULTS.week : undefined);
    before = fault;
    if (fault !== undefined) {
      bad.push(past);
      continue;
    }
    if (shared && good && past - good.day === 1) {
      changes.push(Math.abs(changeOf(shared)));
      spreads.push(spreadOf(shared, 0));
    }
    good = { day: past, hours };
  }
  return undefined;
}

/** What tomorrow shows beside the week before, where no forecast before had its hours. */
function weekFault(
  tomorrow: Float64Array,
  hours: WeatherHours,
  zoneCount: number,
  zone: number,
  day: DayNumber,
): string | undefined {
  const week = temperaturesOf(hours, zoneCount, zone, day - 7, 7).filter((value) => !Number.isNaN(value));
  return Math.abs(meanOf(tomorrow) - medianOf([...week])) > WEATHER_FAULTS.mostWeekChangeC ? FAULTS.degrees : undefined;
}

/** A forecast beside a good one. */
interface ForecastChange {
  readonly issues: WeatherIssues;
  readonly zone: number;
  readonly day: DayNumber;
  readonly hours: WeatherHours;
  readonly good: Good;
  readonly shared: Runs;
  /** The fault of the forecast before it. */
  readonly before: string | undefined;
}

/** What the hours that a good forecast has too show. */
function changeFault(
  change: ForecastChange,
  changes: readonly number[],
  spreads: readonly number[],
): string | undefined {
  const { day, good, shared } = change;
  const spread = spreadOf(shared, 0);
  if (spread !== 0 && isEarlierIssue(change)) return FAULTS.repeated;
  const changeC = Math.abs(changeOf(shared));
  if (changeC > WEATHER_FAULTS.mostChangeC) return FAULTS.degrees;
  const largest = changes.reduce((most, each) => Math.max(most, each), 0);
  const usual = WEATHER_FAULTS.leastStepC + WEATHER_FAULTS.stepADayC * (day - good.day - 1);
  if (changeC > Math.max(usual, WEATHER_FAULTS.stepRatio * largest)) return FAULTS.step;
  const isWide = spread > WEATHER_FAULTS.spreadRatio * medianOf(spreads);
  return isWide && movedSpread(shared) < WEATHER_FAULTS.displacedErrorRatio * spread ? FAULTS.displaced : undefined;
}

/** Whether a forecast has the very values of the good one under new dates, or, after one that had, each hour's of a day before. */
function isEarlierIssue({ issues: { zoneCount }, zone, day, hours, good, shared, before }: ForecastChange): boolean {
  const values = temperaturesOf(hours, zoneCount, zone, day + 1, 2);
  if (isRepeated({ values, others: temperaturesOf(good.hours, zoneCount, zone, good.day + 1, 2) })) return true;
  const ofDayBefore = { values, others: temperaturesOf(good.hours, zoneCount, zone, day, 2) };
  return before === FAULTS.repeated && distanceOf(ofDayBefore) < WEATHER_FAULTS.dayLateErrorRatio * distanceOf(shared);
}

/** Mean absolute difference of the hours that both have; NaN without any. */
function distanceOf({ values, others }: Runs): number {
  return meanOf(values.map((value, hour) => Math.abs(value - others[hour]!)).filter((each) => !Number.isNaN(each)));
}

/** Whether the faulty values that a day's issue had for its next hours are still the values of these hours. */
function stands(issues: WeatherIssues, zone: number, day: DayNumber, bad: DayNumber): boolean {
  if (day - bad > WEATHER_FAULTS.memoryDays) return false;
  const values = temperaturesOf(issues.asKnownOn(day), issues.zoneCount, zone, bad, 1).subarray(
    WEATHER_FAULTS.fromHour,
  );
  const others = temperaturesOf(issues.asKnownOn(bad), issues.zoneCount, zone, bad, 1).subarray(
    WEATHER_FAULTS.fromHour,
  );
  return isRepeated({ values, others });
}

/** Tomorrow and the day after, as a forecast has them and as a good one had them. */
function sharedHours(
  { zoneCount }: WeatherIssues,
  zone: number,
  day: DayNumber,
  hours: WeatherHours,
  good: Good,
): Runs {
  const values = temperaturesOf(hours, zoneCount, zone, day + 1, 2);
  const others = temperaturesOf(good.hours, zoneCount, zone, day + 1, 2);
  return { values, others };
}

/** Mean difference of the hours that both have; 0 without any. */
function changeOf({ values, others }: Runs): number {
  const differences = Array.from(values, (value, hour) => value - others[hour]!).filter((each) => !Number.isNaN(each));
  return differences.length === 0 ? 0 : meanOf(differences);
}

/** Temperature of the wall-clock hours of some days, °C. */
function temperaturesOf(
  hours: WeatherHours,
  zoneCount: number,
  zone: number,
  day: DayNumber,
  days: number,
): Float64Array {
  const temperatures = new Float64Array(24 * days);
  const slot = (hours.slots / zoneCount) * zone;
  for (let i = 0; i < days; i++) {
    const values = hours.day(day + i);
    for (let hour = 0; hour < 24; hour++) temperatures[24 * i + hour] = values[hour * hours.slots + slot]!;
  }
  return temperatures;
}
