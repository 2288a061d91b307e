import { HOUR_MS, MINUTE_MS } from '@loadcast/core';
import { z } from 'zod';
import { csvRows, decodeText, parseJson } from '../body.js';
import type { FeedValue, ParseFeed } from '../feed.js';
import { FeedError } from '../feed-error.js';
import { findInstant, flaggedInstants, offsetTime, parseUtc, usWall } from '../labels.js';
import { checkedRow, type LeftOut, readMw, valueAt } from '../left-out.js';

const supplyDemand = z.object({
  lastUpdated: z.string(),
  data: z.array(z.unknown()),
  forecast: z.array(z.unknown()),
});
const demandRow = z.object({ demand: z.number(), forecast: z.number(), epoch: z.number() });
const hourLabel = { hourEnding: z.number().int().min(1).max(24), dstFlag: z.string() };
const forecastRow = z.object({
  ...hourLabel,
  deliveryDate: z.string(),
  forecastedDemand: z.number(),
  epoch: z.number(),
});

/** A day and an hour ending as the wall time at which the hour begins. @throws {FeedError} it is no day */
function hourWall(isoDate: string, hourEnding: number): number {
  return parseUtc(`${isoDate.slice(0, 10)}T00:00`) + (hourEnding - 1) * HOUR_MS;
}

/**
 * `supply-demand.json`: load every five minutes and hourly forecasts of six days. The forecast's timestamps were ends in one
 * recording and begins in another, so that day and hour ending are read.
 */
export const parseSupplyDemand: ParseFeed = (bytes, { zone, left }) => {
  const reply = parseJson(bytes, supplyDemand);
  const actual = left.rows(reply.data, 'load', (raw): FeedValue | undefined => {
    const { epoch, demand, forecast } = checkedRow(demandRow, raw);
    return forecast === 0 ? { start: epoch - 5 * MINUTE_MS, mw: demand } : undefined;
  });
  const publishedAt = left.part('time of publication', () => offsetTime(reply.lastUpdated));
  return { actual, actualMinutes: 5, forecast: forecastIn(reply.forecast, zone, left), publishedAt };
};

/** The forecast of the hours whose label and timestamp agree: labels of the autumn day were wrong in several ways. */
function forecastIn(raws: readonly unknown[], zone: string, left: LeftOut): FeedValue[] {
  const rows = left.rows(raws, 'forecast', (raw) => {
    const { deliveryDate, hourEnding, dstFlag, forecastedDemand, epoch } = checkedRow(forecastRow, raw);
    const start = findInstant(zone, hourWall(deliveryDate, hourEnding), dstFlag === 'Y');
    return start === undefined ? undefined : { start, mw: forecastedDemand, shift: epoch - start };
  });
  const isRight = [0, HOUR_MS].find((shift) => rows.filter((row) => row.shift === shift).length > rows.length / 2);
  return left.rows(rows, 'forecast', ({ start, mw, shift }) => {
    if (shift === isRight) return { start, mw };
    throw new FeedError('unexpected', 'label and timestamp of an hour differ');
  });
}

const actualDay = z.object({ dayDate: z.string(), data: z.array(z.unknown()) });
const actualRow = z.object({
  ...hourLabel,
  currentLoadForecast: z.number().nullish(),
  systemLoad: z.number().nullish(),
});
const forecastVsActual = z.object({
  lastUpdated: z.string(),
  previousDay: actualDay,
  currentDay: actualDay,
  nextDay: actualDay.optional(),
});

/** `loadForecastVsActual.json`: load and forecast by hour of yesterday, today and tomorrow. */
export const parseForecastVsActual: ParseFeed = (bytes, { zone, left }) => {
  const { lastUpdated, previousDay, currentDay, nextDay } = parseJson(bytes, forecastVsActual);
  const days = [previousDay, currentDay, ...(nextDay ? [nextDay] : [])];
  const rows = days.flatMap(({ dayDate, data }) =>
    left.rows(data, 'days', (raw) => {
      const { hourEnding, dstFlag, ...mw } = checkedRow(actualRow, raw);
      return { wall: hourWall(dayDate, hourEnding), isRepeated: dstFlag === 'Y', ...mw };
    }),
  );
  const findStart = flaggedInstants(zone, rows);
  const valuesOf = (what: string, mwOf: (row: (typeof rows)[number]) => number | null | undefined): FeedValue[] =>
    left.rows(
      rows.filter((row) => mwOf(row) != null),
      what,
      (row) => valueAt(findStart(row), mwOf(row) ?? undefined),
    );
  const actual = valuesOf('load', ({ systemLoad }) => systemLoad);
  const forecast = valuesOf('forecast', ({ currentLoadForecast }) => currentLoadForecast);
  const publishedAt = left.part('time of publication', () => offsetTime(lastUpdated));
  return { actual, actualMinutes: 60, forecast, publishedAt };
};

/** A report of the MIS: NP3-560, 561 and 565 hold forecasts (of 565 the model in use), NP6-345 the load of yesterday. */
export const parseMisReport: ParseFeed = (bytes, { zone, fileName, left }) => {
  const text = decodeText(bytes);
  const isActual = text.startsWith('OperDay');
  const [day, total] = isActual ? ['OperDay', 'TOTAL'] : ['DeliveryDate', 'SystemTotal'];
  const used = csvRows(text, [day, 'HourEnding', total, 'DSTFlag'], left).filter(
    (row) => row['InUseFlag'] === undefined || row['InUseFlag'] === 'Y',
  );
  const rows = left.rows(used, 'report', (row) => {
    const hourEnding = Number(/^(\d{1,2}):00$/.exec(row['HourEnding']!)?.[1]);
    if (!(hourEnding >= 1 && hourEnding <= 24)) throw new FeedError('unexpected', 'an HourEnding is not 1:00 to 24:00');
    const wall = usWall(row[day]!) + (hourEnding - 1) * HOUR_MS;
    return { wall, isRepeated: row['DSTFlag'] === 'Y', mw: readMw(row[total]) };
  });
  const findStart = flaggedInstants(zone, rows);
  const values = left.rows(rows, 'report', (row) => valueAt(findStart(row), row.mw));
  return {
    actual: isActual ? values : [],
    actualMinutes: 60,
    forecast: isActual ? [] : values,
    publishedAt: postedAt(zone, fileName),
  };
};

/** The posting time in a file's name, `...20250313.123000...`; `xhr` marks the second of the repeated hours. */
function postedAt(zone: string, fileName: string): number | undefined {
  const [, y, m, d, h, min] = /\.(20\d{2})(\d{2})(\d{2})\.(\d{2})(\d{2})\d{2}[._]/.exec(fileName) ?? [];
  if (y === undefined) return undefined;
  const wall = Date.UTC(Number(y), Number(m) - 1, Number(d), Number(h), Number(min));
  return findInstant(zone, wall, /xhr/i.test(fileName));
}
