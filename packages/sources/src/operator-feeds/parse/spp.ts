import { HOUR_MS, MINUTE_MS, readNumber } from '@loadcast/core';
import { csvRows, decodeText, type Row } from '../body.js';
import type { FeedContext, ParsedFeed, ParseFeed } from '../feed.js';
import { FeedError } from '../feed-error.js';
import { findInstant, usWall } from '../labels.js';
import { readMw, valueAt } from '../left-out.js';

/** Files before 2026 have no area column, or a blank one: smaller loads are the western area's. */
const LEAST_EAST_MW = 5000;

/** `OP-MTLF`: forecasts by hour, and mean load. The newest mean is of part of an hour, unless the file came after it. */
export const parseMtlf: ParseFeed = (bytes, context) =>
  parse(bytes, context, { end: 'GMTIntervalEnd', forecast: 'MTLF', actual: 'Averaged Actual', minutes: 60 });

/** `OP-STLF`: load every five minutes; its forecasts reach ten minutes, and are not read. */
export const parseStlf: ParseFeed = (bytes, context) => ({
  ...parse(bytes, context, { end: 'GMTInterval', forecast: 'STLF', actual: 'Actual', minutes: 5 }),
  forecast: [],
});

interface SppColumns {
  readonly end: string;
  readonly forecast: string;
  readonly actual: string;
  readonly minutes: 5 | 60;
}

function parse(bytes: Uint8Array, context: FeedContext, { end, forecast, actual, minutes }: SppColumns): ParsedFeed {
  const publishedAt = publishedIn(context);
  const { left } = context;
  let partial = 0;
  const rows = csvRows(decodeText(bytes), ['Interval', end, forecast, actual], left);
  const startOf = (row: Row): number => usWall(row[end]!) - minutes * MINUTE_MS;
  const forecasts = left.rows(rows, 'forecast', (row) =>
    isEast(row, forecast, actual) ? valueAt(startOf(row), readMw(row[forecast])) : undefined,
  );
  const loads = left.rows(rows, 'load', (row) => {
    if (!isEast(row, forecast, actual)) return undefined;
    const value = valueAt(startOf(row), readMw(row[actual]));
    const isPart = minutes === 60 && publishedAt !== undefined && startOf(row) + HOUR_MS > publishedAt - MINUTE_MS;
    if (!value || !isPart) return value;
    partial++;
    return undefined;
  });
  if (partial > 0) left.note(`${partial} hours of which a part was measured`);
  return { actual: loads, actualMinutes: minutes, forecast: forecasts, publishedAt };
}

/** Whether a row is of the eastern area, which EIA-930 calls SWPP. */
function isEast(row: Row, forecast: string, actual: string): boolean {
  if (row['BAA']) return row['BAA'] === 'SPP';
  return [row[forecast], row[actual]].some((text) => (readNumber(text!, { thousands: true }) ?? 0) >= LEAST_EAST_MW);
}

/** The issue in a file's name, in Central time; `d` before the dot marks the second of the repeated hours. */
function publishedIn({ fileName, zone }: FeedContext): number | undefined {
  const [, y, m, d, h, min, again] = /(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(d?)\.csv/.exec(fileName) ?? [];
  if (y === undefined) return undefined;
  const instant = findInstant(
    zone,
    Date.UTC(Number(y), Number(m) - 1, Number(d), Number(h), Number(min)),
    again === 'd',
  );
  if (instant === undefined) throw new FeedError('wrong_day', 'the name of the file holds a time that does not exist');
  return instant;
}
