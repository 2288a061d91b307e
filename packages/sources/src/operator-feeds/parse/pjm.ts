import { MINUTE_MS } from '@loadcast/core';
import { z } from 'zod';
import { parseJson } from '../body.js';
import type { ParseFeed } from '../feed.js';
import { FeedError } from '../feed-error.js';
import { parseUtc } from '../labels.js';
import { checkedRow } from '../left-out.js';

/** Rows alone with `download=true`, else in an envelope. */
const listed = z.union([
  z.array(z.unknown()),
  z.object({ items: z.array(z.unknown()) }).transform(({ items }) => items),
]);

const instantaneous = z.object({
  datetime_beginning_utc: z.string(),
  area: z.string(),
  instantaneous_load: z.number(),
});

/** `inst_load`: load of every area about every five minutes, stamped with odd seconds. */
export const parseInstLoad: ParseFeed = (bytes, { left }) => {
  const byStep = new Map<number, number>();
  const samples = left.rows(parseJson(bytes, listed), 'load', (raw) => {
    const { datetime_beginning_utc: at, area, instantaneous_load: mw } = checkedRow(instantaneous, raw);
    return area === 'PJM RTO' ? { at: parseUtc(at), mw } : undefined;
  });
  for (const { at, mw } of samples) byStep.set(Math.floor(at / (5 * MINUTE_MS)) * 5 * MINUTE_MS, mw);
  const actual = [...byStep].map(([start, mw]) => ({ start, mw }));
  return { actual, actualMinutes: 5, forecast: [] };
};

const sevenDay = z.object({
  evaluated_at_datetime_utc: z.string(),
  forecast_datetime_beginning_utc: z.string(),
  forecast_area: z.string(),
  forecast_load_mw: z.number(),
});

/** `load_frcstd_7_day`: the newest issue, seven days by hour from today's midnight. */
export const parseSevenDayForecast: ParseFeed = (bytes, { left }) => {
  const rows = left.rows(parseJson(bytes, listed), 'forecast', (raw) => {
    const row = checkedRow(sevenDay, raw);
    if (row.forecast_area !== 'RTO_COMBINED') return undefined;
    const start = parseUtc(row.forecast_datetime_beginning_utc);
    return { start, mw: row.forecast_load_mw, evaluatedAt: parseUtc(row.evaluated_at_datetime_utc) };
  });
  if (rows.length === 0) throw left.fault ?? new FeedError('no_data', 'the reply holds no row of RTO_COMBINED');
  const publishedAt = Math.max(...rows.map(({ evaluatedAt }) => evaluatedAt));
  return { actual: [], actualMinutes: 5, forecast: rows.map(({ start, mw }) => ({ start, mw })), publishedAt };
};
