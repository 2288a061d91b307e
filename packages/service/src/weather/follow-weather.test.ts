import {
  areaById,
  CONTRACT_AREAS,
  DAY_MS,
  type EpochMs,
  HOUR_MS,
  readAsOf,
  type WeatherSource,
  type WeatherStore,
} from '@loadcast/core';
import { memoryWeatherStore } from '@loadcast/core/testing';
import { startFakeOpenMeteo, upstreamFaults } from '@loadcast/sources/testing';
import { OPEN_METEO_ATTRIBUTION, openMeteoForecast, openMeteoPreviousRuns } from '@loadcast/sources/weather';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { followWeather } from './follow-weather.js';
import { weatherReader } from './weather-reader.js';

const AREA_IDS = ['pjm', 'vea'] as const;
const NOW = Date.UTC(2026, 6, 1, 12);
const signal = new AbortController().signal;

let fake: Awaited<ReturnType<typeof startFakeOpenMeteo>>;
let store: WeatherStore;
let poll: (now: EpochMs, signal: AbortSignal) => Promise<boolean>;
/** The forecast of every hour is this warm; forecasts two days ahead are 5. */
let forecastC: number;

function follow(past?: WeatherSource) {
  const options = { baseUrl: fake.baseUrl, spacingMs: 0, attempts: 1, areas: AREA_IDS.map(areaById) };
  return followWeather({
    areas: () => CONTRACT_AREAS,
    sources: {
      forecast: openMeteoForecast(options),
      past: past ?? openMeteoPreviousRuns({ ...options, leadDays: [2] }),
      pointsOf: (areaId) => areaById(areaId).points.map(({ name }) => name),
      attribution: OPEN_METEO_ATTRIBUTION,
    },
    store,
  });
}

beforeEach(async () => {
  forecastC = 20;
  store = memoryWeatherStore();
  fake = await startFakeOpenMeteo((variable) => (variable.includes('previous_day') ? 5 : forecastC));
  poll = follow();
});

afterEach(() => fake.close());

const read = () => weatherReader(store, AREA_IDS)();

/** The temperature of an hour in a place of PJM, as known at an instant. */
async function at(hour: EpochMs, asOf: EpochMs): Promise<number> {
  const series = (await read()).get('pjm')!.points[0]!.variables.temperatureC!;
  return readAsOf(series, { start: hour, end: hour + HOUR_MS }, asOf).valuesMw[0]!;
}

test('a forecast covers 15 days of each area, every variable of it, in at most four zones', async () => {
  expect(await poll(NOW, signal)).toBe(true);
  const weather = await read();
  for (const id of AREA_IDS) {
    const { points } = weather.get(id)!;
    expect(points.length).toBeLessThanOrEqual(4);
    for (const variable of ['temperatureC', 'solarWm2', 'humidityPct', 'cloudPct'] as const) {
      const series = points[0]!.variables[variable]!;
      expect(readAsOf(series, { start: NOW, end: NOW + 15 * DAY_MS }, NOW).valuesMw.every((c) => c === 20)).toBe(true);
    }
  }
});

test('history comes piece by piece, two years of it, and then no more is asked for', async () => {
  let [now, polls] = [NOW, 0];
  while (await poll(now, signal)) {
    now += 2 * 60_000;
    polls++;
    if (polls > 20) break;
  }
  expect(polls).toBe(13);
  expect(await at(NOW - 700 * DAY_MS, NOW)).toBe(5);
  expect(await at(NOW - 740 * DAY_MS, NOW)).toBeNaN();
  const asked = fake.requests.length;
  await poll(now, signal);
  await follow()(now, signal); // a new process asks for a forecast, and for no past that is there
  expect(fake.requests.slice(asked).filter(({ query }) => query.get('hourly')!.includes('previous_day'))).toEqual([]);
});

test('a hole in the past, left by months without service, is filled', async () => {
  await poll(NOW, signal);
  const later = NOW + 100 * DAY_MS;
  const next = follow();
  for (let i = 0; i < 4; i++) await next(later + i, signal);
  const series = (await read()).get('pjm')!.points[0]!.variables.temperatureC!;
  for (let hour = NOW + 5 * DAY_MS; hour < later; hour += HOUR_MS) {
    expect(readAsOf(series, { start: hour, end: hour + HOUR_MS }, hour - 2 * DAY_MS).valuesMw[0]).toBe(5);
  }
});

test('each value is read as of its time: the newest issue, the one of the morning before, two days ahead before any', async () => {
  await poll(NOW, signal);
  forecastC = 25;
  await poll(NOW + HOUR_MS, signal);
  forecastC = 30;
  await poll(NOW + DAY_MS, signal);
  const tomorrow = NOW + 30 * HOUR_MS;
  expect(await at(tomorrow, NOW - 1)).toBeNaN();
  expect(await at(tomorrow, NOW)).toBe(20);
  expect(await at(tomorrow, NOW + DAY_MS - 1)).toBe(20); // the issue of 13:00 was not kept: gates had the one of noon
  expect(await at(tomorrow, NOW + DAY_MS)).toBe(30);
});

test('an upstream that fails is told, what is kept stays, and the next poll asks again', async () => {
  await poll(NOW, signal);
  const version = await store.version();
  fake.failNext(upstreamFaults.page());
  await expect(poll(NOW + 2 * HOUR_MS, signal)).rejects.toThrow(/JSON/);
  expect(await store.version()).toBe(version);
  expect(await poll(NOW + 2 * HOUR_MS + 1, signal)).toBe(true);
});

test('a forecast that was kept is told at the next poll when the past beside it fails', async () => {
  let fails = true;
  const past = openMeteoPreviousRuns({
    baseUrl: fake.baseUrl,
    spacingMs: 0,
    areas: AREA_IDS.map(areaById),
    leadDays: [2],
  });
  const failing: WeatherSource = {
    ...past,
    fetch: (...asked) => (fails ? Promise.reject(new Error('no past')) : past.fetch(...asked)),
  };
  const next = follow(failing);
  await expect(next(NOW, signal)).rejects.toThrow('no past');
  expect(await at(NOW, NOW)).toBe(20);
  fails = false;
  expect(await next(NOW + 1, signal)).toBe(true);
});

test('what another process kept meanwhile is not undone', async () => {
  const [first, second] = [follow(), follow()];
  await first(NOW, signal);
  forecastC = 25;
  await second(NOW + DAY_MS, signal);
  forecastC = 30;
  await first(NOW + 2 * DAY_MS, signal);
  const hour = NOW + 50 * HOUR_MS;
  expect([await at(hour, NOW), await at(hour, NOW + DAY_MS), await at(hour, NOW + 2 * DAY_MS)]).toEqual([20, 25, 30]);
});

test('weather is read again only after it has changed', async () => {
  await poll(NOW, signal);
  const reader = weatherReader(store, AREA_IDS);
  const first = await reader();
  expect(await reader()).toBe(first);
  await poll(NOW + DAY_MS, signal);
  expect(await reader()).not.toBe(first);
});

test('previous runs that the plan refuses leave the forecast good, and are asked for again a day later', async () => {
  await fake.close();
  fake = await startFakeOpenMeteo(() => 20, { plan: 'standard' });
  const seen: (string | undefined)[] = [];
  const options = {
    baseUrl: fake.baseUrl,
    spacingMs: 0,
    attempts: 1,
    areas: AREA_IDS.map(areaById),
    apiKey: 'paid-key',
  };
  poll = followWeather({
    areas: () => CONTRACT_AREAS,
    sources: {
      forecast: openMeteoForecast(options),
      past: openMeteoPreviousRuns({ ...options, leadDays: [2] }),
      pointsOf: (areaId) => areaById(areaId).points.map(({ name }) => name),
      attribution: OPEN_METEO_ATTRIBUTION,
    },
    store,
    onHistory: async (refusal) => void seen.push(refusal),
  });
  const pastRequests = () => fake.requests.filter(({ query }) => query.get('hourly')!.includes('previous_day')).length;
  expect(await poll(NOW, signal)).toBe(true);
  expect([...(await read()).keys()]).toEqual(AREA_IDS);
  expect(seen).toEqual([expect.stringContaining('plan')]);
  await poll(NOW + HOUR_MS, signal);
  expect(pastRequests()).toBe(1);
  await poll(NOW + DAY_MS, signal);
  expect([pastRequests(), seen.length]).toEqual([2, 2]);
});
