import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, type EpochMs, HOUR_MS, readAsOf } from '@loadcast/core';
import { startFakeOpenMeteo, upstreamFaults } from '@loadcast/sources/testing';
import { OPEN_METEO_ATTRIBUTION, openMeteoForecast, openMeteoPreviousRuns } from '@loadcast/sources/weather';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { followWeather } from './follow-weather.js';
import { knownWeather, type WeatherArchive, withReport } from './weather-archive.js';
import { readWeather, weatherFileOf, writeWeather } from './weather-file.js';
import { weatherReader } from './weather-reader.js';

const AREA_IDS = ['pjm', 'vea'] as const;
const NOW = Date.UTC(2026, 6, 1, 12);
const signal = new AbortController().signal;

let fake: Awaited<ReturnType<typeof startFakeOpenMeteo>>;
let folder: string;
let archive: WeatherArchive;
let poll: (now: EpochMs, signal: AbortSignal) => Promise<boolean>;
/** The forecast of every hour is this warm; what was forecast two days ahead is 5. */
let forecastC: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'loadcast-weather-'));
  forecastC = 20;
  archive = [];
  fake = await startFakeOpenMeteo((variable) => (variable.includes('previous_day') ? 5 : forecastC));
  const options = { baseUrl: fake.baseUrl, spacingMs: 0, attempts: 1, areas: AREA_IDS };
  const forecast = openMeteoForecast(options);
  const past = openMeteoPreviousRuns(options);
  poll = followWeather({
    sources: { forecast, past, attribution: OPEN_METEO_ATTRIBUTION },
    read: async () => archive,
    write: async (next) => {
      archive = next;
    },
  });
});

afterEach(async () => {
  await fake.close();
  rmSync(folder, { recursive: true });
});

/** The temperature of an hour in a place of PJM, as known at an instant. */
function at(hour: EpochMs, asOf: EpochMs): number {
  const series = knownWeather(archive).get('pjm')!.points[0]!.variables.temperatureC!;
  return readAsOf(series, { start: hour, end: hour + HOUR_MS }, asOf).valuesMw[0]!;
}

test('a forecast covers 15 days of each area, in at most four places', async () => {
  expect(await poll(NOW, signal)).toBe(true);
  for (const id of AREA_IDS) {
    const { points } = knownWeather(archive).get(id)!;
    expect(points.length).toBeLessThanOrEqual(4);
    const series = points[0]!.variables.temperatureC!;
    expect(readAsOf(series, { start: NOW, end: NOW + 15 * DAY_MS }, NOW).valuesMw.every((c) => c === 20)).toBe(true);
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
  expect(at(NOW - 700 * DAY_MS, NOW)).toBe(5);
  expect(at(NOW - 740 * DAY_MS, NOW)).toBeNaN();
  const asked = fake.requests.length;
  await poll(now, signal);
  expect(fake.requests.length).toBe(asked);
});

test('each value is read as of its time: the newest issue, the one of the morning before, two days ahead before any', async () => {
  await poll(NOW, signal);
  forecastC = 25;
  await poll(NOW + HOUR_MS, signal);
  forecastC = 30;
  await poll(NOW + DAY_MS, signal);
  const tomorrow = NOW + 30 * HOUR_MS;
  expect(at(tomorrow, NOW - 1)).toBeNaN();
  expect(at(tomorrow, NOW)).toBe(20);
  expect(at(tomorrow, NOW + DAY_MS - 1)).toBe(20); // the issue of 13:00 was not kept: gates had the one of noon
  expect(at(tomorrow, NOW + DAY_MS)).toBe(30);
});

test('issues of months do not add up: one a day for 40 days and the newest', () => {
  for (let issuedAt = NOW; issuedAt < NOW + 60 * DAY_MS; issuedAt += 6 * HOUR_MS) {
    const values = new Float64Array(384).fill(10);
    const place = { areaId: 'pjm', point: 'Camden', weight: 1, variable: 'temperatureC' } as const;
    archive = withReport(
      archive,
      [{ ...place, start: issuedAt, values, known: { kind: 'at', at: issuedAt } }],
      issuedAt,
    );
  }
  const [place] = archive;
  expect(place!.issues.length).toBeGreaterThan(39);
  expect(place!.issues.length).toBeLessThanOrEqual(42);
  expect(place!.issues.slice(0, -1).every(({ values }) => values.length === 72)).toBe(true);
  expect(place!.history.values.every((c) => c === 10)).toBe(true); // nobody observed: forecasts stand
  expect(place!.history.values.length).toBeGreaterThan(59 * 24);
});

test('an upstream that fails is told, and what is kept stays', async () => {
  await poll(NOW, signal);
  const kept = archive;
  fake.failNext(upstreamFaults.page());
  await expect(poll(NOW + 2 * HOUR_MS, signal)).rejects.toThrow(/JSON/);
  expect(archive).toBe(kept);
});

test('the archive outlives the process in a file; one that is damaged is no weather, not an error', async () => {
  await poll(NOW, signal);
  const file = weatherFileOf(folder);
  await writeWeather(file, archive);
  expect(await readWeather(file)).toEqual(archive);
  const reader = weatherReader({ WEATHER: 'open-meteo', LOADCAST_DATA_DIR: folder });
  const first = await reader();
  expect(first.size).toBe(AREA_IDS.length);
  expect(await reader()).toBe(first);
  writeFileSync(file, 'rubbish');
  expect((await reader()).size).toBe(0);
  expect((await weatherReader({ WEATHER: 'none', LOADCAST_DATA_DIR: folder })()).size).toBe(0);
});
