import type { Areas } from '@loadcast/core';
import type { AreaBacktest, BacktestPoints } from '@loadcast/core/backtest';
import { areaCode, isoUtc } from '@loadcast/formats';

export const POINTS_HEADER = 'area,run,issued_at,interval_start,value_mw,p10,p90,actual_mw';

/**
 * Every hour of some results as CSV, in pieces of one area and run, header first, LF after each line.
 *
 * Hours without a forecast are left out. `actual_mw` is empty where nothing was reported or screening flags the value.
 */
export function* pointsCsv(results: readonly AreaBacktest[], areas: Areas): Generator<string> {
  yield `${POINTS_HEADER}\n`;
  for (const { areaId, runs } of results) {
    for (const { run, points } of runs) yield rowsOf(`${areaCode(areas.byId(areaId))},${run}`, points);
  }
}

function rowsOf(prefix: string, points: BacktestPoints): string {
  let text = '';
  for (let row = 0; row < points.start.length; row++) {
    if (Number.isNaN(points.valueMw[row]!)) continue;
    const instants = `${isoUtc(points.issuedAt[row]!)},${isoUtc(points.start[row]!)}`;
    const mw = [points.valueMw, points.p10Mw, points.p90Mw, points.actualMw].map((column) => number(column[row]!));
    text += `${prefix},${instants},${mw.join(',')}\n`;
  }
  return text;
}

/** A number as JavaScript writes it; nothing where it is missing. */
const number = (value: number): string => (Number.isNaN(value) ? '' : String(value));
