import { type Area, HOUR_MS } from '@loadcast/core';
import type { PeakDay } from '@loadcast/core/insight';
import { operatingDayWindow } from '@loadcast/core/time';
import { modelText, type Table, tableOf } from '@loadcast/formats';
import { columnsFrom } from './columns-from.js';

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
  const { instant, number, text, wall } = columnsFrom(rows, ({ area }) => zoneFor(area));
  const bound = (name: string, value: (row: PeakRow) => number | undefined) =>
    hasOdds ? number(name, value) : undefined;
  const odds = (name: string, value: (row: PeakRow) => number | undefined) => bound(name, (row) => percent(value(row)));
  return tableOf(rows.length, [
    text('day', ({ day }) => day),
    text('region', ({ code }) => code),
    text('state', stateOf),
    number('peak_mw', (row) => rounded(row.odds?.peak?.expectedMw, 2)),
    bound('p10', (row) => rounded(row.odds?.peak?.p10Mw, 2)),
    bound('p90', (row) => rounded(row.odds?.peak?.p90Mw, 2)),
    instant('peak_time_utc', likeliestStart),
    wall('peak_time_local', likeliestStart),
    odds('month_pct', (row) => row.odds?.monthOdds),
    text('season', (row) => row.odds?.season),
    odds('season_so_far_pct', (row) => row.odds?.seasonSoFarOdds),
    text('program', (row) => row.odds?.program?.id),
    odds('program_pct', (row) => row.odds?.programOdds),
    ...Array.from({ length: MOST_HOURS }, (_, hour) => odds(hourOddsName(hour + 1), (row) => hourOdds(row, hour))),
    number('actual_peak_mw', (row) => row.actual?.valueMw),
    instant('actual_peak_time_utc', ({ actual }) => actual?.start),
    wall('actual_peak_time_local', ({ actual }) => actual?.start),
    instant('odds_at', ({ run, oddsAt }) => run && oddsAt),
    instant('issued_at', ({ run }) => run?.issuedAt),
    text('model', ({ run }) => run && modelText(run.model)),
  ]);
}

const stateOf = ({ odds, actual }: PeakRow): string => (actual ? 'measured' : odds?.peak ? 'forecast' : 'pending');

const hourOdds = ({ odds }: PeakRow, hour: number): number | undefined => odds?.peak?.hourOdds[hour];

function likeliestStart({ area, day, odds }: PeakRow): number | undefined {
  if (!odds?.peak) return undefined;
  return operatingDayWindow(area.marketTimezone, day).start + odds.peak.likeliestHour * HOUR_MS;
}

function rounded(value: number | undefined, decimals: number): number | undefined {
  return value === undefined ? undefined : Math.round(value * 10 ** decimals) / 10 ** decimals;
}

const percent = (odds: number | undefined): number | undefined => (odds === undefined ? undefined : 100 * odds);
