import { type EpochMs, floorToHour, HOUR_MS, MINUTE_MS, readNumber } from '@loadcast/core';
import type { z } from 'zod';
import { FeedError } from './feed-error.js';

export interface FeedValue {
  /** Start of the interval. */
  readonly start: EpochMs;
  readonly mw: number;
}

/**
 * The parts of a reply that were left out. Load and forecast are two series: a fault of one takes nothing from the other, and a
 * row takes nothing from its series. Only where nothing is left is the reply refused, by its first fault.
 */
export class LeftOut {
  readonly texts: string[] = [];
  fault: FeedError | undefined;

  /** Names values that are left out on purpose. */
  note(text: string): void {
    this.texts.push(text);
  }

  /** Names a part that could not be read. */
  add(text: string, fault: FeedError): void {
    this.fault ??= fault;
    this.texts.push(`${text}: ${fault.message}`);
  }

  /** Reads each row, in order. Rows of which `read` throws a `FeedError` are counted and named by the first fault. */
  rows<R, T>(rows: readonly R[], what: string, read: (row: R, index: number) => T | undefined): T[] {
    const faults: FeedError[] = [];
    const values = rows.flatMap((row, index): T[] => {
      try {
        const value = read(row, index);
        return value === undefined ? [] : [value];
      } catch (error) {
        if (!(error instanceof FeedError)) throw error;
        faults.push(error);
        return [];
      }
    });
    if (faults.length > 0) this.add(`${faults.length} rows of the ${what}`, faults[0]!);
    return values;
  }

  /** Reads a part. Where `read` throws a `FeedError` the part is named, and undefined. */
  part<T>(what: string, read: () => T): T | undefined {
    return this.rows([what], what, read)[0];
  }
}

/** A row of JSON as its schema has it. @throws {FeedError} `unexpected` */
export function checkedRow<T>(schema: z.ZodType<T>, row: unknown): T {
  const parsed = schema.safeParse(row);
  if (parsed.success) return parsed.data;
  throw new FeedError('unexpected', `not as documented at ${parsed.error.issues[0]?.path.join('.') || 'its root'}`);
}

/**
 * A load as feeds write it: a number, or its text with or without commas between thousands; undefined where there is none.
 *
 * @throws {FeedError} `unexpected`: something else
 */
export function readMw(given: unknown): number | undefined {
  if (given === undefined || given === null) return undefined;
  const mw =
    typeof given === 'number' ? given : typeof given === 'string' ? readNumber(given, { thousands: true }) : undefined;
  if (mw === undefined) throw new FeedError('unexpected', `'${String(given).slice(0, 30)}' is no number`);
  return Number.isFinite(mw) ? mw : undefined;
}

/** Means of the hours that have ended and whose intervals are all there, in the order of the values. */
export function wholeHours(values: readonly FeedValue[], minutes: number, now: EpochMs): FeedValue[] {
  const hours = new Map<EpochMs, number[]>();
  for (const { start, mw } of values) {
    const hour = floorToHour(start);
    hours.set(hour, [...(hours.get(hour) ?? []), mw]);
  }
  return [...hours]
    .filter(([hour, mws]) => mws.length * minutes * MINUTE_MS === HOUR_MS && hour + HOUR_MS <= now)
    .map(([start, mws]) => ({ start, mw: mws.reduce((sum, mw) => sum + mw, 0) / mws.length }));
}

/** A value where both its start and its load are known. */
export const valueAt = (start: EpochMs | undefined, mw: number | undefined): FeedValue | undefined =>
  start === undefined || mw === undefined ? undefined : { start, mw };
