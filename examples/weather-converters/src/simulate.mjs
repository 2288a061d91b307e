import { AREAS, addDays, DAY_MS, HOUR_MS, localDay } from '@loadcast/core';
import { instantOnDay } from '@loadcast/core/time';
import { climateOf } from './climate.mjs';
import { normalNumbers } from './random.mjs';

/** Root mean square errors of area means by days ahead, °C: straight lines between them, from noon of the issue day. */
const ERRORS_C = [
  { days: 0, rmseC: 0.85 },
  { days: 1, rmseC: 1 },
  { days: 2, rmseC: 1.15 },
  { days: 3, rmseC: 1.25 },
  { days: 7, rmseC: 1.9 },
  { days: 15, rmseC: 3.6 },
];
/** Hours after which an error has 1/e of its correlation. */
const MEMORY_HOURS = 20;
/** Each forecast is there at this local time of its day, and reaches to the end of the last day ahead. */
const ISSUE_TIME_MS = 6 * HOUR_MS;
const LAST_DAY_AHEAD = 15;
/** Usual values are computed from the first days of the file, so that no forecast made after them depends on later measurements. */
const CLIMATE_DAYS = 730;

/** @typedef {{ readonly start: number, readonly values: Float64Array }} Series hourly, °C */

/** Root mean square error of a forecast made so many days before, °C. @param {number} daysAhead from noon of the issue day */
export function errorC(daysAhead) {
  const next = ERRORS_C.findIndex(({ days }) => days >= daysAhead);
  const [before, after] = [ERRORS_C[next - 1], ERRORS_C[next]];
  if (!after) return ERRORS_C.at(-1)?.rmseC ?? Number.NaN;
  if (!before) return after.rmseC;
  return before.rmseC + ((after.rmseC - before.rmseC) * (daysAhead - before.days)) / (after.days - before.days);
}

/**
 * Made-up forecasts of the first point of each area, from observations: usual temperature, part of the actual distance
 * from it, and an error with a memory. The part and the error are such that no linear correction improves the forecast.
 *
 * @param {string} text observed weather in the general CSV
 * @param {{ readonly areas: readonly string[], readonly seed: string }} options areas by code
 * @returns {Generator<string>} the general CSV in pieces, header first: observations, and one forecast a day
 * @throws {Error} an area is not in the file
 */
export function* simulatedCsv(text, { areas, seed }) {
  const observed = observedOf(text, areas);
  yield 'area,issued_at,valid_at,temperature_c\n';
  for (const area of areas) {
    const series = observed.get(area);
    if (!series) throw new Error(`the file has no observed temperature of ${area}`);
    yield observedLines(area, series);
    yield* issuesOf(area, series, seed);
  }
}

/** Observations, known when its hour has ended. @param {string} area @param {Series} series */
function observedLines(area, { start, values }) {
  return [...values]
    .map((celsius, hour) => (Number.isNaN(celsius) ? '' : `${area},,${isoMinute(start + hour * HOUR_MS)},${celsius}\n`))
    .join('');
}

/** @param {string} area @param {Series} series @param {string} seed */
function* issuesOf(area, series, seed) {
  const timezone = AREAS.find(({ id }) => id === area.toLowerCase())?.timezone;
  if (timezone === undefined) throw new Error(`${area} is no area of Loadcast`);
  const end = series.start + series.values.length * HOUR_MS;
  const climate = climateOf(series, series.start + CLIMATE_DAYS * DAY_MS);
  for (let date = localDay(timezone, series.start + DAY_MS); ; date = addDays(date, 1)) {
    const issuedAt = instantOnDay(timezone, date, ISSUE_TIME_MS);
    if (issuedAt >= end) return;
    const last = Math.min(end, instantOnDay(timezone, addDays(date, LAST_DAY_AHEAD + 1), 0));
    const next = normalNumbers(`${seed} ${area} ${date}`);
    const noon = instantOnDay(timezone, date, 12 * HOUR_MS);
    const prefix = `${area},${isoMinute(issuedAt)},`;
    const lines = [];
    const kept = Math.exp(-1 / MEMORY_HOURS);
    let error = next();
    for (let start = issuedAt; start < last; start += HOUR_MS) {
      const value = forecastOf(series, climate, start, errorC((start - noon) / DAY_MS), error);
      if (!Number.isNaN(value)) lines.push(`${prefix}${isoMinute(start)},${value.toFixed(2)}\n`);
      error = kept * error + Math.sqrt(1 - kept ** 2) * next();
    }
    yield lines.join('');
  }
}

/**
 * The forecast of an hour: its error is `rmseC` in the mean, or the usual temperature's where that is smaller.
 *
 * @param {Series} series @param {import('./climate.mjs').Climate} climate @param {number} start
 * @param {number} rmseC @param {number} error of the standard normal distribution
 */
function forecastOf({ start: first, values }, climate, start, rmseC, error) {
  const observed = values[(start - first) / HOUR_MS] ?? Number.NaN;
  const [usual, spread] = [climate.meanC(start), climate.spreadC(start)];
  const part = Math.max(0, 1 - (rmseC / spread) ** 2);
  return usual + part * (observed - usual) + Math.sqrt(part * (1 - part)) * spread * error;
}

/** Hourly temperature of the first point of each area. @param {string} text @param {readonly string[]} areas */
function observedOf(text, areas) {
  const [header = '', ...lines] = text.split('\n');
  const columns = header.trimEnd().split(',');
  const [area, point, issued, valid, temperature] = ['area', 'point', 'issued_at', 'valid_at', 'temperature_c'].map(
    (name) => columns.indexOf(name),
  );
  /** @type {Map<string, { point: string | undefined, hours: Map<number, number> }>} */
  const byArea = new Map();
  for (const line of lines) {
    const fields = line.trimEnd().split(',');
    const field = (/** @type {number | undefined} */ at) => fields[at ?? -1];
    const code = field(area);
    const celsius = field(temperature);
    if (code === undefined || !areas.includes(code) || field(issued) !== '' || !celsius) continue;
    const own = byArea.get(code) ?? { point: field(point), hours: new Map() };
    byArea.set(code, own);
    if (own.point === field(point)) own.hours.set(Date.parse(field(valid) ?? ''), Number(celsius));
  }
  return new Map([...byArea].map(([code, { hours }]) => [code, seriesOf(hours)]));
}

/** @param {ReadonlyMap<number, number>} hours @returns {Series} */
function seriesOf(hours) {
  let [start, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const hour of hours.keys()) [start, last] = [Math.min(start, hour), Math.max(last, hour)];
  const values = new Float64Array((last - start) / HOUR_MS + 1).fill(Number.NaN);
  for (const [hour, celsius] of hours) values[(hour - start) / HOUR_MS] = celsius;
  return { start, values };
}

/** @param {number} instant */
const isoMinute = (instant) => `${new Date(instant).toISOString().slice(0, 16)}Z`;
