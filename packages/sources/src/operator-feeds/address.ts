import { DAY_MS, type EpochMs, HOUR_MS } from '@loadcast/core';
import { offsetMs } from '@loadcast/core/time';
import type { Feed } from './feeds.data.js';

/**
 * The addresses of a feed at an instant, the newest file first: tomorrow's file, or this hour's, may not be out yet. A
 * feed with load alone gets the file of an hour ago: the last whole hour of a day comes after midnight.
 *
 * @param baseUrl replaces scheme, host and port
 */
export function addressesOf({ url, zone, follows }: Feed, now: EpochMs, baseUrl?: string): readonly URL[] {
  const isLoadAlone = !follows.includes('forecast');
  const instant = isLoadAlone ? now - HOUR_MS : now;
  const wall = instant + offsetMs(zone, instant);
  const stepMs = url.includes('HH}') ? HOUR_MS : DAY_MS;
  const filled = [0, 1].map((back) => fillIn(url, wall - back * stepMs));
  return [...new Set(filled)].map((text) => addressAt(text, baseUrl));
}

/** The address of a feed's past file of a day, if the operator keeps them. @param dayWallMs its midnight, as if it were UTC */
export function pastAddress({ past }: Feed, dayWallMs: number, baseUrl?: string): URL | undefined {
  return past && addressAt(fillIn(past.url, dayWallMs + past.hour * HOUR_MS), baseUrl);
}

function addressAt(text: string, baseUrl: string | undefined): URL {
  const address = new URL(text);
  return baseUrl === undefined ? address : new URL(`${address.pathname}${address.search}`, baseUrl);
}

function fillIn(url: string, wallMs: number): string {
  const at = (ahead: number): string => new Date(wallMs + ahead).toISOString();
  const digits = (text: string, count: number): string => text.replace(/\D/g, '').slice(0, count);
  return url
    .replaceAll('{YYYYMMDD+1}', digits(at(DAY_MS), 8))
    .replaceAll('{YYYYMMDDHH}', digits(at(0), 10))
    .replaceAll('{YYYYMMDD}', digits(at(0), 8))
    .replaceAll('{YYYY}', at(0).slice(0, 4))
    .replaceAll('{MM}', at(0).slice(5, 7))
    .replaceAll('{DD}', at(0).slice(8, 10));
}

export function fileNameOf(address: URL): string {
  return (address.searchParams.get('path') ?? address.pathname).split('/').at(-1) ?? '';
}
