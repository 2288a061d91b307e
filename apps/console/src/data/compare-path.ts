import { HOUR_MS } from '../time/wall-clock.js';

export interface HourRange {
  readonly startMs: number;
  readonly endMs: number;
}

export function hoursAround(nowMs: number, back: number, ahead: number): HourRange {
  const hour = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  return { startMs: hour - back * HOUR_MS, endMs: hour + ahead * HOUR_MS };
}

/** `2026-11-22T17:00Z` */
export const hourIso = (ms: number): string => `${new Date(ms).toISOString().slice(0, 13)}:00Z`;

export interface CompareAsk extends HourRange {
  readonly codes: readonly string[];
  /** `gate=dam`, `lead=6h`: which run counts. Absent: the newest. */
  readonly run?: string | undefined;
  /** The instant of knowledge. */
  readonly asOfMs?: number | undefined;
  readonly format: 'columns' | 'csv' | 'xlsx';
}

/** The path of `/v1/demand/compare` below the API's mount. */
export function comparePath({ codes, startMs, endMs, run, asOfMs, format }: CompareAsk): string {
  const asked = [
    `region=${codes.join(',')}`,
    `start=${hourIso(startMs)}`,
    `end=${hourIso(endMs)}`,
    ...(run ? [run] : []),
    ...(asOfMs === undefined ? [] : [`as_of=${new Date(asOfMs).toISOString().slice(0, 19)}Z`]),
    `format=${format}`,
  ];
  return `/demand/compare?${asked.join('&')}`;
}
