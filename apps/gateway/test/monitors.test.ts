import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AREAS,
  type Area,
  type AreaId,
  addDays,
  areaById,
  CONTRACT_AREAS,
  DAY_MS,
  type EpochMs,
  floorToHour,
  GATE_TIME_OF_DAY_MS,
  HOUR_MS,
  ingestActuals,
  localDay,
  MINUTE_MS,
} from '@loadcast/core';
import { buildVintage } from '@loadcast/core/testing';
import { instantOnDay } from '@loadcast/core/time';
import { type MonitorName, REMEDIES } from '@loadcast/service';
import { type FakeEia, type ScriptedServer, startFakeEia, startFakeOpenMeteo } from '@loadcast/sources/testing';
import { openSqliteStore, type SqliteStore } from '@loadcast/storage/sqlite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { printedOnFailure } from '../../../tooling/testing/printed-on-failure.js';
import { createDoctorCommand } from '../src/cli/commands/doctor/doctor.js';
import { openStore } from '../src/cli/configured-store.js';
import { type RunningGateway, startGateway } from '../src/compose.js';

const NOW = Date.now();

/** An area whose gate does not come while the test runs, and another. */
const [GATELESS, OTHER] = (['isone', 'ercot'] as const).toSorted((a, b) => minutesToGate(b) - minutesToGate(a));

/** The faults, each in an area of its own. The others are well. */
const WRONG: readonly { readonly monitor: MonitorName; readonly areaId: AreaId }[] = [
  { monitor: 'data_lag', areaId: 'nyiso' },
  { monitor: 'frozen_feed', areaId: 'pjm' },
  { monitor: 'clock_lag', areaId: 'pge' },
  { monitor: 'coverage', areaId: 'miso' },
  { monitor: 'missed_gate', areaId: GATELESS! },
];
const WELL = (['caiso', 'spp', OTHER!, 'sce', 'sdge', 'vea'] as const).filter((id) => minutesToGate(id) > 10);

function minutesToGate(areaId: AreaId): number {
  const zone = areaById(areaId).marketTimezone;
  const gate = (day: string) => instantOnDay(zone, day, GATE_TIME_OF_DAY_MS);
  const today = localDay(zone, NOW);
  return ((gate(today) > NOW ? gate(today) : gate(addDays(today, 1))) - NOW) / MINUTE_MS;
}

const DAYS = 60;

const wave = (at: EpochMs) =>
  10_000 + 2_000 * Math.sin((at / HOUR_MS) * (Math.PI / 12)) + 700 * Math.sin((at / HOUR_MS) * (Math.PI / 84));
/** A number between -0.036 and 0.036, the same for the same hour. */
const scatter = (at: EpochMs) => (((((at / HOUR_MS) * 7_919) % 1_009) + 1_009) % 1_009) / 14_000 - 0.036;

function loadOf(areaId: AreaId, at: EpochMs): number {
  const lastHour = floorToHour(NOW) - (areaId === 'nyiso' ? 11 : 2) * HOUR_MS;
  if (at > lastHour) return Number.NaN;
  if (areaId === 'pjm' && at > lastHour - DAY_MS) return 11_111;
  return Math.round(wave(areaId === 'pge' ? at - HOUR_MS : at) * (1 + scatter(at)));
}

async function fill(store: SqliteStore): Promise<void> {
  const start = floorToHour(NOW) - DAYS * DAY_MS;
  const series = AREAS.map(({ id, series: name }) => ({
    key: { series: name, measure: 'demand' as const },
    start,
    valuesMw: Float64Array.from({ length: DAYS * 24 }, (_, hour) => loadOf(id, start + hour * HOUR_MS)),
  }));
  await ingestActuals(
    store.actuals,
    { source: 'test', provenance: {}, series },
    { ingestedAt: NOW, arrival: 'history' },
  );
  await store.contents.addVintages(AREAS.flatMap((area) => issuesOf(area).map((at) => vintageOf(area.id, at))));
}

/** Two minutes before each of the last 47 gates, except the newest of one area. */
function issuesOf({ id, marketTimezone }: Area): EpochMs[] {
  const today = localDay(marketTimezone, NOW);
  const gates = Array.from({ length: 48 }, (_, back) =>
    instantOnDay(marketTimezone, addDays(today, -back), GATE_TIME_OF_DAY_MS),
  ).filter((gate) => gate <= NOW);
  return (id === GATELESS ? gates.slice(1) : gates).map((gate) => gate - 2 * MINUTE_MS);
}

function vintageOf(areaId: AreaId, issuedAt: EpochMs) {
  const start = Math.ceil(issuedAt / HOUR_MS) * HOUR_MS;
  const values = (factor: number) =>
    Float64Array.from({ length: 384 }, (_, hour) => Math.round(factor * wave(start + hour * HOUR_MS)));
  const [p10, p90] = areaId === 'miso' ? [1.05, 1.06] : [0.97, 1.03];
  const valueMw = values(areaId === 'miso' ? 1.055 : 1);
  return buildVintage({ areaId, issuedAt, start, valueMw, p10Mw: values(p10), p90Mw: values(p90) });
}

describe('what the monitors find', () => {
  let dataDir: string;
  let eia: FakeEia;
  let meteo: ScriptedServer;
  let gateway: RunningGateway;
  const log: string[] = [];

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'loadcast-monitors-'));
    eia = await startFakeEia({ region: [] });
    meteo = await startFakeOpenMeteo(() => 20);
    const store = await openSqliteStore({ dataDir });
    await fill(store);
    await store.close();
    const env = {
      LOADCAST_DATA_DIR: dataDir,
      PORT: '0',
      ADMIN_PORT: '0',
      SOURCE: 'eia',
      EIA_API_KEY: eia.apiKey,
      OPERATOR_FEEDS: 'none',
      EIA_BASE_URL: eia.baseUrl,
      WEATHER: 'open-meteo',
      OPEN_METEO_BASE_URL: meteo.baseUrl,
    };
    printedOnFailure('the gateway of this process', () => log.join(''));
    gateway = await startGateway({ env, logTo: { write: (line) => void log.push(line) } });
    // The first round of forecasts runs while requests are served already.
    await vi.waitFor(
      async () => {
        await gateway.monitor.look();
        expect(gateway.monitor.findings().map(({ monitor }) => monitor)).not.toContain('forecast');
      },
      { timeout: 100_000, interval: 100 },
    );
  });

  afterAll(async () => {
    await gateway?.stop();
    await eia?.close();
    await meteo?.close();
    rmSync(dataDir, { recursive: true });
  });

  const ask = async (url: string) => {
    const response = await fetch(url);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  test('is what is wrong, and nothing of areas that are well', () => {
    const found = gateway.monitor.findings();
    expect(found).toEqual(expect.arrayContaining(WRONG.map((finding) => expect.objectContaining(finding))));
    expect(found.filter(({ areaId }) => WELL.some((id) => id === areaId))).toEqual([]);
  });

  test('/v1/health: degraded, with its documented keys and no other', async () => {
    const { status, body } = await ask(`${gateway.url}/v1/health`);
    expect([status, body['status']]).toEqual([200, 'degraded']);
    expect(Object.keys(body)).toEqual(['status', 'model', 'active_grids', 'last_forecast_run']);
  });

  test('/readyz: ready all the same; each finding on the operator’s port, none on the public one', async () => {
    expect(await ask(`${gateway.url}/readyz`)).toEqual({ status: 200, body: { status: 'ok', missing: [] } });
    const { status, body } = await ask(`${gateway.adminUrl}/readyz`);
    expect([status, body['status']]).toEqual([200, 'ok']);
    expect(body['degraded']).toEqual(
      expect.arrayContaining(WRONG.map(({ monitor, areaId }) => `${monitor} ${areaId}`)),
    );
  });

  test.each(WRONG)('$monitor of $areaId: a metric, a line of the log that says how to remedy it', async (finding) => {
    const { monitor, areaId } = finding;
    const metrics = await (await fetch(`${gateway.adminUrl}/metrics`)).text();
    expect(metrics).toContain(`\nloadcast_findings{monitor="${monitor}",area="${areaId}"} 1\n`);
    const lines = log.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.filter((line) => line['monitor'] === monitor && line['area'] === areaId)).toMatchObject([
      { level: 40, remedy: REMEDIES[monitor], msg: expect.stringContaining(CONTRACT_AREAS.codeOf(areaId)) },
    ]);
  });

  test.each([
    { name: 'loadcast_data_age_seconds', area: 'nyiso', least: 10 * 3600, most: 12 * 3600 },
    { name: 'loadcast_frozen_hours', area: 'pjm', least: 24, most: 24 },
    { name: 'loadcast_clock_lag_hours', area: 'pge', least: 1, most: 1 },
    { name: 'loadcast_clock_lag_hours', area: 'sce', least: 0, most: 0 },
    { name: 'loadcast_coverage_ratio', area: 'miso', least: 0, most: 0.4 },
    { name: 'loadcast_coverage_ratio', area: 'sce', least: 0.75, most: 0.9 },
  ])('$name of $area is measured', async ({ name, area, least, most }) => {
    const metrics = await (await fetch(`${gateway.adminUrl}/metrics`)).text();
    const value = Number(new RegExp(`^${name}{area="${area}"} (\\S+)$`, 'm').exec(metrics)?.[1]);
    expect(value).toBeGreaterThanOrEqual(least);
    expect(value).toBeLessThanOrEqual(most);
  });

  test('weather that is followed is in the store soon, and its polls are counted', async () => {
    await vi.waitFor(
      async () => {
        const metrics = await (await fetch(`${gateway.adminUrl}/metrics`)).text();
        expect(metrics).toContain('\nloadcast_weather_polls_total{outcome="ok"} 1\n');
      },
      { timeout: 100_000, interval: 100 },
    );
    const weather = await gateway.runtime.store.weather.read(AREAS.map(({ id }) => id));
    expect(new Set(weather.map(({ areaId }) => areaId))).toEqual(new Set(AREAS.map(({ id }) => id)));
  });

  test('doctor, beside the gateway: every finding with how to remedy it, and exit status 1', async () => {
    const lines: string[] = [];
    const command = createDoctorCommand((env) => openStore(env, { role: 'control' }));
    const status = await command.run(['--json'], {
      env: {
        LOADCAST_DATA_DIR: dataDir,
        SOURCE: 'eia',
        EIA_API_KEY: eia.apiKey,
        OPERATOR_FEEDS: 'none',
        WEATHER: 'open-meteo',
      },
      now: () => Date.now(),
      out: (line) => lines.push(line),
      err() {},
      signal: new AbortController().signal,
    });
    expect(status).toBe(1);
    const { checks } = JSON.parse(lines[0]!) as { checks: unknown[] };
    expect(checks).toEqual(
      expect.arrayContaining([
        ...WRONG.map(({ monitor, areaId }) => ({
          name: areaId,
          ok: false,
          message: expect.stringMatching(`^${monitor}: `),
          remedy: REMEDIES[monitor],
        })),
        ...[...WELL, 'weather'].map((name) => expect.objectContaining({ name, ok: true })),
      ]),
    );
  });
});
