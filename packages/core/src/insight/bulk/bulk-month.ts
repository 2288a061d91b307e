import { DAY_MS, type EpochMs } from '../../time/instant.js';
import type { Window } from '../../time/window.js';

/** So long after a month ended its files are settled: what becomes known later is in files of later months. */
const SETTLING_MS = 40 * DAY_MS;

/** A calendar month in UTC. */
export interface BulkMonth {
  /** `YYYY-MM`. */
  readonly name: string;
  readonly window: Window;
  /** Its files no longer change after this. */
  readonly settledAt: EpochMs;
}

/**
 * The month that an instant lies in.
 *
 * @example
 * bulkMonthAt(Date.UTC(2026, 11, 31, 23)).name // => '2026-12'
 */
export function bulkMonthAt(instant: EpochMs): BulkMonth {
  const date = new Date(instant);
  return buildMonth(date.getUTCFullYear(), date.getUTCMonth());
}

/**
 * The month of a name `YYYY-MM`; undefined for any other text.
 *
 * @example
 * bulkMonthNamed('2024-02')?.window.end // => 1709251200000
 */
export function bulkMonthNamed(name: string): BulkMonth | undefined {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(name) ?? [];
  return year === undefined ? undefined : buildMonth(Number(year), Number(month) - 1);
}

/**
 * The months that a window touches, oldest first.
 *
 * @example
 * bulkMonthsIn({ start: Date.UTC(2026, 9, 31), end: Date.UTC(2026, 11, 1) }).map(({ name }) => name) // => ['2026-10', '2026-11']
 */
export function bulkMonthsIn(window: Window): BulkMonth[] {
  const months: BulkMonth[] = [];
  for (let at = window.start; at < window.end; at = months.at(-1)!.window.end) months.push(bulkMonthAt(at));
  return months;
}

function buildMonth(year: number, month: number): BulkMonth {
  const start = Date.UTC(year, month);
  const end = Date.UTC(year, month + 1);
  return { name: new Date(start).toISOString().slice(0, 7), window: { start, end }, settledAt: end + SETTLING_MS };
}
