import { addDays, HOUR_MS, localDay } from '@loadcast/core';
import { instantOfLocal, instantOnDay } from '@loadcast/core/time';
import { celsius, dewPointC, sunshineWm2 } from './units.mjs';

/**
 * One shape of research file. A new one is a new row of `LAYOUTS`.
 *
 * @typedef {(column: string) => number} Field reads a field of the line in hand; NaN when it is empty
 * @typedef {(field: Field, start: number) => number} Read
 * @typedef {{ readonly name: string, readonly weight: number, readonly columns: Readonly<Record<string, Read>> }} Point
 * @typedef {object} Layout
 * @property {string} name
 * @property {readonly string[]} columns columns that tell the layout
 * @property {string} timeColumn
 * @property {(time: string) => number} startOf the hour's start, epoch ms
 * @property {(start: number) => number | undefined} issuedAt when the values of an hour were issued; undefined: observed
 * @property {readonly string[]} measured measured columns of the general file, in order
 * @property {readonly { readonly areas: readonly string[], readonly points: readonly Point[] }[]} areas
 */

const CALIFORNIA = ['CAISO', 'PGE', 'SCE', 'SDGE', 'VEA'];
const PACIFIC = 'America/Los_Angeles';
/** @param {string} time */
const utc = (time) => Date.parse(`${time.replace(' ', 'T')}Z`);
const observed = () => undefined;

/** @param {string} column @returns {Read} */
const fahrenheit = (column) => (field) => celsius(field(column));

/** @param {readonly string[]} areas @param {string} column */
function merra(areas, column) {
  /** @param {string} suffix @returns {Read} */
  const read = (suffix) => (field) => field(`${column}${suffix}`);
  return {
    areas,
    points: [
      { name: `${column} by population`, weight: 1, columns: { temperature_c: read('') } },
      { name: `${column} by area`, weight: 1, columns: { temperature_c: read('_uw') } },
    ],
  };
}

/** @param {string} name @param {number} weight @param {string} city @returns {Point} */
const californian = (name, weight, city) => ({
  name,
  weight,
  columns: {
    temperature_c: fahrenheit(`temp_forecast_dayahead_${city}`),
    dew_point_c: fahrenheit(`dewpoint_forecast_dayahead_${city}`),
  },
});

/** @param {string} name @param {number} weight @param {string} city @param {number} latitude @param {number} longitude @returns {Point} */
const newYorker = (name, weight, city, latitude, longitude) => ({
  name,
  weight,
  columns: {
    temperature_c: fahrenheit(`temp_f_${city}`),
    dew_point_c: (field) => dewPointC(celsius(field(`temp_f_${city}`)), field('humidity_pct')),
    cloud_cover_pct: (field) => field('cloud_pct'),
    shortwave_w_m2: (field, start) => sunshineWm2(start + HOUR_MS / 2, latitude, longitude, field('cloud_pct')),
  },
});

/** @type {readonly Layout[]} */
export const LAYOUTS = [
  {
    name: 'MERRA-2 temperature of the seven grids, observed',
    columns: ['time_utc', 'CISO', 'CISO_uw', 'SWPP_uw'],
    timeColumn: 'time_utc',
    startOf: utc,
    issuedAt: observed,
    measured: ['temperature_c'],
    areas: [
      merra(CALIFORNIA, 'CISO'),
      merra(['ERCOT'], 'ERCO'),
      merra(['ISONE'], 'ISNE'),
      merra(['MISO'], 'MISO'),
      merra(['NYISO'], 'NYIS'),
      merra(['PJM'], 'PJM'),
      merra(['SPP'], 'SWPP'),
    ],
  },
  {
    name: 'day-ahead forecast temperatures of California, each day issued at 06:00 Pacific of the day before',
    columns: ['interval_start_time', 'temp_forecast_dayahead_bakersfield', 'dewpoint_forecast_dayahead_los_angeles'],
    timeColumn: 'interval_start_time',
    startOf: (time) => Date.parse(time.replace(' ', 'T')),
    issuedAt: (start) => instantOnDay(PACIFIC, addDays(localDay(PACIFIC, start), -1), 6 * HOUR_MS),
    measured: ['temperature_c', 'dew_point_c'],
    areas: [
      {
        areas: CALIFORNIA,
        points: [
          californian('Los Angeles', 0.5, 'los_angeles'),
          californian('San Francisco', 0.3, 'san_francisco'),
          californian('Bakersfield', 0.2, 'bakersfield'),
        ],
      },
    ],
  },
  {
    name: 'Open-Meteo at four cities of New York, observed',
    columns: ['timestamp_utc', 'temp_f_nyc', 'temp_f_syracuse', 'humidity_pct', 'cloud_pct'],
    timeColumn: 'timestamp_utc',
    startOf: utc,
    issuedAt: observed,
    measured: ['temperature_c', 'dew_point_c', 'cloud_cover_pct', 'shortwave_w_m2'],
    areas: [
      {
        areas: ['NYISO'],
        points: [
          newYorker('New York City', 0.55, 'nyc', 40.71, -74.01),
          newYorker('Buffalo', 0.15, 'buffalo', 42.89, -78.88),
          newYorker('Albany', 0.15, 'albany', 42.65, -73.75),
          newYorker('Syracuse', 0.15, 'syracuse', 43.05, -76.15),
        ],
      },
    ],
  },
  {
    name: 'ISO-NE station mean, observed',
    columns: ['zone', 'time_local_start', 'drybulb_f', 'dewpoint_f'],
    timeColumn: 'time_local_start',
    startOf: (time) => instantOfLocal('America/New_York', utc(time)),
    issuedAt: observed,
    measured: ['temperature_c', 'dew_point_c'],
    areas: [
      {
        areas: ['ISONE'],
        points: [
          {
            name: 'New England',
            weight: 1,
            columns: { temperature_c: fahrenheit('drybulb_f'), dew_point_c: fahrenheit('dewpoint_f') },
          },
        ],
      },
    ],
  },
];
