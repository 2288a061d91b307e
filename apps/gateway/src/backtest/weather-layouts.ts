import { type AreaId, addDays, HOUR_MS, localDay, type WeatherVariable } from '@loadcast/core';
import { instantOfLocal, instantOnDay } from '@loadcast/core/time';
import { celsius, humidityPct, sunshineWm2 } from './weather-rows.js';

/** Reads a field of the line in hand by its column; NaN when it is empty. */
export type Field = (column: string) => number;

export interface PointLayout {
  readonly name: string;
  readonly weight: number;
  readonly variables: Readonly<Partial<Record<WeatherVariable, (field: Field, start: number) => number>>>;
}

/** One shape of weather file. A new one is a new row. */
export interface WeatherLayout {
  /** Columns that tell the layout. */
  readonly columns: readonly string[];
  readonly note: string;
  readonly timeColumn: string;
  /** The hour's start, epoch ms. */
  startOf(time: string): number;
  /** When the values of an hour became known; the epoch for observations taken as perfectly foreseen. */
  knownAt(start: number): number;
  readonly points: readonly { readonly areaIds: readonly AreaId[]; readonly points: readonly PointLayout[] }[];
}

const ALWAYS_KNOWN = 0;
const FORESIGHT = 'observed values taken as known beforehand (ex post: scores are a bound, not a forecast)';
const CALIFORNIA: readonly AreaId[] = ['caiso', 'pge', 'sce', 'sdge', 'vea'];
const PACIFIC = 'America/Los_Angeles';
const utc = (time: string): number => Date.parse(`${time.replace(' ', 'T')}Z`);

const fahrenheit = (column: string) => (field: Field) => celsius(field(column));
const humidity = (temperature: string, dewPoint: string) => (field: Field) =>
  humidityPct(celsius(field(temperature)), celsius(field(dewPoint)));

function merra(areaIds: readonly AreaId[], column: string) {
  return {
    areaIds,
    points: [
      { name: `${column} by population`, weight: 1, variables: { temperatureC: (field: Field) => field(column) } },
      { name: `${column} by area`, weight: 1, variables: { temperatureC: (field: Field) => field(`${column}_uw`) } },
    ],
  };
}

const californian = (name: string, weight: number, city: string): PointLayout => ({
  name,
  weight,
  variables: {
    temperatureC: fahrenheit(`temp_forecast_dayahead_${city}`),
    humidityPct: humidity(`temp_forecast_dayahead_${city}`, `dewpoint_forecast_dayahead_${city}`),
  },
});

const newYorker = (name: string, weight: number, city: string, latitude: number, longitude: number): PointLayout => ({
  name,
  weight,
  variables: {
    temperatureC: fahrenheit(`temp_f_${city}`),
    humidityPct: (field) => field('humidity_pct'),
    solarWm2: (field, start) => sunshineWm2(start + HOUR_MS / 2, latitude, longitude, field('cloud_pct')),
  },
});

export const WEATHER_LAYOUTS: readonly WeatherLayout[] = [
  {
    columns: ['time_utc', 'CISO', 'CISO_uw', 'SWPP_uw'],
    note: `MERRA-2 temperature of the seven grids, ${FORESIGHT}`,
    timeColumn: 'time_utc',
    startOf: utc,
    knownAt: () => ALWAYS_KNOWN,
    points: [
      merra(CALIFORNIA, 'CISO'),
      merra(['ercot'], 'ERCO'),
      merra(['isone'], 'ISNE'),
      merra(['miso'], 'MISO'),
      merra(['nyiso'], 'NYIS'),
      merra(['pjm'], 'PJM'),
      merra(['spp'], 'SWPP'),
    ],
  },
  {
    columns: ['interval_start_time', 'temp_forecast_dayahead_bakersfield', 'dewpoint_forecast_dayahead_los_angeles'],
    note: 'day-ahead forecast temperatures of California, each day known at 06:00 Pacific of the day before',
    timeColumn: 'interval_start_time',
    startOf: (time) => Date.parse(time.replace(' ', 'T')),
    knownAt: (start) => instantOnDay(PACIFIC, addDays(localDay(PACIFIC, start), -1), 6 * HOUR_MS),
    points: [
      {
        areaIds: CALIFORNIA,
        points: [
          californian('Los Angeles', 0.5, 'los_angeles'),
          californian('San Francisco', 0.3, 'san_francisco'),
          californian('Bakersfield', 0.2, 'bakersfield'),
        ],
      },
    ],
  },
  {
    columns: ['timestamp_utc', 'temp_f_nyc', 'temp_f_syracuse', 'humidity_pct', 'cloud_pct'],
    note: `Open-Meteo at four cities of New York, ${FORESIGHT}`,
    timeColumn: 'timestamp_utc',
    startOf: utc,
    knownAt: () => ALWAYS_KNOWN,
    points: [
      {
        areaIds: ['nyiso'],
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
    columns: ['zone', 'time_local_start', 'drybulb_f', 'dewpoint_f'],
    note: `ISO-NE station mean, ${FORESIGHT}`,
    timeColumn: 'time_local_start',
    startOf: (time) => instantOfLocal('America/New_York', utc(time)),
    knownAt: () => ALWAYS_KNOWN,
    points: [
      {
        areaIds: ['isone'],
        points: [
          {
            name: 'New England',
            weight: 1,
            variables: { temperatureC: fahrenheit('drybulb_f'), humidityPct: humidity('drybulb_f', 'dewpoint_f') },
          },
        ],
      },
    ],
  },
];
