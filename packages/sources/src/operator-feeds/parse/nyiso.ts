import { MINUTE_MS } from '@loadcast/core';
import { csvRows, decodeText, parseNumber } from '../body.js';
import { FeedError, type FeedValue, type ParseFeed } from '../feed.js';
import { findInstants, usWall, WallClock } from '../labels.js';

/** Zones that must all be there: there is no total. */
const ZONES = 11;

/** `pal.csv`: load of each zone every five minutes; labels are starts, and a column says which half of the repeated hour. */
export const parsePal: ParseFeed = (bytes, { zone }) => {
  const sums = new Map<number, { mw: number; zones: Set<string> }>();
  for (const row of csvRows(decodeText(bytes), ['Time Stamp', 'Time Zone', 'Name', 'Load'])) {
    const mw = parseNumber(row['Load']);
    const instants = findInstants(zone, usWall(row['Time Stamp']!));
    const start = row['Time Zone'] === 'EST' ? instants.at(-1) : instants[0];
    if (mw === undefined || start === undefined) continue;
    const minute = Math.floor(start / (5 * MINUTE_MS)) * 5 * MINUTE_MS;
    const sum = sums.get(minute) ?? { mw: 0, zones: new Set<string>() };
    sums.set(minute, sum);
    if (sum.zones.has(row['Name']!)) continue; // an extra sample within the five minutes
    sum.zones.add(row['Name']!);
    sum.mw += mw;
  }
  const actual = [...sums].filter(([, { zones }]) => zones.size === ZONES).map(([start, { mw }]) => ({ start, mw }));
  return { actual, actualMinutes: 5, forecast: [] };
};

/** `isolf.csv`: six days by hour from the day in its name; labels are starts, the repeated hour comes twice. */
export const parseIsolf: ParseFeed = (bytes, { zone, fileName }) => {
  const clock = new WallClock(zone);
  const forecast: FeedValue[] = [];
  const text = decodeText(bytes);
  const rows = csvRows(text, ['Time Stamp', 'NYISO'], { skipsOdd: true });
  for (const row of rows) {
    const mw = parseNumber(row['NYISO']);
    const start = clock.instant(usWall(row['Time Stamp']!));
    if (mw !== undefined && start !== undefined) forecast.push({ start, mw });
  }
  const named = /(\d{4})(\d{2})(\d{2})isolf/.exec(fileName);
  const first = rows[0]?.['Time Stamp']?.slice(0, 10);
  if (named && first !== `${named[2]}/${named[3]}/${named[1]}`)
    throw new FeedError('wrong_day', `the file of ${named[1]}-${named[2]}-${named[3]} begins on ${first}`);
  const odd = text.split('\n').filter((line) => line.trim() !== '').length - 1 - rows.length;
  const leftOut = odd > 0 ? [`${odd} rows with another number of fields than the header`] : [];
  return { actual: [], actualMinutes: 5, forecast, leftOut };
};
