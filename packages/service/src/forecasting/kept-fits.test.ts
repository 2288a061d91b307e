import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { areaById, CONTRACT_AREAS, DAY_MS, engine, HOUR_MS, ingestActuals } from '@loadcast/core';
import { memoryActualsStore } from '@loadcast/core/memory';
import { simulatedBatch } from '@loadcast/sources/simulated';
import { openFittedStates } from '@loadcast/storage/fitted-states';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseAnswers, emptyPostgresStore } from '../../../storage/src/testing/test-database.js';
import { forecasterFor } from './configured-forecaster.js';
import { openForecastRunner } from './forecast-runner.js';

const NOW = Date.UTC(2026, 5, 20, 15);
const actuals = memoryActualsStore();
const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-kept-fits-'));
const NYISO = [areaById('nyiso')];

beforeAll(async () => {
  const window = { start: NOW - 400 * DAY_MS, end: NOW + DAY_MS };
  await ingestActuals(actuals, simulatedBatch(CONTRACT_AREAS, window, NOW), { ingestedAt: NOW, arrival: 'history' });
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const opened = () => openFittedStates({ dataDir, version: 'test', now: Date.now() });

/** A forecast as a process makes it that has just started, as of the simulated grid. */
async function started(at: number, states = opened()) {
  const runner = await openForecastRunner(forecasterFor(engine, 'simulated'), actuals, NYISO, undefined, states);
  return runner.issue('nyiso', at);
}

/** Every file of the states, with its content. */
function files(): Map<string, string> {
  const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).map((name) => join(dataDir, name));
  const isFile = (name: string) => statSync(name).isFile();
  return new Map(names.filter(isFile).map((name) => [name, readFileSync(name, 'latin1')]));
}

test('a start after another fits nothing, forecasts the same, and repairs a damaged file', {
  timeout: 120_000,
}, async () => {
  const [first, later] = [await started(NOW), NOW + HOUR_MS];
  const kept = files();
  expect(kept.size).toBe(3);
  expect(await started(NOW)).toEqual(first);
  expect(files()).toEqual(kept);
  const fresh = await openForecastRunner(forecasterFor(engine, 'simulated'), actuals, NYISO);
  expect(await started(later)).toEqual(await fresh.issue('nyiso', later));

  const damaged = [...kept.keys()].find((name) => name.includes('models'))!;
  // Its numbers, not its bytes: a whole number that was computed in another way is written in another form.
  const state = () => opened().models.read(decodeURIComponent(basename(damaged, '.fit')));
  const whole = state();
  expect(whole).toHaveProperty('nearErrors');
  writeFileSync(damaged, 'damaged');
  expect(state()).toBeUndefined();
  expect(await started(NOW)).toEqual(first);
  expect(state()).toEqual(whole);
});

test.skipIf(!(await databaseAnswers()))(
  'a worker with an empty folder fits nothing that another worker has fitted',
  {
    timeout: 120_000,
  },
  async () => {
    const { fits: table } = await emptyPostgresStore();
    const worker = (name: string) => {
      const states = openFittedStates({ dataDir: join(dataDir, name), version: 'test', now: Date.now(), table });
      let fitted = 0;
      const counted = <State>({
        read,
        write,
      }: {
        read: (name: string) => State;
        write(name: string, state: State): void;
      }) => ({
        read,
        write(name: string, state: State) {
          fitted += 1;
          write(name, state);
        },
      });
      const [areas, models] = [counted(states.areas), counted(states.models)];
      return { states: { ...states, areas, models } as typeof states, fitted: () => fitted };
    };
    const [one, other, alone] = [worker('one'), worker('other'), worker('alone')];
    const first = await started(NOW, one.states);
    await one.states.fetch!({ fingerprint: '', areas: [], models: [] }); // waits until all are shared
    expect(one.fitted()).toBe(3);
    expect(await started(NOW, other.states)).toEqual(first);
    expect(other.fitted()).toBe(0);
    expect(await started(NOW, { areas: alone.states.areas, models: alone.states.models })).toEqual(first);
    expect(alone.fitted()).toBe(3);
  },
);
