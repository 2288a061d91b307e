import { MINUTE_MS } from '@loadcast/core';
import { findInstants } from '@loadcast/core/time';
import { csvRows, decodeText } from '../body.js';
import type { ParseFeed } from '../feed.js';
import { FeedError } from '../feed-error.js';
import { usWall, wallClock } from '../labels.js';
import { readMw, valueAt } from '../left-out.js';

/** Zones that must all be there: there is no total. */
const ZONES = 11;

/** `pal.csv`: load of each zone every five minutes; labels are starts, and a column says which half of the repeated hour. */
export const parsePal: ParseFeed = (bytes, { zone, left }) => {
  const sums = new Map<number, { mw: number; zones: Set<string> }>();
  const rows = csvRows(decodeText(bytes), ['Time Stamp', 'Time Zone', 'Name', 'Load'], left);
  const samples = left.rows(rows, 'load', (row) => {
    const instants = findInstants(zone, usWall(row['Time Stamp']!));
    const value = valueAt(row['Time Zone'] === 'EST' ? instants.at(-1) : instants[0], readMw(row['Load']));
    return value && { ...value, name: row['Name']! };
  });
  for (const { start, mw, name } of samples) {
    const minute = Math.floor(start / (5 * MINUTE_MS)) * 5 * MINUTE_MS;
    const sum = sums.get(minute) ?? { mw: 0, zones: new Set<string>() };
    sums.set(minute, sum);
    if (sum.zones.has(name)) continue; // an extra sample within the five minutes
    sum.zones.add(name);
    sum.mw += mw;
  }
  const actual = [...sums].filter(([, { zones }]) => zones.size === ZONES).map(([start, { mw }]) => ({ start, mw }));
  return { actual, actualMinutes: 5, forecast: [] };
};

/** `isolf.csv`: six days by hour from the day in its name; labels are starts, the repeated hour comes twice. */
export const parseIsolf: ParseFeed = (bytes, { zone, fileName, left }) => {
  const instantOf = wallClock(zone);
  const rows = csvRows(decodeText(bytes), ['Time Stamp', 'NYISO'], left);
  const forecast = left.rows(rows, 'forecast', (row) =>
    valueAt(instantOf(usWall(row['Time Stamp']!)), readMw(row['NYISO'])),
  );
  const named = /(\d{4})(\d{2})(\d{2})isolf/.exec(fileName);
  const first = rows[0]?.['Time Stamp']?.slice(0, 10);
  if (named && first !== `${named[2]}/${named[3]}/${named[1]}`)
    throw new FeedError('wrong_day', `the file of ${named[1]}-${named[2]}-${named[3]} begins on ${first}`);
  return { actual: [], actualMinutes: 5, forecast };
};
