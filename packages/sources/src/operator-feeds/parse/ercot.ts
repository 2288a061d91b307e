import { HOUR_MS, MINUTE_MS } from '@loadcast/core';
import { z } from 'zod';
import { csvRows, decodeText, parseJson, parseNumber } from '../body.js';
import { FeedError, type FeedValue, type ParseFeed } from '../feed.js';
import { findInstant, offsetTime, usWall } from '../labels.js';

const supplyDemand = z.object({
  lastUpdated: z.string(),
  data: z.array(z.object({ demand: z.number(), forecast: z.number(), epoch: z.number() })),
  forecast: z.array(
    z.object({
      deliveryDate: z.string(),
      hourEnding: z.number().int().min(1).max(24),
      dstFlag: z.string(),
      forecastedDemand: z.number(),
    }),
  ),
});

/** A day and an hour ending as the wall time at which the hour begins. */
function hourWall(isoDate: string, hourEnding: number): number {
  return Date.parse(`${isoDate.slice(0, 10)}T00:00Z`) + (hourEnding - 1) * HOUR_MS;
}

/**
 * `supply-demand.json`: load every five minutes and hourly forecasts of six days. The forecast's timestamps were ends in one
 * recording and begins in another, so that day and hour ending are read.
 */
export const parseSupplyDemand: ParseFeed = (bytes, { zone }) => {
  const reply = parseJson(bytes, supplyDemand);
  const actual = reply.data
    .filter(({ forecast }) => forecast === 0)
    .map(({ epoch, demand }) => ({ start: epoch - 5 * MINUTE_MS, mw: demand }));
  const forecast = reply.forecast.flatMap(({ deliveryDate, hourEnding, dstFlag, forecastedDemand }): FeedValue[] => {
    const start = findInstant(zone, hourWall(deliveryDate, hourEnding), dstFlag === 'Y');
    return start === undefined ? [] : [{ start, mw: forecastedDemand }];
  });
  return { actual, actualMinutes: 5, forecast, publishedAt: offsetTime(reply.lastUpdated) };
};

const actualDay = z.object({
  dayDate: z.string(),
  data: z.array(
    z.object({
      hourEnding: z.number().int().min(1).max(24),
      dstFlag: z.string(),
      currentLoadForecast: z.number().nullish(),
      systemLoad: z.number().nullish(),
    }),
  ),
});
const forecastVsActual = z.object({
  lastUpdated: z.string(),
  previousDay: actualDay,
  currentDay: actualDay,
  nextDay: actualDay.optional(),
});

/** `loadForecastVsActual.json`: load and forecast by hour of yesterday, today and tomorrow. */
export const parseForecastVsActual: ParseFeed = (bytes, { zone }) => {
  const { lastUpdated, previousDay, currentDay, nextDay } = parseJson(bytes, forecastVsActual);
  const actual: FeedValue[] = [];
  const forecast: FeedValue[] = [];
  for (const { dayDate, data } of [previousDay, currentDay, ...(nextDay ? [nextDay] : [])]) {
    for (const { hourEnding, dstFlag, currentLoadForecast, systemLoad } of data) {
      const start = findInstant(zone, hourWall(dayDate, hourEnding), dstFlag === 'Y');
      if (start === undefined) continue;
      if (systemLoad != null) actual.push({ start, mw: systemLoad });
      if (currentLoadForecast != null) forecast.push({ start, mw: currentLoadForecast });
    }
  }
  return { actual, actualMinutes: 60, forecast, publishedAt: offsetTime(lastUpdated) };
};

/** A report of the MIS: NP3-560, 561 and 565 hold forecasts (of 565 the model in use), NP6-345 the load of yesterday. */
export const parseMisReport: ParseFeed = (bytes, { zone, fileName }) => {
  const text = decodeText(bytes);
  const isActual = text.startsWith('OperDay');
  const [day, total] = isActual ? ['OperDay', 'TOTAL'] : ['DeliveryDate', 'SystemTotal'];
  const values = csvRows(text, [day, 'HourEnding', total, 'DSTFlag']).flatMap((row): FeedValue[] => {
    if (row['InUseFlag'] !== undefined && row['InUseFlag'] !== 'Y') return [];
    const hourEnding = Number(/^(\d{1,2}):00$/.exec(row['HourEnding']!)?.[1]);
    if (!(hourEnding >= 1 && hourEnding <= 24)) throw new FeedError('unexpected', 'an HourEnding is not 1:00 to 24:00');
    const start = findInstant(zone, usWall(row[day]!) + (hourEnding - 1) * HOUR_MS, row['DSTFlag'] === 'Y');
    const mw = parseNumber(row[total]);
    return start === undefined || mw === undefined ? [] : [{ start, mw }];
  });
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
