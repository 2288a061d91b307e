import {
  addDays,
  DAY_MS,
  type Forecaster,
  GATE_TIME_OF_DAY_MS,
  localDay,
  MARKET_RUNS,
  ServiceError,
} from '@loadcast/core';
import { backtestSeries, operatingDays, type RunBacktest, scorePaired, scorePoints } from '@loadcast/core/backtest';
import { fixed, left, right, table } from '@loadcast/observe';
import type { CommandIo } from '../../command.js';
import type { CommandResult } from '../../define-command.js';
import type { OptionValues } from '../../options.js';
import { startProgress } from '../../progress.js';
import { readMeterFile } from '../../values/meter-file.js';
import type { BACKTEST_OPTIONS } from './options.js';

const MOST_DAYS = 365;
/** Days before the first scored one: the 30 of a first forecast, and the seven of the run a week ahead. */
const DAYS_BEFORE = 40;

/** Replays the last year of a file: a table of the runs, and the result in a sentence. */
export async function backtestMeter(
  given: OptionValues<typeof BACKTEST_OPTIONS>,
  forecaster: Forecaster,
  io: CommandIo,
): Promise<CommandResult> {
  const meter = await readMeterFile(given.from, given, io);
  const { start, stepMs, valuesMw } = meter.load;
  const end = start + stepMs * valuesMw.length;
  const to = given.to ?? localDay(meter.timezone, end - 1);
  const earliest = addDays(localDay(meter.timezone, start), DAYS_BEFORE);
  const yearBefore = addDays(to, 1 - MOST_DAYS);
  const from = [earliest, yearBefore].sort().at(-1)!;
  if (from > to) {
    const why = `${Math.floor((end - start) / DAY_MS)} days of load, a backtest needs more than ${DAYS_BEFORE}`;
    throw new ServiceError('no_data', `${meter.name}: ${why}`, { reason: 'before_history' });
  }
  const progress = startProgress(io, operatingDays(from, to).length, 'days');
  const plan = { from, to, runs: given.runs ?? MARKET_RUNS, gateTimeOfDayMs: given.gate ?? GATE_TIME_OF_DAY_MS };
  const { runs, gaps } = await backtestSeries(meter, forecaster, plan, {
    knownLagMs: given['known-lag'],
    onIssue: (done, total) => {
      io.signal.throwIfAborted();
      progress.update((done / total) * operatingDays(from, to).length, meter.name);
    },
  }).finally(() => progress.stop());
  for (const { reason, issues } of gaps) io.err(`no forecast at ${issues} gates: ${reason}`);
  const rows = runs.map(scoreRun);
  const json = { model: forecaster.name, from, to, rows };
  return { json, text: report(rows, from, to), hasFailed: rows.every(({ n }) => n === 0) };
}

/** Errors in percent, the pinball loss of p10 to p90 in percent of the mean load. */
function scoreRun({ run, points }: RunBacktest) {
  const { hours, mapePct, pinballMw, coveragePct } = scorePoints(points);
  const actual = points.actualMw.filter((mw) => !Number.isNaN(mw));
  const meanMw = actual.reduce((sum, mw) => sum + mw, 0) / actual.length;
  const lastWeekPct = scorePaired(points, 'naive168Mw').baseline.mapePct;
  return { run, n: hours, mapePct, lastWeekPct, pinballPct: (100 * pinballMw) / meanMw, coveragePct };
}

function report(rows: readonly ReturnType<typeof scoreRun>[], from: string, to: string): string[] {
  const columns = [...left('run'), ...right('hours', 'MAPE %', 'last week %', 'pinball %', 'cover %')];
  const cells = rows.map(({ run, n, mapePct, lastWeekPct, pinballPct, coveragePct }) => [
    ...[run, n, fixed(mapePct, 2), fixed(lastWeekPct, 2)],
    ...[fixed(pinballPct, 2), fixed(coveragePct, 1)],
  ]);
  const [first] = rows.filter(({ n }) => n > 0);
  const verdict = first
    ? `From ${from} to ${to} the average error of ${first.run} is ${fixed(first.mapePct, 2)} %; the same hour of last week has ${fixed(first.lastWeekPct, 2)} %. ${fixed(first.coveragePct, 0)} % of the hours lie between p10 and p90.`
    : 'Nothing could be scored: there is too little load before these days.';
  return [...table(columns, cells), '', verdict];
}
