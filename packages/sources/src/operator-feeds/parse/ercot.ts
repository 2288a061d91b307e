import { HOUR_MS, MINUTE_MS } from '@loadcast/core';
import { z } from 'zod';
import { parseJson } from '../body.js';
import type { ParseFeed } from '../feed.js';
import { FeedError } from '../feed-error.js';
import { findInstant, offsetTime, parseUtc } from '../labels.js';
import { checkedRow, type FeedValue, type LeftOut } from '../left-out.js';

const supplyDemand = z.object({
  lastUpdated: z.string(),
  data: z.array(z.unknown()),
  forecast: z.array(z.unknown()),
});
const demandRow = z.object({ demand: z.number(), forecast: z.number(), epoch: z.number() });
const forecastRow = z.object({
  hourEnding: z.number().int().min(1).max(24),
  dstFlag: z.string(),
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
