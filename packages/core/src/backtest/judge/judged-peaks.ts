import { HOUR_MS } from '../../time/instant.js';
import { operatingDayWindow } from '../../time/operating-day.js';
import { topHoursBiasPct } from '../peak-scores.js';
import type { BacktestPoints } from '../points.js';

/** How well the highest hour of a forecast curve meets the highest hour of the day; means over areas. NaN without a day. */
export interface JudgedPeaks {
  /** Days of all areas whose hours were all scored. */
  readonly days: number;
  /** Highest forecast hour over the highest actual hour, less 1: negative is too low. */
  readonly biasPct: number;
  /** Share of days whose highest hour was the highest of the forecast. */
  readonly hourHitPct: number;
  /** Mean error over the highest hundredth of the hours. */
  readonly topHoursBiasPct: number;
}

/** One area's hours. */
export interface PeakPoints {
  readonly zone: string;
  readonly points: Pick<BacktestPoints, 'actualMw' | 'valueMw'>;
  /** The scored rows, ascending, and their local days, `YYYY-MM-DD`. */
  readonly rows: readonly { readonly row: number; readonly day: string }[];
}

/** Scores of the daily peaks of a run. */
export function judgePeaks(areas: readonly PeakPoints[]): JudgedPeaks {
  const scored = areas.map(judgeArea).filter(({ days }) => days > 0);
  const mean = (value: (area: JudgedPeaks) => number) =>
    scored.reduce((sum, area) => sum + value(area), 0) / scored.length;
  return {
    days: scored.reduce((sum, { days }) => sum + days, 0),
    biasPct: mean(({ biasPct }) => biasPct),
    hourHitPct: mean(({ hourHitPct }) => hourHitPct),
    topHoursBiasPct: mean((area) => area.topHoursBiasPct),
  };
}

function judgeArea({ zone, points, rows }: PeakPoints): JudgedPeaks {
  const { actualMw, valueMw } = points;
  const byDay = new Map<string, number[]>();
  for (const { row, day } of rows) {
    const ofDay = byDay.get(day) ?? [];
    byDay.set(day, ofDay);
    ofDay.push(row);
  }
  let [days, bias, hits] = [0, 0, 0];
  for (const [day, ofDay] of byDay) {
    const window = operatingDayWindow(zone, day);
    if (ofDay.length < (window.end - window.start) / HOUR_MS) continue;
    const highest = (mw: Float64Array) => ofDay.reduce((best, row) => (mw[row]! > mw[best]! ? row : best));
    const [actual, forecast] = [highest(actualMw), highest(valueMw)];
    days++;
    bias += valueMw[forecast]! / actualMw[actual]! - 1;
    hits += Number(actual === forecast);
  }
  const scored = { actualMw: pick(actualMw, rows), valueMw: pick(valueMw, rows) };
  return {
    days,
    biasPct: (100 * bias) / days,
    hourHitPct: (100 * hits) / days,
    topHoursBiasPct: topHoursBiasPct(scored),
  };
}

function pick(column: Float64Array, rows: PeakPoints['rows']): Float64Array {
  return Float64Array.from(rows, ({ row }) => column[row]!);
}
