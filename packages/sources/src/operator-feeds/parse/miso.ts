import { DAY_MS, HOUR_MS, MINUTE_MS } from '@loadcast/core';
import { z } from 'zod';
import { parseJson, parseNumber } from '../body.js';
import { FeedError, type FeedValue, type ParseFeed } from '../feed.js';
import { biffCells, type Cell } from '../xls/biff-cells.js';
import { readStream } from '../xls/compound-file.js';

/** Eastern standard time all year. */
const EST_MS = -5 * HOUR_MS;

const realTime = z.object({
  LoadInfo: z.object({
    RefId: z.string(),
    MediumTermLoadForecast: z.array(
      z.object({ Forecast: z.object({ HourEnding: z.string(), LoadForecast: z.string() }) }),
    ),
    FiveMinTotalLoad: z.array(z.object({ Load: z.object({ Time: z.string(), Value: z.string() }) })),
  }),
});

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `RealTimeTotalLoad`: load every five minutes by its start, and the forecast of the hours of today; numbers are texts. */
export const parseRealTimeTotalLoad: ParseFeed = (bytes) => {
  const { RefId, MediumTermLoadForecast, FiveMinTotalLoad } = parseJson(bytes, realTime).LoadInfo;
  const [, day, month, year, hour, minute] = /^(\d{2})-(\w{3})-(\d{4}) .*?(\d{2}):(\d{2}) EST$/.exec(RefId) ?? [];
  const monthAt = MONTHS.indexOf(month ?? '');
  if (monthAt < 0) throw new FeedError('unexpected', 'RefId is no day and time in EST');
  const midnight = Date.UTC(Number(year), monthAt, Number(day)) - EST_MS;
  const actual = FiveMinTotalLoad.flatMap(({ Load }): FeedValue[] => {
    const [, h, m] = /^(\d{2}):(\d{2})$/.exec(Load.Time) ?? [];
    if (h === undefined) throw new FeedError('unexpected', 'a Time is not HH:MM');
    const mw = parseNumber(Load.Value);
    return mw === undefined ? [] : [{ start: midnight + Number(h) * HOUR_MS + Number(m) * MINUTE_MS, mw }];
  });
  const forecast = MediumTermLoadForecast.flatMap(({ Forecast }): FeedValue[] => {
    const mw = parseNumber(Forecast.LoadForecast);
    return mw === undefined ? [] : [{ start: midnight + (Number(Forecast.HourEnding) - 1) * HOUR_MS, mw }];
  });
  const publishedAt = midnight + Number(hour) * HOUR_MS + Number(minute) * MINUTE_MS;
  return { actual, actualMinutes: 5, forecast, publishedAt };
};

/** Days from 1899-12-30, the origin of Excel's serials, to 1970-01-01. */
const EXCEL_ORIGIN_DAYS = 25_569;

/** `df_al.xls`: load of yesterday and forecasts of six days; the last of them holds one value, and is no forecast. */
export const parseDfAl: ParseFeed = (bytes, { fileName }) => {
  const rows = biffCells(readStream(Buffer.from(bytes), 'Workbook'));
  const header = [...rows.values()].find((cells) => cells.get(0) === 'Market Day');
  if (!header) throw new FeedError('unexpected', 'the sheet has no row that begins with Market Day');
  const [forecastAt, loadAt] = [findColumn(header, /^MISO MTLF/), findColumn(header, /^MISO ActualLoad/)];
  const [actual, forecast]: [FeedValue[], FeedValue[]] = [[], []];
  for (const cells of rows.values()) {
    const [serial, hourEnding] = [cells.get(0), cells.get(1)];
    if (typeof serial !== 'number' || typeof hourEnding !== 'number') continue;
    const start = (serial - EXCEL_ORIGIN_DAYS) * DAY_MS - EST_MS + (hourEnding - 1) * HOUR_MS;
    const [mtlf, load] = [cells.get(forecastAt), cells.get(loadAt)];
    if (typeof load === 'number') actual.push({ start, mw: load });
    if (typeof mtlf === 'number') forecast.push({ start, mw: mtlf });
  }
  return { actual, actualMinutes: 60, forecast, publishedAt: dayIn(fileName) };
};

function findColumn(header: ReadonlyMap<number, Cell>, name: RegExp): number {
  for (const [column, cell] of header) if (typeof cell === 'string' && name.test(cell)) return column;
  throw new FeedError('unexpected', `the sheet has no column ${name.source.slice(1)}`);
}

/** The file of a day appears when it begins. */
function dayIn(fileName: string): number | undefined {
  const [, y, m, d] = /(\d{4})(\d{2})(\d{2})_df_al/.exec(fileName) ?? [];
  return y === undefined ? undefined : Date.UTC(Number(y), Number(m) - 1, Number(d)) - EST_MS;
}
