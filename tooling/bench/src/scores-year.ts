import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AREAS, cachedActualsStore, cachedVintageStore, HOUR_MS } from '@loadcast/core';
import { buildBatch, buildBlock, fillReportWorld } from '@loadcast/core/testing';
import { createPause } from '@loadcast/formats';
import { handlerAsk } from '@loadcast/formats/testing';
import { openSqliteStore } from '@loadcast/storage/sqlite';
import { createSurfaceA, fillScores } from '@loadcast/surface-a';

const NOW = Date.parse('2026-07-02T18:25:00Z');
const SINCE = '2025-03-01';
const START = Date.parse(`${SINCE}T00:00Z`);
const BYS = ['all', 'hour', 'weekday', 'month', 'lead', 'day'] as const;

/** A store with 16 months of load, of the operators' forecasts and of a run a gate, for every area. */
async function fill(dataDir: string) {
  const store = await openSqliteStore({ dataDir });
  store.database.exec('pragma synchronous = off');
  if ((await store.vintages.count('pjm', NOW)) > 0) return store;
  await fillReportWorld(store, SINCE, '2026-07-02', { until: NOW, runsPerDay: 1 });
  const hours = (NOW - START) / HOUR_MS;
  const ahead = { measure: 'day_ahead_forecast', known: { kind: 'lag', lagMs: -30 * HOUR_MS } } as const;
  for (const { series } of AREAS) {
    const values = Array.from({ length: Math.floor(hours) }, (_, hour) => 10_000 + ((hour * 37) % 5_000));
    await store.actuals.append(buildBatch([buildBlock(new Date(START).toISOString(), values, { ...ahead, series })]));
  }
  return store;
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
};

/** CPU of the process, ms, that work takes, and of that the most between two of its pauses: what a slice of 5 ms may be longer by. */
async function measured<T>(work: (pause: () => Promise<void>) => Promise<T>) {
  const pause = createPause();
  const begun = cpuMs();
  let [last, longestMs] = [begun, 0];
  const value = await work(async () => {
    longestMs = Math.max(longestMs, cpuMs() - last);
    await pause();
    last = cpuMs();
  });
  return { value, totalMs: cpuMs() - begun, longestMs };
}

/**
 * What `/v1/demand/scores` of a year of all areas costs, ms of CPU of the process.
 *
 * @param kept folder of the store, to be used again
 * @param mode `fill`: what a gateway makes in the background is made before each question
 */
export async function run(kept?: string, mode?: string): Promise<void> {
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'loadcast-scores-'));
  const store = await fill(dataDir);
  let now = NOW;
  const stores = { actuals: cachedActualsStore(store.actuals), vintages: cachedVintageStore(store.vintages) };
  const mounts = [{ prefix: '/v1', surface: createSurfaceA(stores) }];
  const ask = handlerAsk(mounts, () => now);
  const timed = async (name: string, query: string) => {
    const filled = mode === 'fill' ? await measured((pause) => fillScores({ ...stores, pause }, now)) : undefined;
    const { value, totalMs } = await measured(() => ask(`/v1/demand/scores?region=all&${query}`, 'enterprise'));
    if (value.status !== 200) throw new Error(value.text);
    const ahead =
      filled && `fill ${filled.totalMs.toFixed(1)} ms, ${filled.longestMs.toFixed(1)} ms at most between pauses`;
    console.log(name.padEnd(44), `${totalMs.toFixed(1)} ms`, value.text.length, ahead ?? '');
  };
  const write = (hour: number) =>
    stores.actuals.append(
      buildBatch(
        AREAS.map(({ series }) =>
          buildBlock(new Date(hour).toISOString(), [11_000], { series, known: { kind: 'at', at: now } }),
        ),
      ),
    );
  await timed('first', 'window=364');
  for (const by of BYS) await timed(`by ${by}, first`, `window=364&by=${by}`);
  for (const by of BYS) await timed(`by ${by}, again`, `window=364&by=${by}`);
  for (let n = 0; n < 3; n++) {
    now += HOUR_MS;
    await write(Math.floor(now / HOUR_MS) * HOUR_MS - 2 * HOUR_MS);
    await timed('an hour later, with an hour of news', 'window=364');
    await timed('  and by hour', 'window=364&by=hour');
  }
  now += 12 * HOUR_MS;
  await timed('the next operating day', 'window=364');
  await write(START + 300 * 24 * HOUR_MS);
  await timed('after a restatement', 'window=364');
  await timed('as of a month before', `window=330&as_of=2026-06-02T00:00:00Z`);
  await timed('as of a month before, again', `window=330&as_of=2026-06-02T00:00:00Z`);
  await store.close();
  if (!kept) rmSync(dataDir, { recursive: true, force: true });
}
