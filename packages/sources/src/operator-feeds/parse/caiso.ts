import { DAY_MS, type EpochMs, floorToHour, HOUR_MS, MINUTE_MS } from '@loadcast/core';
import { findInstants, offsetMs } from '@loadcast/core/time';
import { csvRows, decodeText, type Row } from '../body.js';
import type { ParseFeed } from '../feed.js';
import { FeedError } from '../feed-error.js';
import { usWall } from '../labels.js';
import { readMw, valueAt, wholeHours } from '../left-out.js';

const STEP_MS = 5 * MINUTE_MS;

/**
 * The start of a five-minute interval whose label is its end in wall time. The repeated hour is in these files once,
 * without a mark, so that it could be either: it is left out, as is the hour that does not exist.
 */
function findStart(zone: string, endWall: number): EpochMs | undefined {
  const instants = findInstants(zone, endWall - STEP_MS);
  return instants.length === 1 ? instants[0] : undefined;
}

/** `rtm_forecast_7day.csv`: load of today and hourly forecasts of eight days on a grid of five minutes. */
export const parseSevenDay: ParseFeed = (bytes, { zone, left }) => {
  const untellable = new Set<EpochMs>();
  // The first label closes the day before.
  const rows = csvRows(decodeText(bytes), ['Time', 'Demand', 'Day-ahead demand forecast'], left).slice(1);
  const startOf = (row: Row): EpochMs | undefined => {
    const wall = usWall(row['Time']!);
    const start = findStart(zone, wall);
    if (start === undefined) for (const at of findInstants(zone, wall - STEP_MS)) untellable.add(floorToHour(at));
    return start;
  };
  const actual = left.rows(rows, 'load', (row) => valueAt(startOf(row), readMw(row['Demand'])));
  const forecast = left.rows(rows, 'forecast', (row) =>
    valueAt(startOf(row), readMw(row['Day-ahead demand forecast'])),
  );
  const hours = wholeHours(forecast, 5, Number.POSITIVE_INFINITY);
  return { actual, actualMinutes: 5, forecast: hours, untellable: [...untellable] };
};

/** `demand.csv`: load of a day by its end `HH:MM`; rows of the rest of the day are there and blank. */
export const parseDemand: ParseFeed = (bytes, { zone, receivedAt, fileName, left }) => {
  const named = /(\d{4})(\d{2})(\d{2})/.exec(fileName);
  const today = receivedAt + offsetMs(zone, receivedAt);
  const day = named
    ? Date.UTC(Number(named[1]), Number(named[2]) - 1, Number(named[3]))
    : Math.floor(today / DAY_MS) * DAY_MS;
  const rows = csvRows(decodeText(bytes), ['Time', 'Current demand'], left);
  const actual = left.rows(rows, 'load', (row, i) => {
    const [, hour, minute] = /^(\d{2}):(\d{2})$/.exec(row['Time']!) ?? [];
    if (hour === undefined) throw new FeedError('unexpected', `'${row['Time']!.slice(0, 20)}' is no time HH:MM`);
    if (i === 0) return undefined; // 00:00 closes the day before
    const isNextDay = i === rows.length - 1 && hour === '00' && minute === '00';
    const wall = day + (isNextDay ? 24 : Number(hour)) * HOUR_MS + Number(minute) * MINUTE_MS;
    return valueAt(findStart(zone, wall), readMw(row['Current demand']));
  });
  return { actual, actualMinutes: 5, forecast: [] };
};
