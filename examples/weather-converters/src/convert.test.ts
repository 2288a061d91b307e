import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type AreaId, HOUR_MS, readAsOf } from '@loadcast/core';
import { afterAll, describe, expect, test } from 'vitest';
import { readWeatherFile } from '../../../packages/backtest/src/index.js';
import { testData } from '../../../tooling/test-data/test-data.js';
import { generalCsv } from './convert.mjs';
import { dewPointC, sunshineWm2 } from './units.mjs';

const folder = mkdtempSync(join(tmpdir(), 'weather-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MERRA = 'time_utc,CISO,CISO_uw,ERCO,ERCO_uw,ISNE,ISNE_uw,MISO,MISO_uw,NYIS,NYIS_uw,PJM,PJM_uw,SWPP,SWPP_uw';
const CITIES = ['bakersfield', 'los_angeles', 'san_francisco'];
const CALIFORNIA = `interval_start_time,CAISO_system_load,${CITIES.map((city) => `temp_forecast_dayahead_${city}`)},${CITIES.map((city) => `dewpoint_forecast_dayahead_${city}`)}`;
const NEW_YORK =
  'timestamp_utc,demand_mw,temp_f,temp_f_nyc,temp_f_buffalo,temp_f_albany,temp_f_syracuse,humidity_pct,wind_mph,cloud_pct';
const NEW_ENGLAND = 'zone,time_local_start,da_demand_mw,rt_demand_mw,system_load_mw,drybulb_f,dewpoint_f';

let files = 0;
/** The converted file as the product's own reader reads it. */
async function read(lines: readonly string[]) {
  files += 1;
  const path = join(folder, `${files}.csv`);
  writeFileSync(path, [...generalCsv(`${lines.join('\n')}\n`)].join(''));
  return readWeatherFile(path);
}

async function temperature(areaId: AreaId, lines: readonly string[]) {
  const { weather } = await read(lines);
  return weather.get(areaId)!.points[0]!.variables.temperatureC!;
}

describe('layouts', () => {
  test('observed grid temperatures are known from the start and serve California’s utilities too', async () => {
    const { weather, note } = await read([MERRA, '2019-03-01 00:00:00,8,3,7,6,0,-2,-2,-4,-1,-2,0.5,0.6,-2.6,-4']);
    expect(note).toContain('ex post');
    expect([...weather.keys()].sort().join()).toBe('caiso,ercot,isone,miso,nyiso,pge,pjm,sce,sdge,spp,vea');
    const pjm = weather.get('pjm')!.points.map(({ variables }) => variables.temperatureC!.values[0]);
    expect(pjm).toEqual([0.5, 0.6]);
    expect(weather.get('pjm')!.points[0]!.variables.temperatureC!.knownAtMs[0]).toBe(0);
  });

  test('Californian forecasts are degrees F, known at 06:00 Pacific of the day before', async () => {
    const series = await temperature('sce', [CALIFORNIA, '2022-07-02 23:00:00-07:00,30000,99,68,60,50,50,50']);
    expect(series.start).toBe(Date.UTC(2022, 6, 3, 6));
    expect(series.values[0]).toBeCloseTo(20, 9);
    expect(new Date(series.knownAtMs[0]!).toISOString()).toBe('2022-07-01T13:00:00.000Z');
  });

  test('an hour of a Californian forecast is not seen before it was issued', async () => {
    const series = await temperature('caiso', [CALIFORNIA, '2022-07-02 00:00:00-07:00,30000,99,68,60,50,50,50']);
    const window = { start: series.start, end: series.start + HOUR_MS };
    expect(readAsOf(series, window, Date.UTC(2022, 6, 1, 12, 59)).valuesMw[0]).toBeNaN();
    expect(readAsOf(series, window, Date.UTC(2022, 6, 1, 13)).valuesMw[0]).toBeCloseTo(20, 9);
  });

  test('four cities of New York have sun and humidity', async () => {
    const { weather } = await read([NEW_YORK, '2020-06-21T17:00,17000,68,68,60,61,62,55,8,0']);
    const [city] = weather.get('nyiso')!.points;
    expect(weather.get('nyiso')!.points).toHaveLength(4);
    expect(city!.variables.temperatureC!.values[0]).toBeCloseTo(20, 9);
    expect(city!.variables.humidityPct!.values[0]).toBeCloseTo(55, 9);
    expect(city!.variables.solarWm2!.values[0]).toBeGreaterThan(900);
  });

  test.each([
    { name: 'winter is UTC-5', time: '2018-01-10 00:00:00', start: Date.UTC(2018, 0, 10, 5) },
    { name: 'summer is UTC-4', time: '2018-07-10 00:00:00', start: Date.UTC(2018, 6, 10, 4) },
  ])('local hours of New England: $name', async ({ time, start }) => {
    const series = await temperature('isone', [NEW_ENGLAND, `ISONE,${time},1,2,3,50,40`]);
    expect(series.start).toBe(start);
    expect(series.values[0]).toBeCloseTo(10, 9);
  });

  test('the autumn hour that local files leave out is the mean of its neighbours', async () => {
    const hours = ['00', '01', '02'].map((hour, i) => `ISONE,2018-11-04 ${hour}:00:00,1,2,3,${50 + 9 * i},40`);
    const series = await temperature('isone', [NEW_ENGLAND, ...hours]);
    expect([...series.values].map((c) => Math.round(c * 10) / 10)).toEqual([10, 15, 17.5, 20]);
  });

  test('an empty field is a missing hour', async () => {
    const series = await temperature('pjm', [
      MERRA,
      '2019-03-01 00:00:00,8,3,7,6,0,-2,-2,-4,-1,-2,0,0,-2.6,-4',
      '2019-03-01 01:00:00,8,3,7,6,0,-2,-2,-4,-1,-2,,,-2.6,-4',
      '2019-03-01 02:00:00,8,3,7,6,0,-2,-2,-4,-1,-2,,,-2.6,-4',
      '2019-03-01 03:00:00,8,3,7,6,0,-2,-2,-4,-1,-2,1,1,-2.6,-4',
    ]);
    expect([...series.values]).toEqual([0, Number.NaN, Number.NaN, 1]);
    expect([...series.knownAtMs]).toEqual([0, Number.NaN, Number.NaN, 0]);
  });
});

test.each([
  { name: 'an unknown header', lines: ['when,how_warm', '2020,12'], says: 'no research layout has the columns when' },
  {
    name: 'a time that is none',
    lines: [NEW_YORK, 'yesterday,1,1,1,1,1,1,1,1,1'],
    says: "line 2: timestamp_utc 'yest",
  },
  { name: 'a time off the hour', lines: [NEW_YORK, '2020-06-21T17:30,1,1,1,1,1,1,1,1,1'], says: 'not a whole hour' },
])('$name is refused', async ({ lines, says }) => {
  await expect(read(lines)).rejects.toThrow(says);
});

/** Lines of a research file that are converted: some months are enough. */
const MOST_LINES = 3_000;

describe.each([
  { file: 'ba_merra2_popweighted_2016_2019.csv.gz', areas: 11, points: 2, variables: 1 },
  { file: 'caiso_dayahead_forecast_temps_2020_2023_07.csv.gz', areas: 5, points: 3, variables: 2 },
  { file: 'nyiso_4cities_openmeteo_2019_2026_07.csv.gz', areas: 1, points: 4, variables: 4 },
  { file: 'isone_smd_system_2003_2019.csv.gz', areas: 1, points: 1, variables: 2 },
])('$file', ({ file, areas, points, variables }) => {
  const path = testData(`data/weather/${file}`);

  test.skipIf(path === undefined)('is converted to a file that the backtest reads', async () => {
    const lines = gunzipSync(readFileSync(path!)).toString('utf8').split('\n').slice(0, MOST_LINES);
    const { weather } = await read(lines);
    expect(weather.size).toBe(areas);
    for (const known of weather.values()) {
      expect(known.points).toHaveLength(points);
      for (const point of known.points) {
        const series = Object.values(point.variables);
        expect(series).toHaveLength(variables);
        for (const { values } of series) expect(values.length).toBeGreaterThan(MOST_LINES - 100);
      }
    }
  });
});

test.each([
  { name: 'noon of midsummer', instant: Date.UTC(2020, 5, 21, 17), cloudPct: 0, low: 950, high: 1050 },
  { name: 'the same under cloud', instant: Date.UTC(2020, 5, 21, 17), cloudPct: 100, low: 230, high: 270 },
  { name: 'noon of midwinter', instant: Date.UTC(2020, 11, 21, 17), cloudPct: 0, low: 380, high: 470 },
  { name: 'night', instant: Date.UTC(2020, 5, 21, 5), cloudPct: 0, low: 0, high: 0 },
])('sunshine in New York at $name', ({ instant, cloudPct, low, high }) => {
  const sun = sunshineWm2(instant, 40.71, -74.01, cloudPct);
  expect(sun).toBeGreaterThanOrEqual(low);
  expect(sun).toBeLessThanOrEqual(high);
});

test.each([
  { temperatureC: 20, humidityPct: 100, dewC: 20 },
  { temperatureC: 30, humidityPct: 29, dewC: 10 },
])('air of $temperatureC degrees and $humidityPct % humidity has a dew point of $dewC', (row) => {
  expect(dewPointC(row.temperatureC, row.humidityPct)).toBeCloseTo(row.dewC, 0);
});
