import { DAY_MS, type EpochMs, HOUR_MS, type WeatherBlock } from '@loadcast/core';

/** The past is kept in blocks of this length, aligned to the epoch, so that a new hour rewrites one small row. */
const MONTH_MS = 30 * DAY_MS;
const MONTH_HOURS = MONTH_MS / HOUR_MS;

export function monthOf(instant: EpochMs): EpochMs {
  return Math.floor(instant / MONTH_MS) * MONTH_MS;
}

/**
 * Months of one place and variable updated by a run: its values replace earlier ones, NaN replaces nothing.
 *
 * @param months of any known rules; months of the run's rule are updated
 * @returns months in no order; one in which nothing changed is the same object
 */
export function layOnMonths(months: readonly WeatherBlock[], run: WeatherBlock): WeatherBlock[] {
  const rule = JSON.stringify(run.known);
  const next = new Map(months.map((month) => [`${JSON.stringify(month.known)} ${month.start}`, month]));
  run.values.forEach((value, i) => {
    if (Number.isNaN(value)) return;
    const at = run.start + i * HOUR_MS;
    const start = monthOf(at);
    const hour = (at - start) / HOUR_MS;
    const name = `${rule} ${start}`;
    const month = next.get(name);
    if (month?.values[hour] === value) return;
    if (month && !months.includes(month)) month.values[hour] = value;
    else next.set(name, changed(month ?? emptyMonth(run, start), hour, value));
  });
  return [...next.values()];
}

/** A month without the hours that `isGone`; the same object when there are none. */
export function withoutHours(month: WeatherBlock, isGone: (hour: EpochMs) => boolean): WeatherBlock {
  const gone = (value: number, i: number) => !Number.isNaN(value) && isGone(month.start + i * HOUR_MS);
  if (!month.values.some(gone)) return month;
  return { ...month, values: month.values.map((value, i) => (gone(value, i) ? Number.NaN : value)) };
}

export function hasValues({ values }: WeatherBlock): boolean {
  return values.some((value) => !Number.isNaN(value));
}

function emptyMonth(run: WeatherBlock, start: EpochMs): WeatherBlock {
  return { ...run, start, values: new Float64Array(MONTH_HOURS).fill(Number.NaN) };
}

function changed(month: WeatherBlock, hour: number, value: number): WeatherBlock {
  const values = month.values.slice();
  values[hour] = value;
  return { ...month, values };
}
