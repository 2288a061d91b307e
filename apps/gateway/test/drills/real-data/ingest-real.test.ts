import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import {
  type ActualsStore,
  AREAS,
  clockLagHours,
  DAY_MS,
  FORECASTERS,
  HOUR_MS,
  ingestActuals,
  readAsOf,
  wantedSeries,
} from '@loadcast/core';
import { seriesReadBy } from '@loadcast/core/forecast';
import { memoryActualsStore } from '@loadcast/core/memory';
import { readBulkFile } from '@loadcast/sources/eia930-bulk';
import { expect, test } from 'vitest';
import { testData } from '../../../../../tooling/testing/test-data.js';

const real = testData('data/eia930');
/** CPU time of reading everything, in times of only inflating it: a figure of no machine and no load. */
const MOST_TIMES_INFLATING = 12;
const NOW = Date.UTC(2026, 10, 21);

test.skipIf(real === undefined)(
  `all real files: under ${MOST_TIMES_INFLATING} times the work of inflating them and 800 MB, nothing new in a second reading, one clock, utilities that add up to CAISO`,
  async () => {
    const store = memoryActualsStore();
    const paths = readdirSync(real!).map((name) => join(real!, name));
    const ingest = async (path: string, ingestedAt: number) => {
      const { observations, rows } = await readBulkFile(path, {
        now: NOW,
        wanted: wantedSeries(AREAS, seriesReadBy(FORECASTERS.values(), AREAS)),
      });
      const { series } = await ingestActuals(store, observations, { ingestedAt, arrival: 'history' });
      return { rows, newHours: series.reduce((sum, report) => sum + report.newHours + report.restatedHours, 0) };
    };

    const inflatingSeconds = await cpuSecondsOf(() => inflate(paths));
    let [rows, newHours] = [0, 0];
    const readingSeconds = await cpuSecondsOf(async () => {
      for (const path of paths) {
        const file = await ingest(path, NOW);
        rows += file.rows;
        newHours += file.newHours;
      }
    });
    console.info(`${inflatingSeconds.toFixed(1)} s of CPU to inflate, ${readingSeconds.toFixed(1)} s to ingest`);
    expect(readingSeconds / inflatingSeconds).toBeLessThan(MOST_TIMES_INFLATING);
    expect(process.resourceUsage().maxRSS / 1024).toBeLessThan(800);
    expect(rows).toBe(6_064_352);
    expect(newHours).toBeGreaterThan(4_000_000);

    for (const path of paths.filter((name) => name.includes('2022'))) {
      expect((await ingest(path, NOW + 1)).newHours).toBe(0);
    }
    await expectOneClock(store);
    await expectSumOfUtilities(store);
  },
);

async function cpuSecondsOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

async function inflate(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await pipeline(
      createReadStream(path),
      createGunzip(),
      new Writable({ write: (_chunk, _encoding, done) => done() }),
    );
  }
}

const newest = async (
  store: ActualsStore,
  series: string,
  measure: 'demand' | 'day_ahead_forecast',
  start: number,
  end: number,
) => {
  const { valuesMw } = readAsOf(await store.read({ series, measure }), { start, end }, Number.POSITIVE_INFINITY);
  return { start, valuesMw };
};

/** Every month of every operator's forecast fits the load of the same hour best after the clock corrections. */
async function expectOneClock(store: ActualsStore): Promise<void> {
  const late: string[] = [];
  for (const { series } of AREAS.filter(({ kind }) => kind === 'grid')) {
    for (let start = Date.UTC(2015, 6, 1); start < Date.UTC(2019, 6, 1); start += 30 * DAY_MS) {
      const end = start + 30 * DAY_MS;
      const load = await newest(store, series, 'demand', start, end);
      const lag = clockLagHours(load, await newest(store, series, 'day_ahead_forecast', start, end));
      if (lag !== undefined && lag !== 0) late.push(`${series} ${new Date(start).toISOString()} ${lag}`);
    }
  }
  expect(late).toEqual([]);
}

/** The utilities add up to CAISO exactly wherever all are reported, across the clock faults of 2022 too. */
async function expectSumOfUtilities(store: ActualsStore): Promise<void> {
  const window = [Date.UTC(2020, 0, 1), Date.UTC(2024, 0, 1)] as const;
  const read = async (series: string) => (await newest(store, series, 'demand', ...window)).valuesMw;
  const [caiso, ...utilities] = await Promise.all(['CISO', 'CISO-PGAE', 'CISO-SCE', 'CISO-SDGE', 'CISO-VEA'].map(read));
  const sums = caiso!.map((_, hour) => utilities.reduce((sum, loadMw) => sum + loadMw[hour]!, 0));
  const both = [...sums.keys()].filter((hour) => !Number.isNaN(sums[hour]! + caiso![hour]!));
  expect(both.length).toBeGreaterThan(34_900);
  const off = both
    .filter((hour) => Math.abs(sums[hour]! - caiso![hour]!) > 10)
    .map((hour) => new Date(window[0] + hour * HOUR_MS).toISOString());
  expect(off).toEqual([]);
}
