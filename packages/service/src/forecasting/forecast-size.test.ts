import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { areaById, forecastSeries, HOUR_MS } from '@loadcast/core';
import { roundedDrivers } from '@loadcast/core/series';
import { buildVintage, SyntheticData } from '@loadcast/core/testing';
import { openSqliteStore } from '@loadcast/storage/sqlite';
import { expect, test } from 'vitest';
import { STORED_FORECAST_BYTES, yearOfForecastsMb } from './forecast-size.js';

const FORECASTS = 400;

test('a forecast takes the bytes that are assumed, within a tenth, and a year of them what doctor says', async () => {
  const area = areaById('pjm');
  const start = Date.UTC(2025, 0, 1);
  const load = new SyntheticData(area.series, { start, days: 200 }).load(area.series)!;
  const own = { ...area, load: { start, stepMs: HOUR_MS, valuesMw: load.values } };
  const { valueMw, p10Mw, p90Mw, contributions, dependence } = await forecastSeries({ ...own, contributions: true });
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-size-'));
  const sizeAfter = async (count: number) => {
    const store = await openSqliteStore({ dataDir });
    for (let i = 0; i < count; i++) {
      // Each a little higher than the last, to the hundredth as issued: no two are alike.
      const scaled = (mw: Float64Array) => mw.map((value) => Math.round(value * (1 + i / 3_000) * 100) / 100);
      const values = { valueMw: scaled(valueMw), p10Mw: scaled(p10Mw), p90Mw: scaled(p90Mw) };
      const drivers = roundedDrivers(contributions!, values.valueMw);
      await store.vintages.append(
        buildVintage({ ...values, drivers, dependence: dependence!, areaId: area.id, issuedAt: start + i * HOUR_MS }),
      );
    }
    await store.close();
    return statSync(join(dataDir, 'loadcast.db')).size;
  };
  try {
    const empty = await sizeAfter(0);
    const bytes = ((await sizeAfter(FORECASTS)) - empty) / FORECASTS;
    expect(Math.abs(bytes / STORED_FORECAST_BYTES - 1), `${bytes} bytes`).toBeLessThan(0.1);
  } finally {
    rmSync(dataDir, { recursive: true });
  }
  expect(yearOfForecastsMb(11)).toBe(390); // 11 areas x 8,760 hours x 4,000 bytes
});

test('OPERATIONS.md says the same sizes', () => {
  const page = readFileSync(new URL('../../../../OPERATIONS.md', import.meta.url), 'utf8').replace(/\s+/g, ' ');
  expect(page).toContain(`A forecast takes some ${STORED_FORECAST_BYTES / 1000} KB in the store`);
  expect(page).toContain(`a year of hourly forecasts of all areas adds ${yearOfForecastsMb(11)} MB`);
});
