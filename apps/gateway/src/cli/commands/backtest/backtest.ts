import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import {
  FORECAST_FILE,
  gapLines,
  judgeRuns,
  loadBacktest,
  modelName,
  NEWEST_FILE,
  type OutDir,
  openOutDir,
  type PointsOf,
  type PublishedFile,
  pointsCsv,
  pointsOf,
  type ReplayJob,
  readPointsFile,
  readPublishedFile,
  readWeatherFile,
  replayAreas,
  reportHtml,
  summarise,
  summaryJson,
} from '@loadcast/backtest';
import {
  type ActualsStore,
  AREAS,
  type AreaId,
  FORECASTERS,
  type Forecaster,
  HOUR_MS,
  type KnownSeries,
} from '@loadcast/core';
import { type AreaBacktest, scorePeaks } from '@loadcast/core/backtest';
import { seriesReadBy } from '@loadcast/core/forecast';
import { actualsOf, configuredForecaster, type Store, simulated } from '@loadcast/service';
import { readConfig } from '../../../config.js';
import { type Command, type CommandIo, UsageError } from '../../command.js';
import { openStore } from '../../configured-store.js';
import { defineCommand } from '../../define-command.js';
import { startProgress } from '../../progress.js';
import { findForecaster } from './find-forecaster.js';
import { judgeTable } from './judge-table.js';
import { BACKTEST_OPTIONS, type BacktestOptions, backtestOptionsOf } from './options.js';
import { peaksTable } from './peaks-table.js';
import { summaryTable } from './summary-table.js';

/** Where the observations come from; `close` when they have been read. */
export type OpenActuals = (env: CommandIo['env']) => Promise<{
  readonly actuals: Pick<ActualsStore, 'keys' | 'read'>;
  /** Where it is noted that they are simulated. */
  readonly meta: Pick<Store['meta'], 'get'>;
  close(): Promise<void>;
}>;

const ABOUT = `Replays the gates of the market runs over the operating days from..to, or with --leads every hour of them: at each a
forecast is issued from the data known then, and scored against screened actuals.`;

/** `loadcast backtest` over the store that the environment names. */
export const backtestCommand: Command = createBacktestCommand((env) => openStore(env, { role: 'control' }));

export function createBacktestCommand(openActuals: OpenActuals, forecasters = FORECASTERS): Command {
  return defineCommand({
    name: 'backtest',
    summary: 'replay past gates and score the forecasts',
    about: ABOUT,
    options: BACKTEST_OPTIONS,
    async run(given, io) {
      const options = backtestOptionsOf(given);
      const forecaster =
        options.model === undefined
          ? configuredForecaster(readConfig(io.env), forecasters)
          : findForecaster(options.model, forecasters);
      const readAgainst = await againstOf(options, forecasters, io, openActuals);
      const results = await replay(options, forecaster, io, openActuals);
      if (options.pointsFile !== undefined) writePieces(options.pointsFile, pointsCsv(results));

      const rows = summarise(results);
      for (const line of gapLines(results)) io.err(line);
      const model = modelName(results, forecaster.name);
      const peaks = options.peaks ? results.flatMap((result) => result.peaks ?? []) : undefined;
      const summary = summaryJson(model, options.from, options.to, rows);
      const judged = judgeRuns(results, await readAgainst?.());
      const against = readAgainst && { name: options.against, runs: judged };
      if (options.json) io.out(JSON.stringify({ ...summary, ...(peaks && { peaks: scorePeaks(peaks) }), against }));
      else {
        const lines = [...summaryTable(rows), ...judgeTable(judged), ...peaksTable(results)];
        for (const line of [`model ${model}`, ...lines]) io.out(line);
      }
      return rows.length > 0 ? 0 : 1;
    },
  });
}

/**
 * What gives the points to compare with: a replay of the model that is named, or a file, which is read at once.
 *
 * @throws {UsageError} `--against` is neither a model nor a file
 */
async function againstOf(
  { against, ...options }: BacktestOptions,
  forecasters: typeof FORECASTERS,
  io: CommandIo,
  openActuals: OpenActuals,
): Promise<(() => Promise<PointsOf>) | undefined> {
  if (against === undefined) return undefined;
  const model = forecasters.get(against);
  const other = { ...options, against, model: against, outDir: undefined, peaks: false };
  if (model) return async () => pointsOf(await replay(other, model, io, openActuals));
  if (!existsSync(against))
    throw new UsageError(
      `--against ${against} is no file, and none of the models ${[...forecasters.keys()].join(', ')}`,
    );
  const points = await readPointsFile(against);
  return async () => points;
}

async function replay(
  options: BacktestOptions,
  forecaster: Forecaster,
  io: CommandIo,
  openActuals: OpenActuals,
): Promise<AreaBacktest[]> {
  const weather = options.weatherFile === undefined ? undefined : await readWeatherFile(options.weatherFile);
  if (weather) io.err(`weather: ${weather.note}`);
  const store = await openActuals(io.env);
  const isSimulated = (await actualsOf(store.meta)) === 'simulated';
  const read = seriesReadBy([forecaster], AREAS);
  const known = weather?.weather ?? new Map();
  const published = {
    multiDay: await readIfGiven(options.multiDayFile, FORECAST_FILE),
    newest: await readIfGiven(options.newestFile, NEWEST_FILE),
  };
  const runtime = await loadBacktest(store.actuals, { ...options, read }, known, published).finally(() =>
    store.close(),
  );
  const { from, to, runs, leads, everyHours, gateTimeOfDayMs, inputs, knownLagMs } = options;
  const { name: model, version } = forecaster;
  const settings = {
    ...{ from, to, runs, gateTimeOfDayMs, knownLagMs, inputs, model, version },
    ...(leads.length > 0 && { leads, everyHours }),
    ...(options.peaks && { peaks: true }),
  };
  const out = options.outDir === undefined ? undefined : openOutDir(options.outDir, settings, runtime);
  if (out?.cleared) io.err(`${options.outDir}: results of another backtest were removed`);

  const kept = new Map<AreaId, AreaBacktest>();
  for (const { id } of options.areas) {
    const result = out?.dir.read(id);
    if (result) kept.set(id, result);
  }
  if (kept.size > 0) io.err(`${options.outDir}: ${kept.size} of ${options.areas.length} areas were done before`);
  const missing = options.areas.map(({ id }) => id).filter((id) => !kept.has(id));
  const plan = {
    from,
    to,
    runs,
    leads,
    everyHours,
    gateTimeOfDayMs,
    quantiles: out !== undefined,
    peaks: options.peaks,
  };
  const job = { runtime, plan, inputs, model };
  for (const result of await replayWithProgress(job, forecaster, missing, io, (each) => out?.dir.keep(each))) {
    kept.set(result.areaId, result);
  }
  const named = isSimulated ? labelModels : (result: AreaBacktest) => result;
  const results = options.areas.map(({ id }) => named(kept.get(id)!));
  if (out) writeReport(out.dir, forecaster.name, options, results);
  return results;
}

async function readIfGiven(path: string | undefined, file: PublishedFile): Promise<ReadonlyMap<string, KnownSeries>> {
  return path === undefined ? new Map() : readPublishedFile(path, file);
}

/** A result whose models say that the grid is simulated. */
function labelModels(result: AreaBacktest): AreaBacktest {
  return { ...result, models: result.models.map((model) => ({ ...model, name: simulated(model.name) })) };
}

async function replayWithProgress(
  job: ReplayJob,
  forecaster: Forecaster,
  areaIds: readonly AreaId[],
  io: CommandIo,
  onArea: (result: AreaBacktest) => void,
): Promise<AreaBacktest[]> {
  const progress = startProgress(io, 100 * areaIds.length, '% of areas');
  const shares = new Map<AreaId, number>();
  const onProgress = (areaId: AreaId, share: number): void => {
    shares.set(areaId, share);
    const done = [...shares.values()].reduce((sum, each) => sum + each, 0);
    progress.update(Math.floor(100 * done), areaId);
  };
  try {
    const threads = availableParallelism();
    return await replayAreas(job, forecaster, areaIds, { threads, signal: io.signal, onProgress, onArea });
  } finally {
    progress.stop();
  }
}

function writeReport(
  dir: OutDir,
  forecasterName: string,
  options: BacktestOptions,
  results: readonly AreaBacktest[],
): void {
  const { from, to, gateTimeOfDayMs, knownLagMs, inputs, weatherFile, multiDayFile, newestFile } = options;
  const model = modelName(results, forecasterName);
  const settings = {
    gate: `${new Date(gateTimeOfDayMs).toISOString().slice(11, 16)} market time`,
    inputs: inputs.join(', '),
    'load known': knownLagMs === undefined ? 'as stored' : `${knownLagMs / HOUR_MS} h after its hour`,
    ...(weatherFile !== undefined && { weather: basename(weatherFile) }),
    ...(multiDayFile !== undefined && { 'multi-day forecasts': basename(multiDayFile) }),
    ...(newestFile !== undefined && { 'newest hours': basename(newestFile) }),
  };
  dir.write('summary.json', `${JSON.stringify(summaryJson(model, from, to, summarise(results)))}\n`);
  dir.write('report.html', reportHtml({ model, from, to, settings }, results));
}

function writePieces(path: string, pieces: Iterable<string>): void {
  const file = openSync(path, 'w');
  try {
    for (const piece of pieces) writeSync(file, piece);
  } finally {
    closeSync(file);
  }
}
