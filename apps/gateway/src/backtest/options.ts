import { AREAS, type Area, GATE_TIME_OF_DAY_MS, MARKET_RUNS, type MarketRun } from '@loadcast/core';
import { BACKTEST_INPUTS, type BacktestInput } from '@loadcast/core/backtest';
import { readArgs, UsageError } from '../cli/command.js';
import { codeOf, readAreas } from '../cli/values/read-areas.js';
import { readDate } from '../cli/values/read-date.js';
import { readDuration } from '../cli/values/read-duration.js';
import { readList } from '../cli/values/read-list.js';
import { readTimeOfDay } from '../cli/values/read-time-of-day.js';

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
  --weather FILE     hourly weather, .csv or .csv.gz (adds the input weather), one line an area, point and hour:
                     area[,point,weight],issued_at,valid_at,temperature_c[,dew_point_c,cloud_cover_pct,
                     shortwave_w_m2,wind_m_s]; issued_at is empty for observed weather
  --model NAME       the model to replay (default: FORECASTER, as served)
  --out DIR          keep results by area, a report.html and summary.json there; a rerun continues
  --points FILE      write every hour as CSV
  --json             print the scores as JSON`;

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
  const [from, to] = [requiredDate('--from', values.from), requiredDate('--to', values.to)];
  if (from > to) throw new UsageError(`--from ${from} lies after --to ${to}`);
  return {
    from,
    to,
    areas: values.areas === undefined ? AREAS : readAreas('--areas', values.areas),
    runs: values.runs === undefined ? MARKET_RUNS : readList('--runs', values.runs, MARKET_RUNS, (run) => [run]),
    gateTimeOfDayMs: values.gate === undefined ? GATE_TIME_OF_DAY_MS : readTimeOfDay('--gate', values.gate),
    knownLagMs: values['known-lag'] === undefined ? undefined : readDuration('--known-lag', values['known-lag']),
    inputs: inputsOf(values.inputs, values.weather),
    weatherFile: values.weather,
    model: values.model,
    outDir: values.out,
    pointsFile: values.points,
    json: values.json ?? false,
  };
}

function inputsOf(text: string | undefined, weatherFile: string | undefined): readonly BacktestInput[] {
  const given = readList('--inputs', text ?? 'own,neighbours', BACKTEST_INPUTS, (input) => [input]);
  if (given.includes('weather') && weatherFile === undefined) {
    throw new UsageError('--inputs weather needs --weather FILE');
  }
  return BACKTEST_INPUTS.filter(
    (input) => input === 'own' || given.includes(input) || (input === 'weather' && weatherFile !== undefined),
  );
}

function requiredDate(option: string, text: string | undefined): string {
  if (text === undefined) throw new UsageError(`${option} YYYY-MM-DD is missing`);
  return readDate(option, text);
}
