import type { DayNumber } from '../../calendar/holiday-calendar.js';
import { FAULTS, WEATHER_FAULTS } from '../inputs/faults/faults.data.js';
import {
  isDisplaced,
  isFlat,
  isRepeated,
  meanOf,
  medianOf,
  type Runs,
  spreadOf,
} from '../inputs/faults/published-runs.js';
import { WEATHER } from '../settings.data.js';
import type { WeatherHours } from './weather-hours.js';

/** An area's weather as it was known on each of its issue days. */
export interface WeatherIssues {
  readonly zoneCount: number;
  asKnownOn(day: DayNumber): WeatherHours;
}

/** Temperatures of the wall-clock hours of some days in one zone as known on an issue day, °C. */
type KnownTemperatures = (issueDay: DayNumber, from: DayNumber, days: number) => Float64Array;

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
    const fault = zoneFault(
      (issueDay, from, days) => temperaturesOf(issues.asKnownOn(issueDay), issues.zoneCount, zone, from, days),
      day,
    );
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function zoneFault(known: KnownTemperatures, day: DayNumber): string | undefined {
  const bad: DayNumber[] = [];
  const changes: number[] = [];
  const spreads: number[] = [];
  let good: DayNumber | undefined;
  let before: string | undefined;
  for (let past = day - WEATHER_FAULTS.comparedDays; past <= day; past++) {
    const tomorrow = known(past, past + 1, 1);
    if (tomorrow.some(Number.isNaN)) continue;
    const change =
      good === undefined ? undefined : { known, day: past, good, shared: sharedHours(known, past, good), before };
    const isShared = change?.shared.others.some((value) => !Number.isNaN(value)) ?? false;
    const fault =
      (isFlat(tomorrow) ? FAULTS.flat : undefined) ??
      (isShared ? undefined : weekFault(tomorrow, known(past, past - 7, 7))) ??
      (change && changeFault(change, changes, spreads));
    if (past === day) return fault ?? (bad.some((each) => stands(known, day, each)) ? FAULTS.week : undefined);
    before = fault;
    if (fault !== undefined) {
      bad.push(past);
      continue;
    }
    if (change && past - change.good === 1) {
      changes.push(Math.abs(changeOf(change.shared)));
      spreads.push(spreadOf(change.shared, 0));
    }
    good = past;
  }
  return undefined;
}

/** What tomorrow shows beside the week before, where no forecast before had its hours. */
function weekFault(tomorrow: Float64Array, week: Float64Array): string | undefined {
  const usual = medianOf([...week].filter((value) => !Number.isNaN(value)));
  return Math.abs(meanOf(tomorrow) - usual) > WEATHER_FAULTS.mostWeekChangeC ? FAULTS.degrees : undefined;
}

/** A forecast beside the newest one that had no fault. */
interface ForecastChange {
  readonly known: KnownTemperatures;
  readonly day: DayNumber;
  /** The issue day of the other. */
  readonly good: DayNumber;
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
  const usual = WEATHER_FAULTS.leastStepC + WEATHER_FAULTS.stepADayC * (day - good - 1);
  if (changeC > Math.max(usual, WEATHER_FAULTS.stepRatio * largest)) return FAULTS.step;
  const isWide = spread > WEATHER_FAULTS.spreadRatio * medianOf(spreads);
  return isWide && isDisplaced(shared) ? FAULTS.displaced : undefined;
}

/** Whether a forecast has the very values of the good one under new dates, or, after one that had, each hour's of a day before. */
function isEarlierIssue({ known, day, good, shared, before }: ForecastChange): boolean {
  const { values } = shared;
  if (isRepeated({ values, others: known(good, good + 1, 2) })) return true;
  const ofDayBefore = { values, others: known(good, day, 2) };
  return before === FAULTS.repeated && distanceOf(ofDayBefore) < WEATHER_FAULTS.dayLateErrorRatio * distanceOf(shared);
}

/** Mean absolute difference of the hours that both have; NaN without any. */
function distanceOf({ values, others }: Runs): number {
  return meanOf(values.map((value, hour) => Math.abs(value - others[hour]!)).filter((each) => !Number.isNaN(each)));
}

/** Whether the faulty values that a day's issue had for its next hours are still the values of these hours. */
function stands(known: KnownTemperatures, day: DayNumber, bad: DayNumber): boolean {
  if (day - bad > WEATHER.memoryDays) return false;
  const [values, others] = [day, bad].map((issueDay) => known(issueDay, bad, 1).subarray(WEATHER_FAULTS.fromHour));
  return isRepeated({ values: values!, others: others! });
}

/** Tomorrow and the day after, as a forecast has them and as a good one had them. */
function sharedHours(known: KnownTemperatures, day: DayNumber, good: DayNumber): Runs {
  return { values: known(day, day + 1, 2), others: known(good, day + 1, 2) };
}

/** Mean difference of the hours that both have; 0 without any. */
function changeOf({ values, others }: Runs): number {
  const differences = Array.from(values, (value, hour) => value - others[hour]!).filter((each) => !Number.isNaN(each));
  return differences.length === 0 ? 0 : meanOf(differences);
}

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

/**
 * Marks the days of a training view whose temperatures may be in degrees Celsius: days in another unit are not used in a fit.
 *
 * @returns compares a day, and the week before it, with the last plausible days; to be called for one day after the other
 */
export function plausibleTemperatures(zoneCount: number): (hours: WeatherHours, day: DayNumber) => boolean {
  /** Mean temperature of the last days of each zone, °C. */
  const recent = Array.from({ length: zoneCount }, (): number[] => []);
  return (hours, day) => {
    const means = recent.map((_, zone) => meansOfDay(hours, zoneCount, zone, day));
    const isFar = means.some((ofZone, zone) => {
      if (recent[zone]!.length < WEATHER_FAULTS.fewestPlausibleDays) return false;
      const usual = medianOf(recent[zone]!);
      return ofZone.some((mean) => Math.abs(mean - usual) > WEATHER_FAULTS.mostMonthChangeC);
    });
    if (isFar) return false;
    means.forEach(([ofDay], zone) => {
      if (Number.isNaN(ofDay)) return;
      recent[zone]!.push(ofDay);
      if (recent[zone]!.length > WEATHER_FAULTS.plausibleDays) recent[zone]!.shift();
    });
    return true;
  };
}

/** Mean temperature of a day, and of the week up to its noon; NaN where it is not known. */
function meansOfDay(hours: WeatherHours, zoneCount: number, zone: number, day: DayNumber): readonly [number, number] {
  const weekMean = 12 * hours.slots + (hours.slots / zoneCount) * zone + WEATHER.meanHours.length;
  return [meanOf(temperaturesOf(hours, zoneCount, zone, day, 1)), hours.day(day)[weekMean]!];
}
