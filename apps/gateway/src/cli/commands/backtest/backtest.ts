import { createWriteStream, existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import {
  gapLines,
  judgeRuns,
  judgeTable,
  loadBacktest,
  modelName,
  type OutDir,
  openOutDir,
  type PointsOf,
  peaksTable,
  pointsCsv,
  pointsOf,
  type ReplayJob,
  readPointsFile,
  readPublishedFile,
  readWeatherFile,
  replayAreas,
  reportHtml,
  type SummaryRow,
  summarise,
  summaryJson,
  summaryTable,
} from '@loadcast/backtest';
import {
  type ActualsStore,
  type Area,
  type AreaId,
  type Areas,
  FORECASTERS,
  type Forecaster,
  HOUR_MS,
} from '@loadcast/core';
import { type AreaBacktest, scorePeaks } from '@loadcast/core/backtest';
import { seriesReadBy } from '@loadcast/core/forecast';
import { areaCode } from '@loadcast/formats';
import { actualsOf, configuredForecaster, demoName, isDemoGrid, type Store } from '@loadcast/service';
import { readConfig } from '../../../config.js';
import { type Command, type CommandIo, UsageError } from '../../command.js';
import { openStore } from '../../configured-store.js';
import { defineCommand } from '../../define-command.js';
import { startProgress } from '../../progress.js';
import { backtestMeter } from './backtest-meter.js';
import { BACKTEST_OPTIONS, type BacktestOptions, backtestOptionsOf, isOfFile } from './options.js';

/** Where the observations come from; `close` when they have been read. */
export type OpenActuals = (env: CommandIo['env']) => Promise<{
  areas(): Areas;
  readonly actuals: Pick<ActualsStore, 'keys' | 'read'>;
  /** Where it is noted that they are simulated. */
  readonly meta: Pick<Store['meta'], 'get'>;
  close(): Promise<void>;
}>;

const ABOUT = `Replays past gates, or with --leads every hour, for the operating days from..to. At each one a forecast is issued from the
data known then and scored against actual load. With a CSV of your own load in --from, its last year is replayed without a store.`;

export const backtestCommand: Command = createBacktestCommand((env) => openStore(env, { role: 'control' }));

export function createBacktestCommand(
  openActuals: OpenActuals,
  forecasters: ReadonlyMap<string, Forecaster> = FORECASTERS,
): Command {
  return defineCommand({
    name: 'backtest',
    summary: 'replay past gates and score the forecasts',
    example: '--from 2023-01-01 --to 2023-12-31 --out backtest-2023',
    about: ABOUT,
    options: BACKTEST_OPTIONS,
    async run(given, io) {
      const forecaster = modelOf(given.model, forecasters) ?? configuredForecaster(readConfig(io.env), forecasters);
      if (isOfFile(given)) return backtestMeter(given, forecaster, io);
      const opened = await openActuals(io.env);
      await opened.close();
      const areas = opened.areas();
      const options = backtestOptionsOf(given, areas);
      const readAgainst = await againstOf(options, areas, forecasters, io, openActuals);
      const results = await replay(options, areas, forecaster, io, openActuals);
      if (options.points !== undefined) await writePieces(options.points, pointsCsv(results, areas));

      const rows = summarise(results, areas);
      for (const line of gapLines(results, areas)) io.err(line);
      const model = modelName(results, forecaster.name);
      const peaks = options.peaks ? results.flatMap((result) => result.peaks ?? []) : undefined;
      const summary = summaryJson(model, options.from, options.to, rows);
      const judged = judgeRuns(results, areas, await readAgainst?.());
      const against = readAgainst && { name: options.against, runs: judged };
      const lines = [...summaryTable(rows), ...judgeTable(judged), ...peaksTable(results, areas)];
      return {
        json: { ...summary, ...(peaks && { peaks: scorePeaks(peaks) }), against },
        text: [`model ${model}`, ...lines, '', verdict(rows, options)],
        hasFailed: rows.length === 0,
      };
    },
  });
}

/** The model that `--model` names. @throws {UsageError} there is no such model */
function modelOf(name: string | undefined, forecasters: ReadonlyMap<string, Forecaster>): Forecaster | undefined {
  const found = name === undefined ? undefined : forecasters.get(name);
  if (name === undefined || found) return found;
  throw new UsageError(`--model ${name} is none of ${[...forecasters.keys()].join(', ')}`);
}

/** The result in a sentence, and the path of the report. */
function verdict(rows: readonly SummaryRow[], { out }: BacktestOptions): string {
  const report =
    out === undefined ? '--out DIR writes a report with charts.' : `The report is ${resolve(out, 'report.html')}`;
  if (rows.length === 0) return 'Nothing could be scored: there is no load of these days, or too little before them.';
  const nearest = rows.filter(({ run }) => run === rows[0]!.run);
  const mean = (pct: (row: SummaryRow) => number) =>
    (nearest.reduce((sum, row) => sum + pct(row), 0) / nearest.length).toFixed(2);
  const [ours, lastWeek] = [mean((row) => row.scores.mapePct), mean((row) => row.baseline.scores.mapePct)];
  return `The average error of ${nearest[0]!.run} is ${ours} %; the same hour of last week has ${lastWeek} %. ${report}`;
}

/**
 * What gives the points to compare with: a replay of the model that is named, or a file, which is read at once.
 *
 * @throws {UsageError} `--against` is neither a model nor a file
 */
async function againstOf(
  { against, ...options }: BacktestOptions,
  areas: Areas,
  forecasters: typeof FORECASTERS,
  io: CommandIo,
  openActuals: OpenActuals,
): Promise<(() => Promise<PointsOf>) | undefined> {
  if (against === undefined) return undefined;
  const model = forecasters.get(against);
  const other = { ...options, against, model: against, out: undefined, peaks: false };
  if (model) return async () => pointsOf(await replay(other, areas, model, io, openActuals));
  if (!existsSync(against))
    throw new UsageError(
      `--against ${against} is no file, and none of the models ${[...forecasters.keys()].join(', ')}`,
    );
  const points = await readPointsFile(against, areas);
  return async () => points;
}

async function replay(
  options: BacktestOptions,
  areas: Areas,
  forecaster: Forecaster,
  io: CommandIo,
  openActuals: OpenActuals,
): Promise<AreaBacktest[]> {
  const weather = options.weather === undefined ? undefined : await readWeatherFile(options.weather, areas);
  if (weather) io.err(`weather: ${weather.note}`);
  const published = {
    ...(options['multi-day'] && { multiDay: await readPublishedFile(options['multi-day'], 'multi-day', areas) }),
    ...(options.newest && { newest: await readPublishedFile(options.newest, 'newest', areas) }),
  };
  const store = await openActuals(io.env);
  const held = await actualsOf(store.meta);
  const read = seriesReadBy([forecaster], areas.list);
  const known = weather?.weather ?? new Map();
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
  const out = options.out === undefined ? undefined : openOutDir(options.out, settings, runtime);
  if (out?.cleared) io.err(`${options.out}: results of another backtest were removed`);

  const kept = new Map<AreaId, AreaBacktest>();
  for (const { id } of options.areas) {
    const result = out?.dir.read(id);
    if (result) kept.set(id, result);
  }
  if (kept.size > 0) io.err(`${options.out}: ${kept.size} of ${options.areas.length} areas were done before`);
  const missing = options.areas.filter(({ id }) => !kept.has(id));
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
  const nameOf = (name: string) => (isDemoGrid(held) ? demoName(name, held) : name);
  // Models say whether the load is simulated or recorded.
  const results = options.areas.map(({ id }) => {
    const result = kept.get(id)!;
    return { ...result, models: result.models.map((each) => ({ ...each, name: nameOf(each.name) })) };
  });
  if (out) writeReport(out.dir, forecaster.name, options, results, areas);
  return results;
}

async function replayWithProgress(
  job: ReplayJob,
  forecaster: Forecaster,
  areas: readonly Area[],
  io: CommandIo,
  onArea: (result: AreaBacktest) => void,
): Promise<AreaBacktest[]> {
  const progress = startProgress(io, areas.length, 'areas');
  const shares = new Map<AreaId, number>();
  const onProgress = (areaId: AreaId, share: number): void => {
    shares.set(areaId, share);
    const done = [...shares.values()].reduce((sum, each) => sum + each, 0);
    progress.update(done, areaCode(areas.find(({ id }) => id === areaId)!));
  };
  try {
    const threads = availableParallelism();
    return await replayAreas(job, forecaster, areas, { threads, signal: io.signal, onProgress, onArea });
  } finally {
    progress.stop();
  }
}

function writeReport(
  dir: OutDir,
  forecasterName: string,
  options: BacktestOptions,
  results: readonly AreaBacktest[],
  areas: Areas,
): void {
  const { from, to, gateTimeOfDayMs, knownLagMs, inputs, weather, newest } = options;
  const multiDay = options['multi-day'];
  const model = modelName(results, forecasterName);
  const settings = {
    gate: `${new Date(gateTimeOfDayMs).toISOString().slice(11, 16)} market time`,
    inputs: inputs.join(', '),
    'load known': knownLagMs === undefined ? 'as stored' : `${knownLagMs / HOUR_MS} h after its hour`,
    ...(weather !== undefined && { weather: basename(weather) }),
    ...(multiDay !== undefined && { 'multi-day forecasts': basename(multiDay) }),
    ...(newest !== undefined && { 'newest hours': basename(newest) }),
  };
  dir.write('summary.json', `${JSON.stringify(summaryJson(model, from, to, summarise(results, areas)))}\n`);
  dir.write('report.html', reportHtml({ model, from, to, settings }, results, areas));
}

async function writePieces(path: string, pieces: Iterable<string>): Promise<void> {
  const compress = path.endsWith('.gz') ? [createGzip()] : [];
  await pipeline([Readable.from(pieces), ...compress, createWriteStream(path)]);
}
