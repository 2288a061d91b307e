import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS } from '@loadcast/core';
import { readWallTime } from '@loadcast/core/time';
import { z } from 'zod';
import { parseJson } from '../body.js';
import type { ParseFeed } from '../feed.js';
import { FeedError } from '../feed-error.js';
import { usWall } from '../labels.js';
import { checkedRow, type FeedValue, readMw, valueAt } from '../left-out.js';
import { biffCells, type Cell } from '../xls/biff-cells.js';
import { readStream } from '../xls/compound-file.js';

/** Eastern standard time all year. */
const EST_MS = -5 * HOUR_MS;

const realTime = z.object({
  LoadInfo: z.object({
    RefId: z.string(),
    MediumTermLoadForecast: z.array(z.unknown()),
    FiveMinTotalLoad: z.array(z.unknown()),
  }),
});
const loadRow = z.object({ Load: z.object({ Time: z.string(), Value: z.unknown() }) });
const forecastRow = z.object({ Forecast: z.object({ HourEnding: z.unknown(), LoadForecast: z.unknown() }) });

/** `RealTimeTotalLoad`: load every five minutes by its start, and the forecast of the hours of today; numbers are texts. */
export const parseRealTimeTotalLoad: ParseFeed = (bytes, { left }) => {
  const { RefId, MediumTermLoadForecast, FiveMinTotalLoad } = parseJson(bytes, realTime).LoadInfo;
  const [, day = '', time] = /^(\d{2}-\w{3}-\d{4}) .*?(\d{2}:\d{2}) EST$/.exec(RefId) ?? [];
  const [midnight, publishedAt] = [readWallTime(day) - EST_MS, readWallTime(`${day} ${time}`) - EST_MS];
  if (Number.isNaN(publishedAt)) throw new FeedError('unexpected', 'RefId is no day and time in EST');
  const actual = left.rows(FiveMinTotalLoad, 'load', (raw): FeedValue | undefined => {
    const { Time, Value } = checkedRow(loadRow, raw).Load;
    const [, h, m] = /^(\d{2}):(\d{2})$/.exec(Time) ?? [];
    if (h === undefined) throw new FeedError('unexpected', 'a Time is not HH:MM');
    return valueAt(midnight + Number(h) * HOUR_MS + Number(m) * MINUTE_MS, readMw(Value));
  });
  const forecast = left.rows(MediumTermLoadForecast, 'forecast', (raw): FeedValue | undefined => {
    const { HourEnding, LoadForecast } = checkedRow(forecastRow, raw).Forecast;
    return valueAt(midnight + (readHourEnding(HourEnding) - 1) * HOUR_MS, readMw(LoadForecast));
  });
  return { actual, actualMinutes: 5, forecast, publishedAt };
};

/** Days from 1899-12-30, the origin of Excel's serials, to 1970-01-01. */
const EXCEL_ORIGIN_DAYS = 25_569;

/**
 * `df_al.xls`: load of yesterday and forecasts of six days; the last of them holds one value, and is no forecast. Columns are found by
 * the words of the header, because their places move.
 */
export const parseDfAl: ParseFeed = (bytes, { fileName, left }) => {
  const sheet = [...biffCells(readStream(Buffer.from(bytes), 'Workbook')).values()];
  const headerAt = sheet.findIndex((cells) => [...cells.values()].some((cell) => DAY.test(String(cell))));
  if (headerAt < 0) throw new FeedError('unexpected', 'the sheet has no row with Market Day');
  const [dayAt, hourAt, forecastAt, loadAt] = [DAY, /^HourEnding/i, /^MISO MTLF/i, /^MISO ActualLoad/i].map((name) =>
    findColumn(sheet[headerAt]!, name),
  ) as [number, number, number, number];
  // Notes below the table have no hour, and each day may repeat the header.
  const rows = sheet.slice(headerAt + 1).filter((cells) => cells.has(hourAt) && !DAY.test(String(cells.get(dayAt))));
  const valuesAt = (column: number, what: string): FeedValue[] =>
    left.rows(rows, what, (cells) => {
      const start = readDay(cells.get(dayAt)) + (readHourEnding(cells.get(hourAt)) - 1) * HOUR_MS;
      return valueAt(start, readMw(cells.get(column)));
    });
  const [actual, forecast] = [valuesAt(loadAt, 'load'), valuesAt(forecastAt, 'forecast')];
  if (rows.length === 0) throw new FeedError('unexpected', 'the sheet has no row with an hour below its header');
  return { actual, actualMinutes: 60, forecast, publishedAt: dayIn(fileName) };
};

const DAY = /^Market ?Day$/i;

/** Midnight of a day that is a serial or `MM/DD/YYYY`. */
function readDay(cell: Cell | undefined): EpochMs {
  return (typeof cell === 'number' ? (cell - EXCEL_ORIGIN_DAYS) * DAY_MS : usWall(String(cell ?? ''))) - EST_MS;
}

/** 1 to 24, as a number or as its text. */
function readHourEnding(given: unknown): number {
  const hour = readMw(given);
  if (hour !== undefined && Number.isInteger(hour) && hour >= 1 && hour <= 24) return hour;
  throw new FeedError('unexpected', 'an HourEnding is not 1 to 24');
}

function findColumn(header: ReadonlyMap<number, Cell>, name: RegExp): number {
  for (const [column, cell] of header) if (typeof cell === 'string' && name.test(cell.trim())) return column;
  throw new FeedError('unexpected', `the sheet has no column ${name.source.slice(1)}`);
}

/** The file of a day appears when it begins. */
function dayIn(fileName: string): number | undefined {
  const [, y, m, d] = /(\d{4})(\d{2})(\d{2})_df_al/.exec(fileName) ?? [];
  return y === undefined ? undefined : Date.UTC(Number(y), Number(m) - 1, Number(d)) - EST_MS;
}
