import { type EpochMs, HOUR_MS, MINUTE_MS } from '@loadcast/core';
import { offsetMs, readInstant, readWallTime } from '@loadcast/core/time';
import { type LabeledRow, localStarts } from './meter-clock.js';
import type { TimePlace } from './meter-header.js';
import { MeterRefusal } from './meter-refusal.js';
import { type DateOrder, readStamp } from './read-stamp.js';

export interface TimedRow {
  readonly line: number;
  readonly time: string;
  readonly value: number;
}

/** The intervals of a file, in the order of time. */
export interface Intervals {
  readonly stepMs: number;
  /** The start of each row's interval, or the reason for which it has none. */
  readonly rows: readonly { readonly line: number; readonly value: number; readonly start: EpochMs | string }[];
  /** How the times were read, in words. */
  readonly note: string;
}

const STEPS_MINUTES: readonly number[] = [1, 5, 10, 15, 20, 30, 60];

/**
 * Finds the interval of each row.
 *
 * @throws {MeterRefusal} the clock, the order of day and month, or the length of the intervals is not known
 */
export function findIntervals(rows: readonly TimedRow[], place: TimePlace, timezone: string | undefined): Intervals {
  if (timezone !== undefined) refuseUnknownZone(timezone);
  const hasOffsets = rows.some(({ time }) => !Number.isNaN(readStamp(time)));
  const utcOffsetMinutes = hasOffsets ? 0 : place.utcOffsetMinutes;
  if (utcOffsetMinutes === undefined && timezone === undefined)
    throw new MeterRefusal(
      `line ${rows[0]?.line}: '${rows[0]?.time}' has no UTC offset: give the clock of the meter (--timezone America/Chicago)`,
    );
  const edge = place.edge ?? (place.isNumbered ? edgeOfNumbers(rows) : 'start');
  const order = hasOffsets ? findDateOrder(rows) : undefined;
  const labeled = hasOffsets
    ? rows.map((row) => ({ ...row, label: readStamp(row.time, order) }))
    : labelRows(rows, place.isNumbered ? edge : undefined);
  const read = inOrder(labeled.filter(({ label }) => !Number.isNaN(label)));
  const stepMs = findStep(read);
  const shiftMs = edge === 'end' && !place.isNumbered ? stepMs : 0;
  const starts =
    utcOffsetMinutes === undefined
      ? localStarts(read, {
          timezone: timezone!,
          stepMs,
          edge: shiftMs > 0 ? 'end' : 'start',
          isNumbered: place.isNumbered,
        })
      : read.map(({ label }) => label - utcOffsetMinutes * MINUTE_MS - shiftMs);
  const clock = hasOffsets
    ? 'with their UTC offset'
    : place.utcOffsetMinutes === undefined
      ? `on the clock of ${timezone}`
      : `${place.utcOffsetMinutes} minutes from UTC`;
  const assumed = place.edge ? '' : ', as the header does not say';
  const unread = labeled.filter(({ label }) => Number.isNaN(label));
  return {
    stepMs,
    rows: [
      ...read.map(({ line, value }, i) => ({ line, value, start: starts[i]! })),
      ...unread.map(({ line, value, time }) => ({ line, value, start: whyNoTime(time, hasOffsets) })),
    ],
    note: `times are the ${edge} of an interval${assumed}, ${clock}${place.isCounted ? ", from a spreadsheet's day numbers" : ''}`,
  };
}

function refuseUnknownZone(timezone: string): void {
  try {
    offsetMs(timezone, 0);
  } catch {
    throw new MeterRefusal(`there is no time zone '${timezone}': give its IANA name, such as America/Chicago`);
  }
}

function whyNoTime(text: string, hasOffsets: boolean): string {
  const read = readInstant(text);
  const expected = hasOffsets && 'expected' in read ? read.expected : 'a date and a time that exist';
  return `'${text.slice(0, 40)}' is not ${expected}`;
}

const NUMBERED = /^(.*) (?:he ?)?(\d{1,2})[*x]?$/i;

/** Whether numbered hours are their end or their start: 24 is the end of a day, 0 the start. */
function edgeOfNumbers(rows: readonly TimedRow[]): 'start' | 'end' {
  const hours = new Set(rows.map(({ time }) => Number(NUMBERED.exec(time)?.[2])));
  if (hours.has(24) && !hours.has(0)) return 'end';
  if (hours.has(0) && !hours.has(24)) return 'start';
  throw new MeterRefusal(
    "the numbers of the hours do not say whether they are the end or the start of an hour: name the column 'hour ending' or 'hour beginning'",
  );
}

/** Rows with their wall times; a numbered hour gets the wall time of its start. */
function labelRows(rows: readonly TimedRow[], numbered: 'start' | 'end' | undefined): (TimedRow & LabeledRow)[] {
  const order = findDateOrder(rows);
  if (numbered === undefined) return rows.map((row) => ({ ...row, label: readWallTime(row.time, order) }));
  return rows.map((row) => {
    const [, date = '', number] = NUMBERED.exec(row.time) ?? [];
    const hour = Number(number) - (numbered === 'end' ? 1 : 0);
    const isNumber = hour >= 0 && hour <= 24;
    const label = isNumber ? readWallTime(date, order) + Math.min(hour, 23) * HOUR_MS : Number.NaN;
    return { ...row, label, isOdd: hour === 24 };
  });
}

function findDateOrder(rows: readonly TimedRow[]): DateOrder {
  const dates = rows.flatMap(({ line, time }) => {
    const [date, first, second] = /^(\d{1,2})[-/](\d{1,2})[-/]\d{2,4}/.exec(time) ?? [];
    return date === undefined ? [] : [{ line, date, first: Number(first), second: Number(second) }];
  });
  const dayFirst = dates.find(({ first }) => first > 12);
  const monthFirst = dates.find(({ second }) => second > 12);
  if (dayFirst && monthFirst)
    throw new MeterRefusal(
      `line ${dayFirst.line} has the day first (${dayFirst.date}), line ${monthFirst.line} the month (${monthFirst.date}): write dates as 2024-03-10`,
    );
  const open = dates.find(({ first, second }) => first !== second);
  if (dayFirst) return 'day first';
  if (monthFirst || !open) return 'month first';
  throw new MeterRefusal(
    `line ${open.line}: ${open.date} could have the month or the day first, and no other date decides: write dates as 2024-03-10`,
  );
}

/** Rows in the order of time: files that begin with the newest row are turned around. */
function inOrder<T extends LabeledRow>(rows: T[]): T[] {
  const back = rows.filter(({ label }, i) => i > 0 && label < rows[i - 1]!.label).length;
  return back > (rows.length - 1) / 2 ? rows.reverse() : rows;
}

/** The commonest distance between rows. */
function findStep(rows: readonly LabeledRow[]): number {
  const counts = new Map<number, number>();
  for (let i = 1; i < rows.length; i++) {
    const distance = rows[i]!.label - rows[i - 1]!.label;
    if (distance > 0) counts.set(distance, (counts.get(distance) ?? 0) + 1);
  }
  const [step] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  if (step === undefined)
    throw new MeterRefusal('two lines with different times are needed to know the length of an interval');
  if (STEPS_MINUTES.includes(step / MINUTE_MS)) return step;
  throw new MeterRefusal(
    `the times are ${step / MINUTE_MS} minutes apart: only ${STEPS_MINUTES.join(', ')} can be read`,
  );
}
