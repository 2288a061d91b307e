import { z } from 'zod';
import { parseJson } from '../body.js';
import type { ParseFeed } from '../feed.js';
import { offsetTime } from '../labels.js';
import { checkedRow, type FeedValue, type LeftOut, valueAt } from '../left-out.js';

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
