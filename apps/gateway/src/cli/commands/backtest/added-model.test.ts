import {
  AREAS,
  CONTRACT_AREAS,
  DAY_MS,
  engine,
  FORECASTERS,
  type Forecaster,
  HOUR_MS,
  ingestActuals,
  MINUTE_MS,
  ServiceError,
  VINTAGE_HOURS,
} from '@loadcast/core';
import { calendarLagRegression, forecasterRegistry } from '@loadcast/core/forecast';
import { memoryActualsStore, memoryVintageStore } from '@loadcast/core/memory';
import { newestHour } from '@loadcast/core/series';
import { ConfigError } from '@loadcast/observe';
import { openForecastRunner } from '@loadcast/service';
import { beforeAll, expect, test } from 'vitest';
import {
  configuredForecaster,
  forecasterFor,
} from '../../../../../../packages/service/src/forecasting/configured-forecaster.js';
import { createService } from '../../../../../../packages/service/src/schedule/service.js';
import type { CommandIo } from '../../command.js';
import { createBacktestCommand } from './backtest.js';

/** A model that takes its time: the newest load of an area for all hours to come. */
const persistence: Forecaster = {
  name: 'persistence',
  version: '0.1.0',
  inputs: ['own'],
  series: ({ series }) => [{ series, measure: 'demand' }],
  forArea: (area, data) => ({
    async issue(issuedAt) {
      const load = data.load(area.series);
      const dataCutoff = load && newestHour(load, issuedAt);
      await new Promise((resolve) => setImmediate(resolve));
      if (!load || dataCutoff === undefined) {
        throw new ServiceError('no_data', `${area.name}: no load`, { reason: 'source_late' });
      }
      const newestMw = load.values[(dataCutoff - load.start) / HOUR_MS]!;
      const level = (factor: number) => new Float64Array(VINTAGE_HOURS).fill(Math.round(factor * newestMw));
      return {
        start: Math.ceil(issuedAt / HOUR_MS) * HOUR_MS,
        valueMw: level(1),
        p10Mw: level(0.9),
        p90Mw: level(1.1),
        dataCutoff,
        model: { name: 'persistence', version: '0.1.0' },
        excludedInputs: [],
      };
    },
  }),
};

const registry = forecasterRegistry([...FORECASTERS.values(), persistence]);
const NOW = Date.UTC(2026, 5, 30, 15);
const actuals = memoryActualsStore();

beforeAll(async () => {
  const start = NOW - 40 * DAY_MS;
  const series = [...AREAS.map((area) => area.series), 'BPAT'].map((id, row) => ({
    key: { series: id, measure: 'demand' as const },
    start,
    valuesMw: Float64Array.from({ length: 40 * 24 - 2 }, (_, hour) => 1_000 * (row + 1) + (hour % 168)),
  }));
  await ingestActuals(actuals, { source: 'test', provenance: {}, series }, { ingestedAt: NOW, arrival: 'history' });
});

test('a model added to the registry is the one that FORECASTER names', () => {
  expect(configuredForecaster({ FORECASTER: 'persistence' }, registry)).toBe(persistence);
  expect(configuredForecaster({ FORECASTER: 'loadcast' }, registry)).toBe(engine);
});

test('an unknown model is a configuration error that lists the models', () => {
  const read = () => configuredForecaster({ FORECASTER: 'oracle' }, registry);
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(
    'FORECASTER: must be one of loadcast, calendar-lag-regression, same-hour-last-week, persistence',
  );
});

test('an added model issues what is served, of all areas, from the series that it declares', async () => {
  const vintages = memoryVintageStore();
  const { issue } = createService({
    areas: () => CONTRACT_AREAS,
    clock: { now: () => NOW },
    actuals,
    vintages,
    runner: await openForecastRunner(configuredForecaster({ FORECASTER: 'persistence' }, registry), actuals, AREAS),
    source: undefined,
    log: { info() {}, warn() {}, error() {} },
    withLeadership: (_name, work) => work(new AbortController().signal),
  });
  await issue();
  const newest = await Promise.all(AREAS.map(({ id }) => vintages.newest(id, NOW)));
  expect(newest.map((vintage) => vintage?.model.name)).toEqual(AREAS.map(() => 'persistence'));
});

test('an added model is replayed by name, and unnamed when it is configured', async () => {
  const command = createBacktestCommand(
    async () => ({ areas: () => CONTRACT_AREAS, actuals, meta: { get: async () => 'eia' }, close: async () => {} }),
    registry,
  );
  const replay = async (args: readonly string[], env: Record<string, string>) => {
    const out: string[] = [];
    const io: CommandIo = {
      env,
      now: () => NOW,
      out: (line: string) => void out.push(line),
      err: () => undefined,
      signal: new AbortController().signal,
    };
    const status = await command.run(
      ['--from', '2026-06-20', '--to', '2026-06-22', '--areas', 'PJM', '--runs', 'DAM', '--json', ...args],
      io,
    );
    return { status, reply: JSON.parse(out[0]!) };
  };
  const named = await replay(['--model', 'persistence'], {});
  expect(named).toMatchObject({ status: 0, reply: { model: 'persistence@0.1.0' } });
  expect(await replay([], { FORECASTER: 'persistence' })).toEqual(named);
});

test('a model sees the series that it declares and no others', async () => {
  const seen: string[] = [];
  const curious: Forecaster = {
    ...persistence,
    name: 'curious',
    series: () => [{ series: 'BPAT', measure: 'demand' }],
    forArea: (_area, data) => ({
      issue: async () => {
        for (const series of ['BPAT', 'PJM']) if (data.load(series)) seen.push(series);
        throw new ServiceError('no_data', 'curious', { reason: 'source_late' });
      },
    }),
  };
  const runner = await openForecastRunner(curious, actuals, AREAS);
  await expect(runner.issue('pjm', NOW)).rejects.toThrow('curious');
  expect(seen).toEqual(['BPAT']);
});

test.each([
  { name: 'a model that lists weather', forecaster: engine, reads: 1 },
  { name: 'a model of own load', forecaster: calendarLagRegression, reads: 0 },
])('$name reads the weather $reads times as it starts', async ({ forecaster, reads }) => {
  let count = 0;
  await openForecastRunner(forecaster, actuals, AREAS.slice(0, 1), async () => {
    count += 1;
    return new Map();
  });
  expect(count).toBe(reads);
});

test('the forecasts of a simulated grid say so in the model’s name, whatever the model', async () => {
  const runner = await openForecastRunner(forecasterFor(persistence, 'simulated'), actuals, AREAS);
  expect((await runner.issue('pjm', NOW + MINUTE_MS)).model.name).toBe('simulated-persistence');
});
