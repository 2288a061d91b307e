import { closeSync, openSync, writeSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { ActualsStore, AreaBacktest, AreaId } from '@loadcast/core';
import { defaultModelName } from '../../backtest/find-forecaster.js';
import { BACKTEST_USAGE, type BacktestOptions, readBacktestOptions } from '../../backtest/options.js';
import { pointsCsv } from '../../backtest/points-csv.js';
import { replayAreas } from '../../backtest/replay-areas.js';
import { gapLines, modelName, summarise, summaryJson } from '../../backtest/summary.js';
import { summaryTable } from '../../backtest/summary-table.js';
import { readWeatherFile } from '../../backtest/weather-file.js';
import { loadWorld } from '../../backtest/world.js';
import { openStore } from '../../wiring.js';
import type { Command, CommandIo } from '../command.js';
import { startProgress } from '../progress.js';

/** Where the observations come from; `close` when they have been read. */
export type OpenActuals = (
  env: CommandIo['env'],
) => Promise<{ readonly actuals: Pick<ActualsStore, 'keys' | 'read'>; close(): Promise<void> }>;

/** `loadcast backtest` over the store that the environment names. */
export const backtestCommand: Command = createBacktestCommand((env) => openStore(env, { role: 'control' }));

export function createBacktestCommand(openActuals: OpenActuals): Command {
  return {
    name: 'backtest',
    summary: 'replay past gates and score the forecasts',
    usage: BACKTEST_USAGE,
    async run(args, io) {
      const options = readBacktestOptions(args);
      const results = await replay(options, io, openActuals);
      if (options.pointsFile !== undefined) writePieces(options.pointsFile, pointsCsv(results));

      const rows = summarise(results);
      for (const line of gapLines(results)) io.say(line);
      const model = modelName(results, options.model ?? defaultModelName);
      if (options.json) io.out(JSON.stringify(summaryJson(model, options.from, options.to, rows)));
      else for (const line of [`model ${model}`, ...summaryTable(rows)]) io.out(line);
      return rows.length > 0 ? 0 : 1;
    },
  };
}

async function replay(options: BacktestOptions, io: CommandIo, openActuals: OpenActuals): Promise<AreaBacktest[]> {
  const weather = options.weatherFile === undefined ? undefined : await readWeatherFile(options.weatherFile);
  if (weather) io.say(`weather: ${weather.note}`);
  const store = await openActuals(io.env);
  const world = await loadWorld(store.actuals, options, weather?.weather ?? new Map()).finally(() => store.close());
  const { from, to, runs, gateTimeOfDayMs, inputs } = options;
  const areaIds = options.areas.map(({ id }) => id);
  const progress = startProgress(io, 100 * areaIds.length, '% of areas');
  const shares = new Map<AreaId, number>();
  try {
    return await replayAreas(
      { world, plan: { from, to, runs, gateTimeOfDayMs }, inputs, model: options.model ?? defaultModelName },
      areaIds,
      {
        threads: availableParallelism(),
        signal: io.signal,
        onProgress(areaId, share) {
          shares.set(areaId, share);
          const done = [...shares.values()].reduce((sum, each) => sum + each, 0);
          progress.update(Math.floor(100 * done), areaId);
        },
        onArea() {},
      },
    );
  } finally {
    progress.stop();
  }
}

function writePieces(path: string, pieces: Iterable<string>): void {
  const file = openSync(path, 'w');
  try {
    for (const piece of pieces) writeSync(file, piece);
  } finally {
    closeSync(file);
  }
}
