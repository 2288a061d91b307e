import { HOUR_MS } from '@loadcast/core';
import { isoUtc } from '@loadcast/formats';
import * as z from 'zod';
import { type Ask, type Parameters, Refused } from '../ask.js';
import { type Columns, textOf } from '../small-answer.js';
import { highest, type Row, rowOf } from './highest.js';
import { askRows, type Tool } from './tool.js';

const DATE = {
  name: 'date',
  isRequired: false,
  schema: { type: 'string', format: 'date', examples: ['2026-11-20'] },
  text: 'The market day whose peak is explained, also a past one. Absent: the hours to come, up to a day from now.',
};

const OURS = 'loadcast_mw';

/** What ours is held against, by their columns. */
const OTHERS = ['operator_mw', 'naive_24h_mw', 'naive_168h_mw', 'actual_mw'];

export const explainPeak: Tool = {
  name: 'explain_peak',
  title: 'The peak and its comparisons',
  description:
    'The highest forecast hour of a market day in MW with its bounds; the operator’s forecast, the naive ones (the same hour a day and a week before) and the measured load of that hour; how far ours is from each in percent, and when each has its own peak. Plans with bounds also get the drivers of that hour, which add up to it. `gate` or `lead` select the forecast made that long before.',
  takes: { endpoint: 'compareForecasts', names: ['region', 'gate', 'lead', 'as_of', 'tz'] },
  more: [DATE],
  async answer(ask, { date, ...parameters }) {
    const asked = { tz: 'market', ...parameters, ...rangeOf(date) };
    const answer = await askRows(ask, '/v1/demand/compare', asked);
    const hours = date === undefined ? afterTheMeasured(answer) : answer;
    const peak = highest(hours, OURS);
    if (!peak) throw new Refused('no_data: there is no forecast of these hours');
    const row = rowOf(hours, peak['time_utc'] ?? null);
    const { region, issued_at, model, operator_issued_at } = row;
    const beside = OTHERS.map((column) => [column, heldAgainst(hours, column, row)] as const);
    return textOf({
      ...{ region, unit: 'MW', issued_at, model, peak },
      ...Object.fromEntries(beside),
      operator_issued_at,
      drivers: await driversOf(ask, choiceOf(parameters, row, answer), row),
    });
  },
};

function rangeOf(date: string | undefined): Parameters {
  if (date === undefined) return {};
  if (!z.iso.date().safeParse(date).success) {
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
  const end = isoUtc(Date.parse(start) + HOUR_MS);
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
function choiceOf({ region, gate, lead, as_of }: Parameters, row: Row, { data }: Columns): Parameters {
  if (gate !== undefined || lead !== undefined) return { region, gate, lead, as_of };
  const isOfAnOlderRun = data['issued_at']?.some((issuedAt) => String(issuedAt ?? '') > String(row['issued_at']));
  const isOfItsStart = isOfAnOlderRun || row['actual_mw'] !== undefined;
  return { region, as_of: isOfItsStart ? String(row['time_utc']) : as_of };
}

/** The rows after the newest measured hour. */
function afterTheMeasured({ data, meta }: Columns): Columns {
  const from = (data['actual_mw'] ?? []).findLastIndex((cell) => cell !== null) + 1;
  return { data: Object.fromEntries(Object.entries(data).map(([name, cells]) => [name, cells.slice(from)])), meta };
}

/** Another series at the hour of our peak, how far ours is from it, and its own peak. Undefined where it has no value. */
function heldAgainst(hours: Columns, column: string, row: Row): object | undefined {
  const theirs = row[column];
  if (theirs === undefined) return undefined;
  const own = highest(hours, column);
  return {
    at_that_hour: theirs,
    ours_is_higher_by_pct: Math.round((Number(row[OURS]) / Number(theirs) - 1) * 1_000) / 10,
    own_peak: own?.[column],
    own_peak_time_utc: own?.['time_utc'],
  };
}
