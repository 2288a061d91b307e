import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTRACT_AREAS } from '@loadcast/core';
import { simulatedSource } from '@loadcast/sources/simulated';
import { afterAll, describe, expect, test } from 'vitest';
import {
  ACTUALS_OF,
  type ActualsOf,
  claimActuals,
} from '../../../../../../packages/service/src/wiring/actuals-source.js';
import { fillWithDemoHistory } from '../../../../../../packages/service/src/wiring/demo-history.js';
import { openSqlite } from '../../../../../../packages/service/src/wiring/store.js';
import { runCli } from '../../testing/run-cli.js';
import { forecastCommand } from './forecast.js';

const NOW = Date.UTC(2026, 10, 21, 8, 30);

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A store whose load is said to be of a kind. */
async function storeOf(kind: ActualsOf): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-forecast-'));
  folders.push(dataDir);
  const store = await openSqlite(dataDir, 'writer');
  await claimActuals(store.meta, kind, store.place);
  await fillWithDemoHistory(store.actuals, simulatedSource(CONTRACT_AREAS), NOW);
  await store.close();
  return dataDir;
}

async function keptModels(dataDir: string): Promise<string[]> {
  const store = await openSqlite(dataDir, 'control');
  const kept = await store.vintages.headers('pjm', { start: 0, end: NOW + 1 });
  await store.close();
  return kept.map(({ model }) => model.name);
}

describe.each([
  { kind: ACTUALS_OF.simulated, model: 'simulated-same-hour-last-week' },
  { kind: ACTUALS_OF.eia, model: 'same-hour-last-week' },
])('forecasts of a store of $kind load', ({ kind, model }) => {
  const env = async () => ({ LOADCAST_DATA_DIR: await storeOf(kind), FORECASTER: 'same-hour-last-week' });
  const run = async (given: Record<string, string>, ...args: string[]) =>
    runCli([forecastCommand], ['forecast', '--area', 'PJM', '--json', ...args], { env: given, now: () => NOW });

  test(`are kept and shown as of ${model}`, async () => {
    const given = await env();
    const { status, out } = await run(given);
    expect([status, JSON.parse(out[0]!)[0].model.name]).toEqual([0, model]);
    expect(await keptModels(given.LOADCAST_DATA_DIR)).toEqual([model]);
  });

  test('of a past moment are shown so, and not kept', async () => {
    const given = await env();
    const { status, out } = await run(given, '--as-of', '2026-11-20T12:00Z');
    expect([status, JSON.parse(out[0]!)[0].model.name]).toEqual([0, model]);
    expect(await keptModels(given.LOADCAST_DATA_DIR)).toEqual([]);
  });
});
