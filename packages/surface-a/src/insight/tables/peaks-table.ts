import { type Area, HOUR_MS } from '@loadcast/core';
import type { PeakDay } from '@loadcast/core/insight';
import { operatingDayWindow } from '@loadcast/core/time';
import { modelText, type Table, type TableColumn, tableOf } from '@loadcast/formats';
import { wallColumn } from './wall-column.js';

export interface PeakRow extends PeakDay {
  readonly area: Area;
  readonly code: string;
}

/** Hours of the longest day. */
export const MOST_HOURS = 25;

/** Name of the probability, in percent, of an hour of the day, from 1. */
export const hourOddsName = (hour: number): string => `hour_${hour}_pct`;

/** A row a day and area. There are no bounds and no probabilities without `hasOdds`. */
export function peaksTable(
  rows: readonly PeakRow[],
  { hasOdds, zoneFor }: { readonly hasOdds: boolean; readonly zoneFor: (area: Area) => string | undefined },
): Table {
  const text = (name: string, value: (row: PeakRow) => string | undefined): TableColumn => ({
    name,
    kind: 'text',
    values: rows.map(value),
  });
  const number = (name: string, value: (row: PeakRow) => number | undefined): TableColumn => ({
    name,
    kind: 'number',
    values: rows.map((row) => value(row) ?? Number.NaN),
  });
  const odds = (name: string, value: (row: PeakRow) => number | undefined) =>
    hasOdds ? number(name, (row) => percent(value(row))) : undefined;
  const likeliest = rows.map((row) => ({ area: row.area, at: likeliestStart(row) }));
  const actual = rows.map(({ area, actual: peak }) => ({ area, at: peak?.start ?? Number.NaN }));
  return tableOf(rows.length, [
    text('day', ({ day }) => day),
    text('region', ({ code }) => code),
    text('state', stateOf),
    number('peak_mw', (row) => rounded(row.odds?.peak?.expectedMw, 2)),
    hasOdds ? number('p10', (row) => rounded(row.odds?.peak?.p10Mw, 2)) : undefined,
    hasOdds ? number('p90', (row) => rounded(row.odds?.peak?.p90Mw, 2)) : undefined,
    { name: 'peak_time_utc', kind: 'instant', values: likeliest.map(({ at }) => at) },
    wallColumn('peak_time_local', likeliest, zoneFor),
    odds('month_pct', (row) => row.odds?.monthOdds),
    text('season', (row) => row.odds?.season),
    odds('season_so_far_pct', (row) => row.odds?.seasonSoFarOdds),
    text('program', (row) => row.odds?.program?.id),
    odds('program_pct', (row) => row.odds?.programOdds),
    ...Array.from({ length: MOST_HOURS }, (_, hour) => odds(hourOddsName(hour + 1), (row) => hourOdds(row, hour))),
    number('actual_peak_mw', (row) => row.actual?.valueMw),
    { name: 'actual_peak_time_utc', kind: 'instant', values: actual.map(({ at }) => at) },
    wallColumn('actual_peak_time_local', actual, zoneFor),
    { name: 'odds_at', kind: 'instant', values: rows.map((row) => (row.run ? row.oddsAt : Number.NaN)) },
    { name: 'issued_at', kind: 'instant', values: rows.map(({ run }) => run?.issuedAt ?? Number.NaN) },
    text('model', ({ run }) => run && modelText(run.model)),
  ]);
}

const stateOf = ({ odds, actual }: PeakRow): string => (actual ? 'measured' : odds?.peak ? 'forecast' : 'pending');

const hourOdds = ({ odds }: PeakRow, hour: number): number | undefined => odds?.peak?.hourOdds[hour];

function likeliestStart({ area, day, odds }: PeakRow): number {
  if (!odds?.peak) return Number.NaN;
  return operatingDayWindow(area.marketTimezone, day).start + odds.peak.likeliestHour * HOUR_MS;
}

function rounded(value: number | undefined, decimals: number): number | undefined {
  return value === undefined ? undefined : Math.round(value * 10 ** decimals) / 10 ** decimals;
}

const percent = (odds: number | undefined): number | undefined => (odds === undefined ? undefined : 100 * odds);
