import { HOUR_MS, MINUTE_MS } from '@loadcast/core';
import { csvRows, decodeText, parseNumber, type Row } from '../body.js';
import { type FeedContext, FeedError, type FeedValue, type ParsedFeed, type ParseFeed } from '../feed.js';
import { findInstant, usWall } from '../labels.js';

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
  const [loads, forecasts]: [FeedValue[], FeedValue[]] = [[], []];
  let partial = 0;
  for (const row of csvRows(decodeText(bytes), ['Interval', end, forecast, actual])) {
    if (!isEast(row, forecast, actual)) continue;
    const start = usWall(row[end]!) - minutes * MINUTE_MS;
    const [forecastMw, loadMw] = [parseNumber(row[forecast]), parseNumber(row[actual])];
    if (forecastMw !== undefined) forecasts.push({ start, mw: forecastMw });
    if (loadMw === undefined) continue;
    if (minutes === 60 && publishedAt !== undefined && start + HOUR_MS > publishedAt - MINUTE_MS) partial++;
    else loads.push({ start, mw: loadMw });
  }
  const ascending = (values: FeedValue[]) => values.sort((a, b) => a.start - b.start);
  const leftOut = partial > 0 ? [`${partial} hours of which a part was measured`] : [];
  return { actual: ascending(loads), actualMinutes: minutes, forecast: ascending(forecasts), publishedAt, leftOut };
}

/** Whether a row is of the eastern area, which EIA-930 calls SWPP. */
function isEast(row: Row, forecast: string, actual: string): boolean {
  if (row['BAA']) return row['BAA'] === 'SPP';
  return (parseNumber(row[forecast]) ?? parseNumber(row[actual]) ?? 0) >= LEAST_EAST_MW;
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
