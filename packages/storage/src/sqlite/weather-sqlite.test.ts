import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeatherBlock } from '@loadcast/core/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifyStore } from '../verify-store.js';
import { openSqliteStore, type SqliteStore } from './sqlite-store.js';

const SOUND = buildWeatherBlock({ point: 'place 1' });

let dataDir: string;
let store: SqliteStore;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'loadcast-weather-'));
  store = await openSqliteStore({ dataDir });
  await store.weather.write({ put: [buildWeatherBlock(), SOUND], drop: [] });
});
afterEach(async () => {
  await store.close();
  rmSync(dataDir, { recursive: true });
});

test.each([
  { column: 'payload', sql: "payload = x'02ff'" },
  { column: 'known', sql: `known = '{"at":6,"kind":"at"}'` },
  { column: 'start_at', sql: 'start_at = start_at + 3600000' },
  { column: 'weight', sql: 'weight = 3' },
])('a row whose $column has changed is left out of forecasts, and found by a check', async ({ sql }) => {
  store.database.exec(`update weather_block set ${sql} where point = 'place 0'`);
  expect(await store.weather.read(['caiso'])).toEqual([SOUND]);
  await expect(verifyStore(store)).rejects.toMatchObject({ fault: 'corrupt' });
});

test('a reader beside the writer sees each change, and may make none', async () => {
  const beside = await openSqliteStore({ dataDir }, { role: 'control' });
  try {
    const before = await beside.weather.version();
    await store.weather.write({ put: [], drop: [SOUND] });
    expect(await beside.weather.version()).toBeGreaterThan(before);
    expect(await beside.weather.read(['caiso'])).toEqual([buildWeatherBlock()]);
    await expect(beside.weather.write({ put: [SOUND], drop: [] })).rejects.toMatchObject({ fault: 'read_only' });
  } finally {
    await beside.close();
  }
});

test('a year of weather of all places is kept in less than 40 MB', async () => {
  const temperature = (hour: number, place: number) =>
    Math.round(100 * Math.sin(hour / 24 + place) + 9 * Math.sin(hour)) / 10;
  const points = Array.from({ length: 44 }, (_, place) => place);
  const put = (['temperatureC', 'solarWm2', 'humidityPct', 'cloudPct'] as const).flatMap((variable) =>
    points.map((place) =>
      buildWeatherBlock({
        variable,
        point: `place ${place}`,
        values: Float64Array.from({ length: 720 }, (_, hour) => temperature(hour, place)),
      }),
    ),
  );
  await store.weather.write({ put, drop: [] });
  const { bytes } = store.database.prepare('select sum(length(payload) + 120) as bytes from weather_block').get();
  // A year: twelve months of the past, and the forecasts of forty days of three days each.
  expect((Number(bytes) / 1e6) * 12 * 1.4).toBeLessThan(40);
});
