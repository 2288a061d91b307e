import {
  AREAS,
  type Area,
  addDays,
  GATE_TIME_OF_DAY_MS,
  HOUR_MS,
  MARKET_RUNS,
  type MarketRun,
  MINUTE_MS,
} from '@loadcast/core';
import { BACKTEST_INPUTS, type BacktestInput } from '@loadcast/core/backtest';
import { readArgs, UsageError } from '../cli/command.js';

/** What the command line asks for. */
export interface BacktestOptions {
  readonly from: string;
  readonly to: string;
  readonly areas: readonly Area[];
  readonly runs: readonly MarketRun[];
  readonly gateTimeOfDayMs: number;
  /** Undefined keeps the known times of the store. */
  readonly knownLagMs: number | undefined;
  readonly inputs: readonly BacktestInput[];
  readonly weatherFile: string | undefined;
  readonly model: string | undefined;
  readonly outDir: string | undefined;
  readonly pointsFile: string | undefined;
  readonly json: boolean;
}

export const BACKTEST_USAGE = `usage: loadcast backtest --from YYYY-MM-DD --to YYYY-MM-DD [options]

Replays the gates of the market runs over the operating days from..to: at each gate a forecast is issued from what was
known then, and scored against screened actuals.

  --areas LIST       areas, comma separated (default: all; ${AREAS.map(codeOf).join(',')})
  --runs LIST        market runs (default: ${MARKET_RUNS.join(',')})
  --gate HH:MM       time of the gates on the market clock (default: 09:00)
  --known-lag 2h     history is known so long after its hour ended, 90m or 2h (default: as in the store, 2h)
  --inputs LIST      what the model sees: ${BACKTEST_INPUTS.join(',')} (default: own,neighbours)
                     operator: tomorrow's day-ahead forecast of the operator is there at 07:00 Eastern
                     operator-today: only that of the day itself
  --weather FILE     temperatures to read, .csv or .csv.gz (adds the input weather)
  --model NAME       the model to replay (default: FORECASTER, as served)
  --out DIR          keep results by area, a report.html and summary.json there; a rerun continues
  --points FILE      write every hour as CSV
  --json             print the scores as JSON`;

/** The code a caller knows an area by. */
export function codeOf(area: Area): string {
  return area.codes.a[0]?.code ?? area.codes.c[0]?.code ?? area.id;
}

/** Every name an area may be given by: the codes of all surfaces. */
function namesOf(area: Area): readonly string[] {
  const listed = Object.values(area.codes).flat();
  return [codeOf(area), ...listed.flatMap(({ code, aliases = [] }) => [code, ...aliases])];
}

/** @throws {UsageError} naming the option that is wrong and what is allowed */
export function readBacktestOptions(args: readonly string[]): BacktestOptions {
  const { values } = readArgs(args, {
    from: { type: 'string' },
    to: { type: 'string' },
    areas: { type: 'string' },
    runs: { type: 'string' },
    gate: { type: 'string' },
    'known-lag': { type: 'string' },
    inputs: { type: 'string' },
    weather: { type: 'string' },
    model: { type: 'string' },
    out: { type: 'string' },
    points: { type: 'string' },
    json: { type: 'boolean' },
  });
  const [from, to] = [dateOf('--from', values.from), dateOf('--to', values.to)];
  if (from > to) throw new UsageError(`--from ${from} lies after --to ${to}`);
  return {
    from,
    to,
    areas: values.areas === undefined ? AREAS : listOf('--areas', values.areas, AREAS, namesOf),
    runs: values.runs === undefined ? MARKET_RUNS : listOf('--runs', values.runs, MARKET_RUNS, (run) => [run]),
    gateTimeOfDayMs: values.gate === undefined ? GATE_TIME_OF_DAY_MS : timeOfDay(values.gate),
    knownLagMs: values['known-lag'] === undefined ? undefined : duration('--known-lag', values['known-lag']),
    inputs: inputsOf(values.inputs, values.weather),
    weatherFile: values.weather,
    model: values.model,
    outDir: values.out,
    pointsFile: values.points,
    json: values.json ?? false,
  };
}

function inputsOf(text: string | undefined, weatherFile: string | undefined): readonly BacktestInput[] {
  const given = listOf('--inputs', text ?? 'own,neighbours', BACKTEST_INPUTS, (input) => [input]);
  if (given.includes('weather') && weatherFile === undefined) {
    throw new UsageError('--inputs weather needs --weather FILE');
  }
  return BACKTEST_INPUTS.filter(
    (input) => input === 'own' || given.includes(input) || (input === 'weather' && weatherFile !== undefined),
  );
}

function dateOf(option: string, text: string | undefined): string {
  if (text === undefined) throw new UsageError(`${option} YYYY-MM-DD is missing`);
  try {
    return addDays(text, 0);
  } catch {
    throw new UsageError(`${option} ${text} is not a date (YYYY-MM-DD)`);
  }
}

/** Entries that a comma separated list names. Of the names of an entry the first is the one that is told. */
function listOf<T>(
  option: string,
  text: string,
  allowed: readonly T[],
  namesOfEntry: (entry: T) => readonly string[],
): readonly T[] {
  const wanted = text
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '');
  const isWanted = (entry: T, word: string): boolean => namesOfEntry(entry).some((name) => name.toLowerCase() === word);
  const unknown = wanted.find((word) => !allowed.some((entry) => isWanted(entry, word)));
  if (unknown !== undefined || wanted.length === 0) {
    const names = allowed.map((entry) => namesOfEntry(entry)[0]);
    throw new UsageError(`${option}: '${unknown ?? text}' is none of ${names.join(', ')}`);
  }
  return allowed.filter((entry) => wanted.some((word) => isWanted(entry, word)));
}

function timeOfDay(text: string): number {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  if (!match) throw new UsageError(`--gate ${text} is not a time of day (HH:MM)`);
  return Number(match[1]) * HOUR_MS + Number(match[2]) * MINUTE_MS;
}

function duration(option: string, text: string): number {
  const match = /^(\d+(?:\.\d+)?)(h|m|min)$/.exec(text);
  if (!match) throw new UsageError(`${option} ${text} is not a duration (2h, 90m)`);
  return Math.round(Number(match[1]) * (match[2] === 'h' ? HOUR_MS : MINUTE_MS));
}
