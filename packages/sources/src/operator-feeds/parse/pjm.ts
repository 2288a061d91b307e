import { MINUTE_MS } from '@loadcast/core';
import { z } from 'zod';
import { parseJson } from '../body.js';
import { FeedError, type ParseFeed } from '../feed.js';
import { parseUtc } from '../labels.js';

/** Rows alone with `download=true`, else in an envelope. */
const rowsOf = <T extends z.ZodType>(row: T) => z.union([z.array(row), z.object({ items: z.array(row) })]);

const instantaneous = rowsOf(
  z.object({ datetime_beginning_utc: z.string(), area: z.string(), instantaneous_load: z.number() }),
);

/** `inst_load`: load of every area about every five minutes, stamped with odd seconds. */
export const parseInstLoad: ParseFeed = (bytes) => {
  const reply = parseJson(bytes, instantaneous);
  const rows = Array.isArray(reply) ? reply : reply.items;
  const byStep = new Map<number, number>();
  for (const { datetime_beginning_utc: at, area, instantaneous_load: mw } of rows) {
    if (area === 'PJM RTO') byStep.set(Math.floor(parseUtc(at) / (5 * MINUTE_MS)) * 5 * MINUTE_MS, mw);
  }
  const actual = [...byStep].map(([start, mw]) => ({ start, mw })).sort((a, b) => a.start - b.start);
  return { actual, actualMinutes: 5, forecast: [] };
};

const sevenDay = rowsOf(
  z.object({
    evaluated_at_datetime_utc: z.string(),
    forecast_datetime_beginning_utc: z.string(),
    forecast_area: z.string(),
    forecast_load_mw: z.number(),
  }),
);

/** `load_frcstd_7_day`: the newest issue, seven days by hour from today's midnight. */
export const parseSevenDayForecast: ParseFeed = (bytes) => {
  const reply = parseJson(bytes, sevenDay);
  const rows = (Array.isArray(reply) ? reply : reply.items).filter(
    ({ forecast_area }) => forecast_area === 'RTO_COMBINED',
  );
  if (rows.length === 0) throw new FeedError('no_data', 'the reply holds no row of RTO_COMBINED');
  const publishedAt = Math.max(...rows.map((row) => parseUtc(row.evaluated_at_datetime_utc)));
  const forecast = rows.map((row) => ({
    start: parseUtc(row.forecast_datetime_beginning_utc),
    mw: row.forecast_load_mw,
  }));
  return { actual: [], actualMinutes: 5, forecast, publishedAt };
};
