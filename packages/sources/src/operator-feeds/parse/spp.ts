import { HOUR_MS, MINUTE_MS, readNumber } from '@loadcast/core';
import { csvRows, decodeText, type Row } from '../body.js';
import type { FeedContext, ParseFeed } from '../feed.js';
import { FeedError } from '../feed-error.js';
import { findInstant, usWall } from '../labels.js';
import { readMw, valueAt } from '../left-out.js';

/** Files before 2026 have no area column, or a blank one: smaller loads are the western area's. */
const LEAST_EAST_MW = 5000;

/** `OP-MTLF`: forecasts by hour, and mean load. The newest mean is of part of an hour, unless the file came after it. */
export const parseMtlf: ParseFeed = (bytes, context) => {
  const publishedAt = publishedIn(context);
  const { left } = context;
  let partial = 0;
  const columns = ['Interval', 'GMTIntervalEnd', 'MTLF', 'Averaged Actual'];
  const rows = csvRows(decodeText(bytes), columns, left);
  const startOf = (row: Row): number => usWall(row['GMTIntervalEnd']!) - HOUR_MS;
  const forecast = left.rows(rows, 'forecast', (row) =>
    isEast(row) ? valueAt(startOf(row), readMw(row['MTLF'])) : undefined,
  );
  const actual = left.rows(rows, 'load', (row) => {
    if (!isEast(row)) return undefined;
    const value = valueAt(startOf(row), readMw(row['Averaged Actual']));
    const isPart = publishedAt !== undefined && startOf(row) + HOUR_MS > publishedAt - MINUTE_MS;
    if (!value || !isPart) return value;
    partial++;
    return undefined;
  });
  if (partial > 0) left.note(`${partial} hours of which a part was measured`);
  return { actual, actualMinutes: 60, forecast, publishedAt };
};

/** Whether a row is of the eastern area, which EIA-930 calls SWPP. */
function isEast(row: Row): boolean {
  if (row['BAA']) return row['BAA'] === 'SPP';
  return [row['MTLF'], row['Averaged Actual']].some(
    (text) => (readNumber(text!, { thousands: true }) ?? 0) >= LEAST_EAST_MW,
  );
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
