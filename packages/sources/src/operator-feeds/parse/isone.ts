import { z } from 'zod';
import { parseJson } from '../body.js';
import type { FeedValue, ParseFeed } from '../feed.js';
import { FeedError } from '../feed-error.js';
import { offsetTime } from '../labels.js';
import { checkedRow, type LeftOut, valueAt } from '../left-out.js';

const mwAt = z.object({ BeginDate: z.string(), Mw: z.number().nullish() });
const rows = z.array(z.unknown());
const wsclient = z.tuple([z.object({ data: z.object({ actual: rows, forecast: rows }) })], z.unknown());

const valuesOf = (raws: readonly unknown[], what: string, left: LeftOut): FeedValue[] =>
  left.rows(raws, what, (raw) => {
    const { BeginDate, Mw } = checkedRow(mwAt, raw);
    return valueAt(offsetTime(BeginDate), Mw ?? undefined);
  });

/** `wsclient`, JSON: load every five minutes and the hourly forecast, by their starts with offset. */
export const parseWsclient: ParseFeed = (bytes, { left }) => {
  const [{ data }] = parseJson(bytes, wsclient);
  const forecast = valuesOf(data.forecast, 'forecast', left);
  return { actual: valuesOf(data.actual, 'load', left), actualMinutes: 5, forecast };
};

/** One element, or a list of them: the web services write both. */
const listed = z.union([rows, z.unknown().transform((one) => [one])]);
const loadRow = z.object({ BeginDate: z.string(), Load: z.number() });
const systemLoad = z.object({ HourlySystemLoads: z.object({ HourlySystemLoad: listed }) });

export const parseHourlySystemLoad: ParseFeed = (bytes, { left }) => {
  const { HourlySystemLoads } = parseJson(bytes, systemLoad);
  const actual = left.rows(HourlySystemLoads.HourlySystemLoad, 'load', (raw) => {
    const { BeginDate, Load } = checkedRow(loadRow, raw);
    return { start: offsetTime(BeginDate), mw: Load };
  });
  return { actual, actualMinutes: 60, forecast: [] };
};

const issueRow = z.object({ BeginDate: z.string(), CreationDate: z.string(), LoadMw: z.number() });
const forecasts = z.object({ HourlyLoadForecasts: z.object({ HourlyLoadForecast: listed }) });

/** `hourlyloadforecast/all`: every issue of a day; the newest of them is read. */
export const parseHourlyForecast: ParseFeed = (bytes, { left }) => {
  const { HourlyLoadForecasts } = parseJson(bytes, forecasts);
  const issues = left.rows(HourlyLoadForecasts.HourlyLoadForecast, 'forecast', (raw) => {
    const { BeginDate, CreationDate, LoadMw } = checkedRow(issueRow, raw);
    return { start: offsetTime(BeginDate), mw: LoadMw, issuedAt: offsetTime(CreationDate) };
  });
  const publishedAt = issues.reduce((newest, { issuedAt }) => Math.max(newest, issuedAt), Number.NEGATIVE_INFINITY);
  if (issues.length === 0) throw left.fault ?? new FeedError('no_data', 'the reply holds no issue');
  const forecast = issues.filter(({ issuedAt }) => issuedAt === publishedAt).map(({ start, mw }) => ({ start, mw }));
  return { actual: [], actualMinutes: 60, forecast, publishedAt };
};
