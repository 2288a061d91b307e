import { z } from 'zod';
import { parseJson } from '../body.js';
import { FeedError, type FeedValue, type ParseFeed } from '../feed.js';
import { offsetTime } from '../labels.js';

const mwAt = z.object({ BeginDate: z.string(), Mw: z.number().nullish() });
const wsclient = z.array(z.object({ data: z.object({ actual: z.array(mwAt), forecast: z.array(mwAt) }) })).min(1);

const valuesOf = (rows: readonly z.infer<typeof mwAt>[]): FeedValue[] =>
  rows.flatMap(({ BeginDate, Mw }) => (Mw == null ? [] : [{ start: offsetTime(BeginDate), mw: Mw }]));

/** `wsclient`, JSON: load every five minutes and the hourly forecast, by their starts with offset. */
export const parseWsclient: ParseFeed = (bytes) => {
  const [{ data }] = parseJson(bytes, wsclient) as [z.infer<typeof wsclient>[number]];
  return { actual: valuesOf(data.actual), actualMinutes: 5, forecast: valuesOf(data.forecast) };
};

/** One element, or a list of them: the web services write both. */
const listOf = <T extends z.ZodType>(one: T) => z.union([z.array(one), one.transform((value) => [value])]);
const loadRow = z.object({ BeginDate: z.string(), Load: z.number() });
const systemLoad = z.object({ HourlySystemLoads: z.object({ HourlySystemLoad: listOf(loadRow) }) });

/** `hourlysysload`: load by hour. */
export const parseHourlySystemLoad: ParseFeed = (bytes) => {
  const { HourlySystemLoads } = parseJson(bytes, systemLoad);
  const rows = HourlySystemLoads.HourlySystemLoad as z.infer<typeof loadRow>[];
  const actual = rows.map(({ BeginDate, Load }) => ({ start: offsetTime(BeginDate), mw: Load }));
  return { actual, actualMinutes: 60, forecast: [] };
};

const issueRow = z.object({ BeginDate: z.string(), CreationDate: z.string(), LoadMw: z.number() });
const forecasts = z.object({ HourlyLoadForecasts: z.object({ HourlyLoadForecast: listOf(issueRow) }) });

/** `hourlyloadforecast/all`: every issue of a day; the newest of them is read. */
export const parseHourlyForecast: ParseFeed = (bytes) => {
  const { HourlyLoadForecasts } = parseJson(bytes, forecasts);
  const rows = HourlyLoadForecasts.HourlyLoadForecast as z.infer<typeof issueRow>[];
  const publishedAt = rows.reduce(
    (newest, row) => Math.max(newest, offsetTime(row.CreationDate)),
    Number.NEGATIVE_INFINITY,
  );
  if (!Number.isFinite(publishedAt)) throw new FeedError('no_data', 'the reply holds no issue');
  const forecast = rows
    .filter(({ CreationDate }) => offsetTime(CreationDate) === publishedAt)
    .map(({ BeginDate, LoadMw }) => ({ start: offsetTime(BeginDate), mw: LoadMw }));
  return { actual: [], actualMinutes: 60, forecast, publishedAt };
};
