import {
  type Area,
  addDays,
  DAY_MS,
  type EpochMs,
  GATE_TIME_OF_DAY_MS,
  gateLeadDays,
  localDay,
  MARKET_RUNS,
  type Window,
} from '@loadcast/core';
import {
  type BulkMonth,
  type ScoreRow,
  scoreGroups,
  scoreRows,
  storedPoints,
  versionsDigest,
} from '@loadcast/core/insight';
import { operatingDayWindow } from '@loadcast/core/time';
import { type Table, tableOf } from '@loadcast/formats';
import { columnsFrom } from '../../insight/tables/columns-from.js';
import { scoreColumns } from '../../insight/tables/scores-table.js';
import type { BulkAsk, BulkDeps } from '../bulk-dataset.js';
import { sumOfRuns } from './forecasts.js';

interface BulkScoreRow extends ScoreRow {
  readonly run: string;
}

/** Scores by day as `/v1/demand/scores?by=day` gives them of the month's days, `pending` included. */
export async function* scoreTables(deps: BulkDeps, ask: BulkAsk): AsyncGenerator<Table> {
  const { coded, month, asOf } = ask;
  const { area, code } = coded;
  const window = daysOver(area, month, asOf);
  if (!window) return;
  const rows: BulkScoreRow[] = [];
  for (const run of MARKET_RUNS) {
    const choice = { kind: 'gate', daysBefore: gateLeadDays(run), timeOfDayMs: GATE_TIME_OF_DAY_MS } as const;
    const points = await storedPoints(deps, { area, choice, window, asOf, actuals: 'latest' });
    const [whole] = scoreGroups(points, area.marketTimezone, 'all');
    if (!whole) continue;
    const days = scoreGroups(points, area.marketTimezone, 'day');
    rows.push(...scoreRows(whole, days).map((row) => ({ ...row, run })));
    await deps.pause?.();
  }
  if (rows.length === 0) return;
  const { text } = columnsFrom(rows);
  yield tableOf(rows.length, [
    text('region', () => code),
    text('run', ({ run }) => run),
    text('operating_day', ({ key }) => key),
    text('forecast', ({ forecast }) => forecast),
    ...scoreColumns(rows),
  ]);
}

/** How far before the month values and runs are that its scores depend on: screening looks back twice, a run 15 days. */
const VALUES_BACK_MS = 90 * DAY_MS;
const RUNS_BACK_MS = 20 * DAY_MS;

export async function digestOfScores({ actuals, vintages }: BulkDeps, ask: BulkAsk): Promise<string> {
  const { coded, month, asOf } = ask;
  const { id, series } = coded.area;
  const window = daysOver(coded.area, month, asOf);
  if (!window) return '';
  const values = { start: window.start - VALUES_BACK_MS, end: window.end };
  const load = await actuals.read({ series, measure: 'demand' });
  const operator = await actuals.read({ series, measure: 'day_ahead_forecast' });
  const runs = await vintages.headers(id, { start: window.start - RUNS_BACK_MS, end: Math.min(window.end, asOf + 1) });
  const digests = [load, operator].map((known) => versionsDigest(known, values, asOf));
  return [...digests, sumOfRuns(runs), window.end].join(' ');
}

/** The operating days of a month that were over at `asOf`; undefined where none was. */
function daysOver({ marketTimezone: zone }: Area, { name }: BulkMonth, asOf: EpochMs): Window | undefined {
  const first = `${name}-01`;
  const newest = addDays(localDay(zone, asOf), -1);
  const lastOfMonth = addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1);
  const last = [newest, lastOfMonth].sort()[0]!;
  if (last < first) return undefined;
  return { start: operatingDayWindow(zone, first).start, end: operatingDayWindow(zone, last).end };
}
