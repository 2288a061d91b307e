import { DAY_MS, type EpochMs, HOUR_MS } from '@loadcast/core';
import { findInstants } from '@loadcast/core/time';
import { MeterRefusal } from './meter-refusal.js';

/** A line with its label, a wall time as if it were UTC, and its value. */
export interface LabeledRow {
  readonly line: number;
  readonly label: number;
  readonly value: number;
  /** An hour numbered 25. */
  readonly isOdd?: boolean;
}

/** Starts of intervals in the order of the rows, or the reason for which a row has none. */
export type Starts = readonly (EpochMs | string)[];

export interface LabelMeaning {
  readonly timezone: string;
  readonly edge: 'start' | 'end';
  readonly stepMs: number;
  /** Hours are numbered: a day that numbers the hours of a clock change otherwise is left out as a whole. */
  readonly isNumbered: boolean;
}

/**
 * The starts of intervals by their labels on a local clock, from rows in the order of time.
 *
 * An hour that the autumn change repeats is recognized by position: labels that step back begin its second half. Where
 * they do not, both halves could be meant, and the rows are left out. A file of interval ends may label the repeated hour
 * by its clock at the end, or by its start and one step: the reading that leaves out fewer rows is taken.
 *
 * @param rows in the order of time
 * @throws {MeterRefusal} the hour that the spring change skips has load, and no hour is repeated in autumn
 */
export function localStarts(rows: readonly LabeledRow[], meaning: LabelMeaning): Starts {
  const { edge, stepMs } = meaning;
  const byStart = readLabels(rows, meaning.timezone, edge === 'end' ? stepMs : 0);
  if (meaning.isNumbered) return withoutOddDays(rows, byStart);
  if (edge === 'start') return refuseFixedClock(rows, byStart, meaning.timezone);
  const byEnd = readLabels(rows, meaning.timezone, 0).map((start) =>
    typeof start === 'string' ? start : start - stepMs,
  );
  const left = (starts: Starts) => starts.filter((start) => typeof start === 'string').length;
  const difference = left(byEnd) - left(byStart);
  const agreed = byStart.map((start, i) => (start === byEnd[i] ? start : ONCE));
  const starts = difference > 0 ? byStart : difference < 0 ? byEnd : agreed;
  return refuseFixedClock(rows, starts, meaning.timezone);
}

const SKIPPED = 'the clock skips this time in spring';
const ONCE =
  'the clock shows this time twice, and the file does not say which of the two it means: leave the line out, or write its UTC offset';

function readLabels(rows: readonly LabeledRow[], timezone: string, shiftMs: number): (EpochMs | string)[] {
  const starts: (EpochMs | string)[] = [];
  /** The rows of one repeated hour, and where its second half begins. */
  let repeated: { readonly first: number; half: number; readonly seconds: EpochMs[] } | undefined;
  const close = (end: number): void => {
    if (!repeated) return;
    const { first, half, seconds } = repeated;
    for (let i = first; i < end; i++) {
      if (half !== 2) starts[i] = ONCE;
      else if (Number.isFinite(seconds[i - first])) starts[i] = seconds[i - first]!;
    }
    repeated = undefined;
  };
  for (const [i, { label }] of rows.entries()) {
    const wall = label - shiftMs;
    const instants = findInstants(timezone, wall);
    if (instants.length < 2) {
      close(i);
      starts.push(instants[0] ?? SKIPPED);
      continue;
    }
    const isNew = !repeated || label - rows[i - 1]!.label > HOUR_MS;
    if (isNew) close(i);
    repeated ??= { first: i, half: 1, seconds: [] };
    if (!isNew && label <= rows[i - 1]!.label) repeated.half++;
    repeated.seconds.push(repeated.half === 2 ? instants[1]! : Number.NaN);
    starts.push(instants[0]!);
  }
  close(rows.length);
  return starts;
}

/** Hour 3 of the day that skips it and hour 25 are numbered by systems that number the hours of that day differently. */
function withoutOddDays(rows: readonly LabeledRow[], starts: Starts): Starts {
  const dayOf = (row: number): number => Math.floor(rows[row]!.label / DAY_MS);
  const odd = new Set(rows.flatMap(({ isOdd }, i) => (isOdd || starts[i] === SKIPPED ? [dayOf(i)] : [])));
  return starts.map((start, i) =>
    odd.has(dayOf(i)) ? 'the hours of this clock change are not numbered as on the clock' : start,
  );
}

/** A file whose clock keeps standard time all year has load in the hour that is skipped, and no hour twice. */
function refuseFixedClock(rows: readonly LabeledRow[], starts: Starts, timezone: string): Starts {
  const skipped = rows.find(({ value }, i) => starts[i] === SKIPPED && Math.abs(value) > 0);
  const isRepeated = rows.some(({ label }, i) => i > 0 && label <= rows[i - 1]!.label && starts[i]! > starts[i - 1]!);
  if (!skipped || isRepeated) return starts;
  const label = new Date(skipped.label).toISOString().slice(0, 16).replace('T', ' ');
  throw new MeterRefusal(
    `line ${skipped.line}: ${label} does not exist in ${timezone}, which skips it in spring. If the file keeps standard time all year, name its clock in the header, as in 'timestamp (UTC-06:00)'`,
  );
}
