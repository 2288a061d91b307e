import { type EpochMs, floorToHour, HOUR_MS, MINUTE_MS } from '@loadcast/core';
import { csvRows, decodeText, parseNumber } from '../body.js';
import { FeedError, type FeedValue, type ParseFeed } from '../feed.js';
import { findInstants, usWall } from '../labels.js';

const STEP_MS = 5 * MINUTE_MS;
const AREA = 'CA ISO-TAC';

/**
 * The start of a five-minute interval whose label is its end in wall time. The repeated hour is in these files once,
 * without a mark, so that it could be either: it is left out, as is the hour that does not exist.
 */
function findStart(zone: string, endWall: number): EpochMs | undefined {
  const instants = findInstants(zone, endWall - STEP_MS);
  return instants.length === 1 ? instants[0] : undefined;
}

/** `rtm_forecast_7day.csv`: load of today and hourly forecasts of eight days on a grid of five minutes. */
export const parseSevenDay: ParseFeed = (bytes, { zone }) => {
  const actual: FeedValue[] = [];
  const untellable = new Set<EpochMs>();
  const hours = new Map<EpochMs, { sum: number; count: number }>();
  // The first label closes the day before.
  const rows = csvRows(decodeText(bytes), ['Time', 'Demand', 'Day-ahead demand forecast']).slice(1);
  for (const row of rows) {
    const wall = usWall(row['Time']!);
    const start = findStart(zone, wall);
    if (start === undefined) for (const at of findInstants(zone, wall - STEP_MS)) untellable.add(floorToHour(at));
    if (start === undefined) continue;
    const demand = parseNumber(row['Demand']);
    if (demand !== undefined) actual.push({ start, mw: demand });
    const forecast = parseNumber(row['Day-ahead demand forecast']);
    if (forecast === undefined) continue;
    const hour = floorToHour(start);
    const { sum, count } = hours.get(hour) ?? { sum: 0, count: 0 };
    hours.set(hour, { sum: sum + forecast, count: count + 1 });
  }
  const forecast = [...hours]
    .filter(([, { count }]) => count === 12)
    .map(([start, { sum, count }]) => ({ start, mw: sum / count }));
  return { actual, actualMinutes: 5, forecast, untellable: [...untellable] };
};

/** `demand.csv`: load of a day by its end `HH:MM`; rows of the rest of the day are there and blank. */
export const parseDemand: ParseFeed = (bytes, { zone, receivedAt, fileName }) => {
  const named = /(\d{4})(\d{2})(\d{2})/.exec(fileName);
  const today = instantsDay(zone, receivedAt);
  const day = named ? Date.UTC(Number(named[1]), Number(named[2]) - 1, Number(named[3])) : today;
  const rows = csvRows(decodeText(bytes), ['Time', 'Current demand']);
  const actual: FeedValue[] = [];
  for (const [i, row] of rows.entries()) {
    const [, hour, minute] = /^(\d{2}):(\d{2})$/.exec(row['Time']!) ?? [];
    if (hour === undefined) throw new FeedError('unexpected', `'${row['Time']!.slice(0, 20)}' is no time HH:MM`);
    if (i === 0) continue; // 00:00 closes the day before
    const isNextDay = i === rows.length - 1 && hour === '00' && minute === '00';
    const wall = day + (isNextDay ? 24 : Number(hour)) * HOUR_MS + Number(minute) * MINUTE_MS;
    const [start, mw] = [findStart(zone, wall), parseNumber(row['Current demand'])];
    if (start !== undefined && mw !== undefined) actual.push({ start, mw });
  }
  return { actual, actualMinutes: 5, forecast: [] };
};

function instantsDay(zone: string, at: EpochMs): number {
  const text = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at);
  return Date.parse(`${text}T00:00Z`);
}

/** OASIS `SLD_FCST`: hours by their start in GMT, of many areas and unsorted; an error comes as XML. */
export const parseSldFcst: ParseFeed = (bytes) => {
  const text = decodeText(bytes);
  if (text.startsWith('<?xml')) {
    const code = /<m:ERR_CODE>(\d+)</.exec(text)?.[1];
    throw new FeedError('no_data', `OASIS answered with error ${code ?? 'of no number'}`);
  }
  const rows = csvRows(text, ['INTERVALSTARTTIME_GMT', 'MARKET_RUN_ID', 'TAC_AREA_NAME', 'MW']);
  const values = rows
    .filter((row) => row['TAC_AREA_NAME'] === AREA)
    .flatMap((row): FeedValue[] => {
      const [start, mw] = [Date.parse(row['INTERVALSTARTTIME_GMT']!), parseNumber(row['MW'])];
      if (Number.isNaN(start)) throw new FeedError('unexpected', 'an interval start is no time');
      return mw === undefined ? [] : [{ start, mw }];
    })
    .sort((a, b) => a.start - b.start);
  const isActual = rows[0]?.['MARKET_RUN_ID'] === 'ACTUAL';
  return { actual: isActual ? values : [], actualMinutes: 60, forecast: isActual ? [] : values };
};
