// Times the built engine on a store, for the areas it has: `node time-engine.mjs DATA_DIR` prints milliseconds of CPU and megabytes as JSON.
// Built code: the test runner's own transform makes every call of an import several times slower.
import { engine } from '@loadcast/core';
import { seriesReadBy } from '@loadcast/core/forecast';
import { openSqliteStore } from '@loadcast/storage/sqlite';
import { openForecastData } from '../../../packages/service/dist/forecasting/stored-forecast-data.js';
import { openAreaBook } from '../../../packages/service/dist/wiring/areas.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOVEMBER = Date.UTC(2023, 10, 20, 16, 5);
const DECEMBER = Date.UTC(2023, 11, 1, 16, 5);

const store = await openSqliteStore({ dataDir: process.argv[2] });
const { list: areas } = (await openAreaBook(store.areaLedger)).everyArea();
const data = await openForecastData(store.actuals);
await data.read(seriesReadBy([engine], areas));
await store.close();
const forecasters = areas.map((area) => engine.forArea(area, data));

async function cpuMs(at) {
  const before = process.cpuUsage();
  for (const forecaster of forecasters) await forecaster.issue(at);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const firstMs = await cpuMs(NOVEMBER);
const againMs = [];
for (let i = 1; i <= 20; i++) againMs.push(await cpuMs(NOVEMBER + i * MINUTE_MS));
const newMonthMs = await cpuMs(DECEMBER);
const peakMb = process.resourceUsage().maxRSS / 1024;
// An hour after another: on the first day each hour's models are fitted, on the second they are there.
const hourlyMs = [];
for (let hour = 1; hour <= 48; hour++) hourlyMs.push(await cpuMs(DECEMBER + hour * HOUR_MS));
const byTime = (list) => list.sort((a, b) => a - b);
process.stdout.write(
  JSON.stringify({
    areas: areas.length,
    firstMs,
    againMs: byTime(againMs),
    newMonthMs,
    peakMb,
    firstDayMs: byTime(hourlyMs.slice(0, 24)),
    secondDayMs: byTime(hourlyMs.slice(24)),
    allHoursPeakMb: process.resourceUsage().maxRSS / 1024,
  }),
);
