import { DAY_MS, HOUR_MS } from '@loadcast/core';

/** Days on either side whose values make the usual value of an hour, and the usual distance from it. */
const MEAN_DAYS = 15;
const SPREAD_DAYS = 30;
const YEAR_DAYS = 366;

/**
 * The usual temperature at an hour of the year: the mean of the same UTC hour on the days around, and the root mean
 * square distance from it on more days around, all hours. Means of a whole year or more are needed.
 *
 * @typedef {object} Climate
 * @property {(start: number) => number} meanC
 * @property {(start: number) => number} spreadC
 */

/**
 * @param {{ readonly start: number, readonly values: Float64Array }} series hourly, °C; NaN where nothing was measured
 * @param {number} end epoch ms: hours from here on are not read
 * @returns {Climate}
 */
export function climateOf({ start, values }, end) {
  const used = values.subarray(0, Math.max(0, (end - start) / HOUR_MS));
  const slotOf = (/** @type {number} */ instant) => 24 * dayOfYear(instant) + (Math.floor(instant / HOUR_MS) % 24);
  const byHour = sumsOf(used, 24 * YEAR_DAYS, (hour) => slotOf(start + hour * HOUR_MS));
  const means = aroundDays(byHour, 24, MEAN_DAYS);
  const squares = used.map((value, hour) => (value - (means[slotOf(start + hour * HOUR_MS)] ?? Number.NaN)) ** 2);
  const byDay = sumsOf(squares, YEAR_DAYS, (hour) => dayOfYear(start + hour * HOUR_MS));
  const spreads = aroundDays(byDay, 1, SPREAD_DAYS).map(Math.sqrt);
  return {
    meanC: (instant) => means[slotOf(instant)] ?? Number.NaN,
    spreadC: (instant) => spreads[dayOfYear(instant)] ?? Number.NaN,
  };
}

/** Days since 1 January, UTC. @param {number} instant */
function dayOfYear(instant) {
  const year = new Date(instant).getUTCFullYear();
  return Math.floor((instant - Date.UTC(year, 0, 1)) / DAY_MS);
}

/** Sum and count of the values of each slot. @param {Float64Array} values @param {number} slots @param {(hour: number) => number} slotOf */
function sumsOf(values, slots, slotOf) {
  const [sums, counts] = [new Float64Array(slots), new Float64Array(slots)];
  values.forEach((value, hour) => {
    if (Number.isNaN(value)) return;
    const slot = slotOf(hour);
    sums[slot] = (sums[slot] ?? 0) + value;
    counts[slot] = (counts[slot] ?? 0) + 1;
  });
  return { sums, counts };
}

/** Mean of each slot over the days around, the year as a circle. @param {{ sums: Float64Array, counts: Float64Array }} of @param {number} aDay slots of a day @param {number} days */
function aroundDays({ sums, counts }, aDay, days) {
  const slots = sums.length;
  return sums.map((_, slot) => {
    let [sum, count] = [0, 0];
    for (let day = -days; day <= days; day++) {
      const at = (slot + day * aDay + slots) % slots;
      sum += sums[at] ?? 0;
      count += counts[at] ?? 0;
    }
    return sum / count;
  });
}
