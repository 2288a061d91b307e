import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ActualsStore,
  AREAS,
  areaById,
  CONTRACT_AREAS,
  cachedActualsStore,
  cachedVintageStore,
  DAY_MS,
  type EpochMs,
  engine,
  floorToHour,
  GATE_TIME_OF_DAY_MS,
  HOUR_MS,
  ingestActuals,
  localDay,
  MINUTE_MS,
  type Vintage,
  type VintageStore,
  type WeatherBlock,
  type WeatherStore,
  type Window,
  wantedSeries,
} from '@loadcast/core';
import { sameHourLastWeek } from '@loadcast/core/forecast';
import { memoryActualsStore, memoryVintageStore } from '@loadcast/core/memory';
import { blockNameOf } from '@loadcast/core/series';
import { memoryWeatherStore } from '@loadcast/core/testing';
import { instantOnDay } from '@loadcast/core/time';
import { openForecastRunner, weatherReader } from '@loadcast/service';
import { eiaApiSource } from '@loadcast/sources/eia930-api';
import { startFakeEia, startFakeOpenMeteo, upstreamFaults } from '@loadcast/sources/testing';
import { openMeteoForecast, openMeteoPreviousRuns } from '@loadcast/sources/weather';
import { openSqliteStore } from '@loadcast/storage/sqlite';
import { expect, test } from 'vitest';
import { createService } from '../../../../packages/service/src/schedule/service.js';
import type { Issued, Polled } from '../../../../packages/service/src/schedule/service-observer.js';
import { followWeather } from '../../../../packages/service/src/weather/follow-weather.js';
import { LEARNT_LEAD_DAYS } from '../../../../packages/service/src/weather/weather-archive.js';
import { rowsAt, saidForecast, saidLoad } from './simulated-grid-upstream.js';

/** `WEEK_DAYS=7` is the whole week; `WEEK_MODEL=engine` issues with the real models (long). */
const forecaster = process.env['WEEK_MODEL'] === 'engine' ? engine : sameHourLastWeek;
const DAYS = Number(process.env['WEEK_DAYS'] ?? 2);
const HISTORY_DAYS = forecaster === engine ? 800 : 35;
const START = Date.UTC(2026, 2, 7); // the clocks change on the 8th
const END = START + DAYS * DAY_MS;
const WEATHER_AREAS = ['pjm', 'pge'] as const;

interface Week {
  readonly vintages: readonly Vintage[];
  readonly polls: readonly Polled[];
  readonly issues: readonly Issued[];
  /** Every value that a successful poll got, per series and hour, in order, without repetitions. */
  readonly said: ReadonlyMap<string, readonly number[]>;
  readonly weather: readonly WeatherBlock[];
}

async function live(actuals: ActualsStore, vintages: VintageStore, weather: WeatherStore): Promise<Week> {
  const since = START - 62 * DAY_MS;
  const eia = await startFakeEia(rowsAt(START, since));
  const source = eiaApiSource({
    apiKey: eia.apiKey,
    baseUrl: eia.baseUrl,
    wanted: wantedSeries(AREAS, []),
    clockCorrections: false, // the made-up grid has one clock
    spacingMs: 0,
    attempts: 2,
    maxWaitMs: 5,
    deadlineMs: 120_000, // no fault of these is slow: only a busy machine is
  });
  const meteo = await startFakeOpenMeteo((_variable, latitude, _longitude, instant) =>
    Math.round(40 - latitude + 8 * Math.sin((instant / DAY_MS) * 2 * Math.PI)),
  );
  const meteoOptions = { baseUrl: meteo.baseUrl, areas: WEATHER_AREAS.map(areaById), spacingMs: 0, attempts: 1 };
  try {
    await fillHistory(actuals);
    const runner = await openForecastRunner(forecaster, actuals, AREAS, weatherReader(weather, WEATHER_AREAS));
    let now = START;
    const polls: Polled[] = [];
    const issues: Issued[] = [];
    const said = new Map<string, number[]>();
    const service = createService({
      areas: () => CONTRACT_AREAS,
      clock: { now: () => now },
      actuals,
      vintages,
      runner,
      source: {
        ...source,
        async fetch(window, askedAt, signal) {
          const observations = await source.fetch(window, askedAt, signal);
          remember(said, window, now);
          return observations;
        },
      },
      pollWeather: followWeather({
        areas: () => CONTRACT_AREAS,
        sources: {
          forecast: openMeteoForecast(meteoOptions),
          past:
            forecaster === engine
              ? openMeteoPreviousRuns({ ...meteoOptions, leadDays: [LEARNT_LEAD_DAYS] })
              : undefined,
          pointsOf: (areaId) => areaById(areaId).points.map(({ name }) => name),
          attribution: '',
        },
        store: weather,
      }),
      log: { info() {}, warn() {}, error() {} },
      withLeadership: (_name, work) => work(new AbortController().signal),
      observer: { polled: (row) => polls.push(row), issued: (row) => issues.push(row), leading() {} },
    });
    for (; now < END; now += MINUTE_MS) {
      const minute = (now / MINUTE_MS) % 60;
      if (minute !== 0 && minute !== 30 && minute !== 58) continue;
      if (minute !== 58) {
        eia.setRows(rowsAt(now, floorToHour(now) - 8 * DAY_MS));
        scriptFaults(eia, now);
        if (now % (7 * HOUR_MS) === 0) meteo.failNext(upstreamFaults.status(503));
        await service.poll();
      }
      await service.issue();
    }
    const all: Vintage[] = [];
    for (const { id } of AREAS) {
      for (const { issuedAt } of await vintages.headers(id, { start: START, end: END })) {
        all.push((await vintages.newest(id, issuedAt))!);
      }
    }
    return { vintages: all, polls, issues, said, weather: byName(await weather.read(WEATHER_AREAS)) };
  } finally {
    await meteo.close();
    await source.close();
    await eia.close();
  }
}

/** History long enough for the models, and no later than what the polls re-read. */
async function fillHistory(actuals: ActualsStore): Promise<void> {
  const start = START - HISTORY_DAYS * DAY_MS;
  const hours = (HISTORY_DAYS - 8) * 24;
  const series = AREAS.flatMap(({ series, kind }) => {
    const values = (value: (start: EpochMs) => number) =>
      Float64Array.from({ length: hours }, (_, hour) => value(start + hour * HOUR_MS));
    const load = values((hour) => saidLoad(series, hour, START) ?? Number.NaN);
    const forecast = values((hour) => saidForecast(series, hour));
    const own = { key: { series, measure: 'demand' as const }, start, valuesMw: load };
    return kind === 'grid'
      ? [own, { key: { series, measure: 'day_ahead_forecast' as const }, start, valuesMw: forecast }]
      : [own];
  });
  await ingestActuals(
    actuals,
    { source: 'history', provenance: {}, series },
    { ingestedAt: START, arrival: 'history' },
  );
}

/** The upstream misbehaves: occasionally for one poll, on the third day all day, gate included. */
function scriptFaults(eia: Awaited<ReturnType<typeof startFakeEia>>, now: EpochMs): void {
  const faults = [upstreamFaults.status(500), upstreamFaults.page(), upstreamFaults.cutGzip(), upstreamFaults.hangUp()];
  const half = Math.round((now - START) / (30 * MINUTE_MS));
  const day = Math.floor((now - START) / DAY_MS);
  if (day === 1) eia.failNext(upstreamFaults.page());
  else if (half % 13 === 5) eia.failNext(faults[half % 4]!, faults[half % 4]!);
}

/** What a reply says of the hours of a window, and of the one on each side of it that comes with them. */
function remember(said: Map<string, number[]>, window: Window, now: EpochMs): void {
  for (const { series, kind } of AREAS) {
    for (let start = window.start - HOUR_MS; start <= window.end && start < now; start += HOUR_MS) {
      const value = saidLoad(series, start, now);
      const isStub = kind === 'grid' && value === saidForecast(series, start);
      if (value === undefined || value === null || isStub) continue;
      const key = `${series} ${start}`;
      const values = said.get(key) ?? [];
      if (values.at(-1) !== value) values.push(value);
      said.set(key, values);
    }
  }
}

test(`${DAYS} days of the service in simulated time: gates, restatements, no duplicates, the same twice`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-week-'));
  const store = await openSqliteStore({ dataDir });
  try {
    const began = process.cpuUsage();
    const week = await live(cachedActualsStore(store.actuals), cachedVintageStore(store.vintages), store.weather);
    const { user, system } = process.cpuUsage(began);
    const cpuSeconds = (user + system) / 1e6;
    console.info(
      `${DAYS} days: ${week.vintages.length} forecasts, ${week.polls.length} polls, ${cpuSeconds.toFixed(0)} s of CPU`,
    );
    expect(cpuSeconds).toBeLessThan(600);

    expect(week.polls.filter(({ outcome }) => outcome === 'failed').length).toBeGreaterThan(DAYS);
    expect(week.polls.filter(({ outcome }) => outcome === 'ok').length).toBeGreaterThan(34 * DAYS - 48);
    expect(week.issues.filter(({ outcome }) => outcome !== 'kept')).toEqual([]);

    expectEveryGateMet(week.vintages);
    const names = week.vintages.map(({ areaId, issuedAt }) => `${areaId} ${issuedAt}`);
    expect(new Set(names).size).toBe(names.length);
    await expectEveryVersionKept(store.actuals, week.said);

    if (forecaster === engine) {
      const models = week.vintages.filter(({ areaId }) => areaId === 'pge').map(({ model }) => model.name);
      expect(models.at(-1)).toMatch(/weather/);
    }

    const again = await live(cachedActualsStore(memoryActualsStore()), memoryVintageStore(), memoryWeatherStore());
    expect(again.vintages).toEqual(week.vintages);
    expect(again.weather).toEqual(week.weather);
    const issues = week.weather.map(({ known }) => (known.kind === 'at' ? known.at : 0));
    expect(Math.max(...issues)).toBeGreaterThan(END - 3 * HOUR_MS);
  } finally {
    await store.close();
    rmSync(dataDir, { recursive: true });
  }
}, 7_200_000);

function byName(blocks: readonly WeatherBlock[]): WeatherBlock[] {
  return [...blocks].sort((a, b) => (blockNameOf(a) < blockNameOf(b) ? -1 : 1));
}

/** Every market day must have a vintage made in the ten minutes before the gate, and available at it. */
function expectEveryGateMet(vintages: readonly Vintage[]): void {
  for (const area of AREAS) {
    const own = vintages.filter(({ areaId }) => areaId === area.id);
    for (let day = 0; day < DAYS; day++) {
      const today = localDay(area.marketTimezone, START + day * DAY_MS + 20 * HOUR_MS);
      const gate = instantOnDay(area.marketTimezone, today, GATE_TIME_OF_DAY_MS);
      if (gate >= END) continue;
      const made = own.filter(({ issuedAt, availableAt }) => issuedAt >= gate - 10 * MINUTE_MS && availableAt <= gate);
      expect(made.length, `${area.id} ${new Date(gate).toISOString()}`).toBeGreaterThanOrEqual(1);
    }
  }
}

async function expectEveryVersionKept(actuals: ActualsStore, said: Week['said']): Promise<void> {
  let restated = 0;
  for (const { series } of AREAS) {
    const known = await actuals.read({ series, measure: 'demand' });
    for (const [name, values] of said) {
      const [own, start] = name.split(' ');
      if (own !== series || Number(start) < START - 6 * DAY_MS) continue;
      const hour = (Number(start) - known.start) / HOUR_MS;
      const kept = [...(known.replaced.get(hour) ?? []).map(({ value }) => value), known.values[hour]];
      expect(kept, name).toEqual(values);
      restated += values.length - 1;
    }
  }
  expect(restated).toBeGreaterThan(10 * DAYS);
}
