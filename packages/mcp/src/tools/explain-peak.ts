import { HOUR_MS } from '@loadcast/core';
import { parseEpochMs } from '@loadcast/core/time';
import { isoUtc, parseDate } from '@loadcast/formats';
import { type Ask, type Parameters, Refused } from '../ask.js';
import { type Columns, type Output, textOf } from '../small-answer.js';
import { highest, type Row, rowAt, rowOf } from './highest.js';
import { askRows, type Tool } from './tool.js';

const DATE = {
  name: 'date',
  isRequired: false,
  schema: { type: 'string', format: 'date', examples: ['2026-11-20'] },
  text: 'The market day whose peak is explained, also a past one. Absent: the first day from today on whose peak is still to come.',
};

const OURS = 'loadcast_mw';

/** What ours is held against, by their columns. */
const OTHERS = ['operator_mw', 'naive_24h_mw', 'naive_168h_mw', 'actual_mw'];

const MW = { type: 'number', description: 'Load, MW.' };
const BESIDE = { type: 'object', description: 'Another series at that hour, and its own highest hour.' };

const OUTPUT: Output = {
  region: { type: 'string' },
  unit: { type: 'string', const: 'MW' },
  issued_at: { type: 'string', format: 'date-time' },
  model: { type: 'string' },
  peak: {
    type: 'object',
    properties: {
      day: { type: 'string', format: 'date' },
      peak_time_utc: { type: 'string', format: 'date-time' },
      peak_time_local: { type: 'string' },
      ...{ peak_mw: MW, p10: MW, p90: MW },
    },
    required: ['day', 'peak_time_utc', 'peak_mw'],
  },
  forecast_of_that_hour: MW,
  ...Object.fromEntries(OTHERS.map((column) => [column, BESIDE])),
  operator_issued_at: { type: 'string', format: 'date-time' },
  drivers: { type: 'object', description: 'Parts that add up to the forecast of that hour, MW.' },
};

export const explainPeak: Tool = {
  name: 'explain_peak',
  title: 'The peak and its comparisons',
  description:
    'The expected peak of a market day in MW with its bounds and its most likely hour, as every page shows it; ours, the operator’s and the naive forecasts (the same hour a day and a week before) and the measured load of that hour; how far ours is from each in percent, and when each is highest. Plans with bounds also get the drivers of that hour, which add up to our forecast of it. `gate` selects the forecast made that long before.',
  takes: { endpoint: 'getPeaks', names: ['region', 'gate', 'as_of', 'tz'] },
  more: [DATE],
  output: OUTPUT,
  async answer(ask, { date, ...parameters }) {
    const asked = { tz: 'market', ...parameters, ...rangeOf(date) };
    const peaks = await askRows(ask, '/v1/demand/peaks', asked);
    const at = (peaks.data['peak_time_utc'] ?? []).findIndex(
      (hour, day) => hour !== null && (date !== undefined || isToCome(peaks, day, parameters['as_of'])),
    );
    if (at < 0) throw new Refused('no_data: these hours have no forecast');
    const { day, peak_mw, p10, p90, peak_time_utc, peak_time_local } = rowAt(peaks.data, at, PEAK_NAMES);
    const hours = await askRows(ask, '/v1/demand/compare', { ...asked, start: String(day), end: String(day) });
    const row = rowOf(hours, peak_time_utc ?? null);
    const { region, issued_at, model, operator_issued_at } = row;
    const beside = OTHERS.map((column) => [column, heldAgainst(hours, column, row)] as const);
    return textOf({
      ...{ region, unit: 'MW', issued_at, model },
      peak: { day, peak_time_utc, peak_time_local, peak_mw, p10, p90 },
      forecast_of_that_hour: row[OURS],
      ...Object.fromEntries(beside),
      operator_issued_at,
      drivers: await driversOf(ask, choiceOf(parameters, row, hours), row),
    });
  },
};

const PEAK_NAMES = ['day', 'peak_mw', 'p10', 'p90', 'peak_time_utc', 'peak_time_local'];

function rangeOf(date: string | undefined): Parameters {
  if (date === undefined) return {};
  if (!('date' in parseDate(date))) {
    throw new Refused('invalid_parameter: date: expected a market day, as 2026-11-20');
  }
  return { start: date, end: date };
}

/**
 * What the forecast of the hour is made of, MW: parts that add up to it. Undefined where the plan has no bounds, and so no
 * drivers, and where the run that was shown was kept without.
 */
async function driversOf(ask: Ask, parameters: Parameters, row: Row): Promise<object | undefined> {
  if (row['p10'] === undefined) return undefined;
  const start = String(row['time_utc']);
  const end = isoUtc(parseEpochMs(start) + HOUR_MS);
  try {
    const answer = await askRows(ask, '/v1/demand/drivers', { ...parameters, start, end });
    const { time_utc, region: _region, value_mw: _value, issued_at, model: _model, ...parts } = rowOf(answer, start);
    return time_utc === start && issued_at === row['issued_at'] ? parts : undefined;
  } catch (thrown) {
    if (thrown instanceof Refused && thrown.message.startsWith('no_data')) return undefined;
    throw thrown;
  }
}

/**
 * The choice by which the run of a row is the newest: an hour that was measured, or that began before the newest run does, is
 * shown by the run that was the newest when it began.
 */
function choiceOf({ region, gate, as_of }: Parameters, row: Row, { data }: Columns): Parameters {
  if (gate !== undefined) return { region, gate, as_of };
  const isOfAnOlderRun = data['issued_at']?.some((issuedAt) => String(issuedAt ?? '') > String(row['issued_at']));
  const isOfItsStart = isOfAnOlderRun || row['actual_mw'] !== undefined;
  return { region, as_of: isOfItsStart ? String(row['time_utc']) : as_of };
}

/** Whether the hour of a day's peak has not ended; any is explained that was asked for by its date. */
function isToCome({ data, meta }: Columns, day: number, asOf: string | undefined): boolean {
  return (
    parseEpochMs(String(data['peak_time_utc']![day])) + HOUR_MS > parseEpochMs(asOf ?? String(meta['generated_at']))
  );
}

/** Another series at the hour of our peak, how far ours is from it, and its own highest hour. Undefined where it has no value. */
function heldAgainst(hours: Columns, column: string, row: Row): object | undefined {
  const theirs = row[column];
  if (theirs === undefined) return undefined;
  const own = highest(hours, column);
  return {
    at_that_hour: theirs,
    ours_is_higher_by_pct: Math.round((Number(row[OURS]) / Number(theirs) - 1) * 1_000) / 10,
    own_highest: own?.[column],
    own_highest_time_utc: own?.['time_utc'],
  };
}
