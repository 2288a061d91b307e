import { existsSync } from 'node:fs';
import { BACKTEST_INPUTS, type BacktestInput } from '@loadcast/backtest';
import { type Areas, GATE_TIME_OF_DAY_MS, HOUR_MS, MARKET_RUNS, VINTAGE_HOURS } from '@loadcast/core';
import { BACKTEST_RUNS } from '@loadcast/core/backtest';
import { UsageError } from '../../command.js';
import {
  anyText,
  flag,
  type OptionTable,
  type OptionValues,
  optional,
  type ReadValue,
  required,
} from '../../options.js';
import { METER_OPTIONS } from '../../values/meter-file.js';
import { readAreas, readDate, readDuration, readList, readTimeOfDay } from '../../values/read-values.js';

export type BacktestOptions = ReturnType<typeof backtestOptionsOf>;

const DEFAULT_INPUTS: readonly BacktestInput[] = ['own', 'neighbours'];

export const BACKTEST_OPTIONS = {
  from: required(
    'YYYY-MM-DD|FILE',
    'first operating day; or a CSV of your own load, whose last year is replayed',
    anyText,
  ),
  to: optional('YYYY-MM-DD', 'last operating day (default with a file: its last day)', readDate),
  ...METER_OPTIONS,
  areas: optional('LIST', 'areas, comma separated, by the codes of any surface (default: all)', readAreas),
  runs: optional('LIST', `market runs (default: ${MARKET_RUNS.join(',')}; 3DA to 6DA too)`, listOf(BACKTEST_RUNS)),
  leads: optional(
    'LIST',
    'instead of runs: lead times in hours, 1..12 or 1,6,24, with a forecast issued every hour',
    readLeads,
  ),
  every: optional('7h', 'with --leads: issue only every N hours, for a sample (default: 1h)', readEvery),
  gate: optional('HH:MM', 'time of the gate on the market clock (default: 09:00)', readTimeOfDay),
  'known-lag': optional('2h', 'how late load becomes known, 90m or 2h (default: as stored, 2h)', readDuration),
  inputs: optional(
    'LIST',
    `inputs of the model: ${BACKTEST_INPUTS.join(',')} (default: ${DEFAULT_INPUTS.join(',')})
operator: the operator's day-ahead forecast of tomorrow is available at 07:00 Eastern
operator-today: only its forecast of the day itself`,
    listOf(BACKTEST_INPUTS),
  ),
  weather: optional(
    'FILE',
    `hourly weather, .csv or .csv.gz (adds the input weather), one line per area, point and hour:
area[,point,weight],issued_at,valid_at,temperature_c[,dew_point_c,cloud_cover_pct,
shortwave_w_m2,wind_m_s]; issued_at is empty for observed weather`,
    anyText,
  ),
  'multi-day': optional(
    'FILE',
    `the operators' forecasts of several days, .csv or .csv.gz (adds the input multi-day), one line per
area, issue and hour: area,published_at,valid_at,forecast_mw (default: from the store)`,
    anyText,
  ),
  newest: optional(
    'FILE',
    `the newest hours of load in the operators' own feeds, .csv or .csv.gz (adds the input newest), one line per
area, instant and hour: area,known_at,valid_at,load_mw (default: from the store)`,
    anyText,
  ),
  model: optional('NAME', 'the model to replay (default: FORECASTER)', anyText),
  out: optional('DIR', 'write report.html, summary.json and results by area there; a rerun continues', anyText),
  points: optional('FILE', 'write every hour as CSV, compressed if the name ends with .gz', anyText),
  peaks: flag('also score the peaks of the DAM run, and the reliability of their odds'),
  against: optional(
    'NAME|FILE',
    'also score another model, or the points that --points wrote (.csv or .csv.gz), on the same hours',
    anyText,
  ),
} as const satisfies OptionTable;

function listOf<W extends string>(allowed: readonly W[]): ReadValue<readonly W[]> {
  return (option, text) => readList(option, text, allowed, (word) => [word]);
}

/** Hours of `1..12` or `1,6,24`, ascending, each once. */
function readLeads(option: string, text: string): readonly number[] {
  const hours = text.split(',').flatMap((part) => {
    const [, first, last = first] = /^(\d{1,3})(?:\.\.(\d{1,3}))?$/.exec(part) ?? [];
    const count = Number(last) - Number(first) + 1;
    const isAllowed = Number(first) >= 1 && Number(last) <= VINTAGE_HOURS && count >= 1;
    if (!isAllowed)
      throw new UsageError(`${option} ${text}: lead times are 1 to ${VINTAGE_HOURS} hours, as 1..12 or 1,6,24`);
    return Array.from({ length: count }, (_, i) => Number(first) + i);
  });
  return [...new Set(hours)].sort((a, b) => a - b);
}

function readEvery(option: string, text: string): number {
  const hours = readDuration(option, text) / HOUR_MS;
  if (Number.isInteger(hours) && hours >= 1) return hours;
  throw new UsageError(`${option} ${text} is not a number of whole hours (1h, 7h)`);
}

/** Options of the store's areas, which a file of load has none of. */
const ONLY_AREAS = [
  'areas',
  'leads',
  'every',
  'inputs',
  'weather',
  'multi-day',
  'newest',
  'out',
  'points',
  'peaks',
  'against',
] as const;

const FILE_INPUTS = ['weather', 'multi-day', 'newest'] as const;

/** Whether a file is replayed. @throws {UsageError} another option is given with it that needs areas, or its options without it */
export function isOfFile(given: OptionValues<typeof BACKTEST_OPTIONS>): boolean {
  const isFile = !/^\d{4}-\d\d-\d\d$/.test(given.from);
  if (isFile && !existsSync(given.from))
    throw new UsageError(`--from ${given.from} is neither a date (YYYY-MM-DD) nor a file`);
  const wrong = isFile ? ONLY_AREAS.find((name) => given[name]) : given.timezone && 'timezone';
  if (wrong) throw new UsageError(`--${wrong} ${isFile ? 'does not work with a file' : 'needs --from FILE'}`);
  return isFile;
}

/** @throws {UsageError} options contradict each other */
export function backtestOptionsOf(given: OptionValues<typeof BACKTEST_OPTIONS>, areas: Areas) {
  const { to, areas: named, leads = [], every, inputs = DEFAULT_INPUTS, weather } = given;
  const from = readDate('--from', given.from);
  if (to === undefined) throw new UsageError('--to YYYY-MM-DD is missing');
  if (from > to) throw new UsageError(`--from ${from} is after --to ${to}`);
  if (leads.length > 0 && given.runs) throw new UsageError('give --runs or --leads, not both');
  if (leads.length > 0 && given.peaks) throw new UsageError('--peaks needs the gates of the DAM run, --leads has none');
  if (leads.length === 0 && every !== undefined) throw new UsageError('--every needs --leads');
  if (inputs.includes('weather') && weather === undefined)
    throw new UsageError('--inputs weather needs --weather FILE');
  return {
    ...given,
    from,
    to,
    areas: named?.(areas) ?? areas.list,
    runs: given.runs ?? (leads.length > 0 ? [] : MARKET_RUNS),
    leads,
    everyHours: every ?? 1,
    gateTimeOfDayMs: given.gate ?? GATE_TIME_OF_DAY_MS,
    knownLagMs: given['known-lag'],
    inputs: BACKTEST_INPUTS.filter(
      (input) => input === 'own' || inputs.includes(input) || FILE_INPUTS.some((name) => name === input && given[name]),
    ),
  };
}
