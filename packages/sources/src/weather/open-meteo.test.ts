import { AREAS, areaById, DAY_MS, HOUR_MS, readAsOf, type WeatherReport } from '@loadcast/core';
import { foldWeather } from '@loadcast/core/series';
import { afterEach, describe, expect, test } from 'vitest';
import { type FakeOpenMeteoOptions, startFakeOpenMeteo, type WeatherAt } from '../testing/fake-weather.js';
import { upstreamFaults } from '../testing/faults.js';
import {
  OPEN_METEO_ATTRIBUTION,
  type OpenMeteoOptions,
  openMeteoForecast,
  openMeteoPreviousRuns,
} from './open-meteo.js';

const NOW = Date.UTC(2026, 2, 8, 14, 20);
const HOUR = Date.UTC(2026, 2, 8, 14);
const never = new AbortController().signal;

/** Temperature is the hour of 2026, so that every value shows where it came from. */
const weather: WeatherAt = (variable, latitude, _longitude, instant) => {
  const hour = (instant - Date.UTC(2026, 0, 1)) / HOUR_MS;
  if (variable.startsWith('temperature_2m_previous_day')) return Number(variable.at(-1));
  if (variable === 'temperature_2m') return hour + latitude / 1000;
  return variable === 'shortwave_radiation' ? 2 * hour : 50;
};
const hourOf = (instant: number) => (instant - Date.UTC(2026, 0, 1)) / HOUR_MS;

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});

async function start(
  make = openMeteoForecast,
  options: Partial<OpenMeteoOptions> = {},
  said = weather,
  fake: FakeOpenMeteoOptions = {},
) {
  const server = await startFakeOpenMeteo(said, fake);
  const source = make({
    baseUrl: server.baseUrl,
    areas: ['sdge', 'vea'].map(areaById),
    spacingMs: 0,
    maxWaitMs: 20,
    deadlineMs: 10_000,
    random: () => 0,
    ...options,
  });
  open.push(source, server);
  return { server, source };
}

const find = (report: WeatherReport, point: string, variable: string) =>
  report.blocks.filter((block) => block.point === point && block.variable === variable);

describe('forecast', () => {
  test('hours to come are known when they were fetched, hours past at their end, as hourly means', async () => {
    const { source } = await start();
    const report = await source.fetch({ start: HOUR - 2 * HOUR_MS, end: HOUR + 3 * HOUR_MS }, NOW, never);
    expect(report.attribution).toBe(OPEN_METEO_ATTRIBUTION);
    const [past, future] = find(report, 'Pahrump', 'temperatureC');
    const noon = hourOf(HOUR) + 0.03621;
    expect(past).toMatchObject({ areaId: 'vea', start: HOUR - 2 * HOUR_MS, known: { kind: 'lag', lagMs: 0 } });
    expect(past!.values[0]).toBeCloseTo(noon - 1.5, 9);
    expect(future).toMatchObject({ start: HOUR, known: { kind: 'at', at: NOW } });
    expect(future!.values[0]).toBeCloseTo(noon + 0.5, 9);
    expect(future!.values).toHaveLength(3);
    expect(find(report, 'Pahrump', 'solarWm2')[1]!.values[0]).toBe(2 * (hourOf(HOUR) + 1));
    expect(find(report, 'Pahrump', 'humidityPct')[1]!.values[0]).toBe(50);
    expect(find(report, 'Pahrump', 'cloudPct')[1]!.values[0]).toBe(50);
  });

  test('a point that two areas share is asked for once and given to both', async () => {
    const { server, source } = await start(openMeteoForecast, { areas: ['caiso', 'sdge'].map(areaById) });
    const report = await source.fetch({ start: HOUR, end: HOUR + HOUR_MS }, NOW, never);
    expect(server.requests[0]!.query.get('latitude')!.split(',')).toHaveLength(areaById('caiso').points.length);
    expect(find(report, 'San Diego', 'temperatureC').map(({ areaId }) => areaId)).toEqual(['caiso', 'sdge']);
  });

  test('all areas take four requests', async () => {
    const { server, source } = await start(openMeteoForecast, { areas: AREAS });
    const report = await source.fetch({ start: HOUR, end: HOUR + DAY_MS }, NOW, never);
    expect(server.requests).toHaveLength(4);
    expect([...foldWeather(report.blocks).keys()]).toEqual(AREAS.map(({ id }) => id));
  });

  test('what lies beyond sixteen days is not asked for, and an empty window asks nothing', async () => {
    const { server, source } = await start();
    await source.fetch({ start: HOUR, end: HOUR + 40 * DAY_MS }, NOW, never);
    expect(server.requests[0]!.query.get('end_date')).toBe('2026-03-23');
    const report = await source.fetch({ start: HOUR + 20 * DAY_MS, end: HOUR + 40 * DAY_MS }, NOW, never);
    expect([server.requests.length, report.blocks.length]).toEqual([1, 0]);
  });

  test('null is missing, and the hours that need it are too', async () => {
    const { source } = await start(openMeteoForecast, {}, (variable, latitude, longitude, instant) =>
      instant === HOUR + HOUR_MS ? null : weather(variable, latitude, longitude, instant),
    );
    const report = await source.fetch({ start: HOUR, end: HOUR + 3 * HOUR_MS }, NOW, never);
    expect([...find(report, 'Pahrump', 'temperatureC')[0]!.values].map((value) => Number.isNaN(value))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('a variable that the model lacks is absent, and the rest is kept', async () => {
    const { source } = await start(openMeteoForecast, { areas: ['vea'].map(areaById) }, weather, {
      absent: ['shortwave_radiation'],
    });
    const report = await source.fetch({ start: HOUR, end: HOUR + 2 * HOUR_MS }, NOW, never);
    const counts = report.blocks
      .filter(({ known }) => known.kind === 'at')
      .map(({ variable, values }) => [variable, values.filter((value) => !Number.isNaN(value)).length]);
    expect(counts).toEqual([
      ['temperatureC', 2],
      ['humidityPct', 2],
      ['cloudPct', 2],
    ]);
  });

  test('key and model are sent when set', async () => {
    const { server, source } = await start(openMeteoForecast, { apiKey: 'paid-key', model: 'ncep_nbm_conus' });
    await source.fetch({ start: HOUR, end: HOUR + HOUR_MS }, NOW, never);
    expect([server.requests[0]!.query.get('apikey'), server.requests[0]!.query.get('models')]).toEqual([
      'paid-key',
      'ncep_nbm_conus',
    ]);
  });
});

test('previous runs: each value was known as long before its hour as it was forecast', async () => {
  const { source } = await start(openMeteoPreviousRuns, { areas: ['vea'].map(areaById) });
  const window = { start: HOUR - 10 * DAY_MS, end: HOUR - 9 * DAY_MS };
  const report = await source.fetch(window, NOW, never);
  const series = foldWeather(report.blocks).get('vea')!.points[0]!.variables.temperatureC!;
  const readAt = (days: number) => readAsOf(series, window, window.start - days * DAY_MS).valuesMw[0];
  expect([8, 7, 3, 2, 1, 0].map(readAt)).toEqual([NaN, 7, 3, 2, 1, 1]);
});

test('previous runs: only the leads that are asked for, of every variable', async () => {
  const { server, source } = await start(openMeteoPreviousRuns, { areas: ['vea'].map(areaById), leadDays: [2] });
  const report = await source.fetch({ start: HOUR - 10 * DAY_MS, end: HOUR - 9 * DAY_MS }, NOW, never);
  expect(server.requests[0]!.query.get('hourly')!.split(',')).toEqual([
    'temperature_2m_previous_day2',
    'shortwave_radiation_previous_day2',
    'relative_humidity_2m_previous_day2',
    'cloud_cover_previous_day2',
  ]);
  expect(report.blocks.map(({ variable, known }) => [variable, known])).toEqual(
    ['temperatureC', 'solarWm2', 'humidityPct', 'cloudPct'].map((variable) => [
      variable,
      { kind: 'lag', lagMs: -49 * HOUR_MS },
    ]),
  );
});

test('previous runs with the key of a lower plan are refused by the plan, not the key', async () => {
  const plan = { plan: 'standard' } as const;
  const { source } = await start(
    openMeteoPreviousRuns,
    { areas: ['vea'].map(areaById), apiKey: 'paid-key' },
    weather,
    plan,
  );
  const window = { start: HOUR - 10 * DAY_MS, end: HOUR - 9 * DAY_MS };
  await expect(source.fetch(window, NOW, never)).rejects.toMatchObject({ fault: 'refused_plan', status: 403 });
});

describe('faults', () => {
  const good = { latitude: 36.2, longitude: -116, utc_offset_seconds: 0, hourly_units: { temperature_2m: '°C' } };
  const hourly = { time: ['2026-03-08T14:00', '2026-03-08T15:00'], temperature_2m: [1, 2] };
  test.each([
    { name: 'a page', fault: upstreamFaults.page(), kind: 'content_type' },
    { name: 'its own error', fault: upstreamFaults.status(400), kind: 'status' },
    { name: 'silence', fault: upstreamFaults.silent(), kind: 'timeout', attempts: 1 },
    { name: 'a redirect', fault: upstreamFaults.redirect('http://169.254.169.254/'), kind: 'redirect' },
    { name: 'an error with status 200', fault: upstreamFaults.body('{"error":true,"reason":"x"}'), kind: 'unexpected' },
    {
      name: 'lists of two lengths',
      fault: upstreamFaults.body(JSON.stringify({ ...good, hourly: { ...hourly, temperature_2m: [1] } })),
      kind: 'unexpected',
    },
    {
      name: 'another zone',
      fault: upstreamFaults.body(JSON.stringify({ ...good, utc_offset_seconds: 3600, hourly })),
      kind: 'unexpected',
    },
    {
      name: 'another unit',
      fault: upstreamFaults.body(JSON.stringify({ ...good, hourly_units: { temperature_2m: '°F' }, hourly })),
      kind: 'unexpected',
    },
    {
      name: 'another point',
      fault: upstreamFaults.body(JSON.stringify({ ...good, latitude: 50, hourly })),
      kind: 'unexpected',
    },
    {
      name: 'a value in the unit "undefined"',
      fault: upstreamFaults.body(JSON.stringify({ ...good, hourly_units: { temperature_2m: 'undefined' }, hourly })),
      kind: 'unexpected',
    },
    { name: 'too few points', fault: upstreamFaults.body('[]'), kind: 'unexpected' },
  ])('$name is an error', async ({ fault, kind, attempts = 3 }) => {
    const deadlineMs = kind === 'timeout' ? 400 : 10_000;
    const { server, source } = await start(openMeteoForecast, { areas: ['vea'].map(areaById), deadlineMs, attempts });
    server.failNext(fault);
    await expect(source.fetch({ start: HOUR, end: HOUR + HOUR_MS }, NOW, never)).rejects.toMatchObject({ fault: kind });
  });
});
