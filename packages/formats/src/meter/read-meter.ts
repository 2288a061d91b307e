import { type EpochMs, floorToHour, HOUR_MS, MINUTE_MS, readNumber, splitCsv } from '@loadcast/core';
import { isDayNumber, readDayNumber } from '@loadcast/core/time';
import { jsonLinesAsTable } from './json-lines.js';
import { findHeader, type MeterHeader } from './meter-header.js';
import { MeterRefusal } from './meter-refusal.js';
import { readLines } from './meter-text.js';
import { findIntervals, type Intervals, type TimedRow } from './meter-times.js';
import { METER_UNITS, type MeterUnit } from './units.data.js';

export interface MeterOptions {
  /** IANA name of the clock of times without a UTC offset. */
  readonly timezone?: string | undefined;
  /** Needed where the file does not name it. */
  readonly unit?: MeterUnit | undefined;
  /** Name of the column of values, needed where several could be meant. */
  readonly column?: string | undefined;
}

export interface MeterReading {
  /** Mean load of each hour, MW, from a whole UTC hour; NaN where more than a quarter of its values are missing. */
  readonly load: { readonly start: EpochMs; readonly stepMs: number; readonly valuesMw: Float64Array };
  readonly unit: MeterUnit;
  /** How the file was read, in a sentence. */
  readonly note: string;
  /** Lines that were left out, and why, in the order of the file. */
  readonly refused: readonly { readonly line: number; readonly reason: string }[];
}

/** The share of its values that an hour needs. */
const ENOUGH = 0.75;
/** A file with more repeated intervals than this share, and than two, has several meters. */
const MOST_REPEATED = 0.1;
/** Epoch ms: years whose clock changes are known. */
const [FIRST, LAST] = [Date.UTC(2000, 0, 1), Date.UTC(2060, 0, 1)];

/**
 * Reads a file of load as portals, meters and spreadsheets write it: a header, and a line an interval of an hour or less; or
 * NDJSON with an object an interval.
 *
 * A line that cannot be read is left out and named. A file that could be read in two ways is refused.
 *
 * @throws {MeterRefusal} saying what to add or change
 */
export function readMeter(bytes: Uint8Array, { timezone, unit: given, column }: MeterOptions = {}): MeterReading {
  const { lines, separators } = jsonLinesAsTable(readLines(bytes));
  const header = findHeader(lines, separators, column);
  const unit = chooseUnit(header, given);
  const reasons = new Map<number, string>();
  const intervals = findIntervals(readRows(header, reasons), header.time, timezone);
  const { stepMs, note } = intervals;
  const load = hourlyLoad(leaveOut(intervals, reasons), stepMs, METER_UNITS[unit]);
  const refused = [...reasons].map(([line, reason]) => ({ line, reason })).sort((a, b) => a.line - b.line);
  const name = header.names[header.value];
  const values = `${header.rows.length - refused.length} values of ${stepMs / MINUTE_MS} minutes in ${unit}, column '${name}'`;
  return { load, unit, note: `${values}; ${note}`, refused };
}

function chooseUnit({ unit: written, names, value }: MeterHeader, given: MeterUnit | undefined): MeterUnit {
  if (written && given && written !== given)
    throw new MeterRefusal(`'${names[value]}' is in ${written}, and the unit is given as ${given}`);
  const unit = written ?? given;
  if (unit) return unit;
  throw new MeterRefusal(
    `the unit of '${names[value]}' is not known: give it (--unit kW), or write it behind the name`,
  );
}

function readRows({ separator, names, time, value, rows }: MeterHeader, reasons: Map<number, string>): TimedRow[] {
  const split = rows.flatMap(({ number: line, text }) => {
    const fields = splitCsv(text, separator);
    const isWhole =
      fields && fields.length >= names.length && fields.slice(names.length).every((field) => field === '');
    if (isWhole) return [{ line, times: time.columns.map((at) => fields[at]!), cell: fields[value]! }];
    reasons.set(
      line,
      fields ? `${fields.length} fields where the header has ${names.length}` : 'a quote is not closed',
    );
    return [];
  });
  refuseMostly(reasons, split.length);
  refuseHalfRead(split);
  const cells = split.map(({ cell }) => cell);
  const mark = findDecimalMark(cells, separator);
  return split.map(({ line, times, cell }) => {
    const number = readMeterNumber(cell, mark);
    if (number === undefined) reasons.set(line, `'${cell.slice(0, 40)}' is not a number`);
    const texts = time.isCounted ? times.map((text) => countedText(text, line, time.isNumbered)) : times;
    return { line, time: texts.join(' '), value: number ?? Number.NaN };
  });
}

/** Refuses a file in which a spreadsheet turned some dates into day numbers: it may have read 03/04 as 3 April and left 13/04. */
function refuseHalfRead(rows: readonly { readonly line: number; readonly times: readonly string[] }[]): void {
  const number = rows.find(({ times }) => isDayNumber(times[0]!));
  const date = number && rows.find(({ times }) => /^\d\d?[-/]\d\d?[-/]/.test(times[0]!));
  if (date)
    throw new MeterRefusal(
      `line ${number.line} has a spreadsheet's day number (${number.times[0]}), line ${date.line} a date (${date.times[0]}): day and month of some may be exchanged, so take the file as it was exported`,
    );
}

/**
 * A time with a spreadsheet's numbers of days, and of the time of day, as text.
 *
 * @throws {MeterRefusal} the decimals leave open which minute is meant
 */
function countedText(cell: string, line: number, isNumbered: boolean): string {
  const isClock = !isNumbered && /^0([.,]\d+)?$/.test(cell);
  if (!isClock && !isDayNumber(cell)) return cell;
  const wall = readDayNumber(isClock ? `4000${cell}` : cell);
  if (Number.isNaN(wall))
    throw new MeterRefusal(
      `line ${line}: '${cell}' is a spreadsheet's number of a time with too few decimals: format its column as yyyy-mm-dd hh:mm, and save the file again`,
    );
  const text = new Date(wall).toISOString();
  return isClock ? text.slice(11, 16) : text.slice(0, 16).replace('T', ' ').replace(' 00:00', '');
}

interface UsedRow {
  readonly start: EpochMs;
  readonly value: number;
}

/**
 * The rows whose interval can be used. The others are added to `reasons`.
 *
 * @throws {MeterRefusal} most lines are left out, or many intervals come twice
 */
function leaveOut({ rows, stepMs }: Intervals, reasons: Map<number, string>): UsedRow[] {
  const lineOf = new Map<EpochMs, number>();
  const used: UsedRow[] = [];
  let [previous, repeated] = [Number.NEGATIVE_INFINITY, 0];
  for (const { line, start, value } of rows) {
    if (reasons.has(line)) continue;
    const reason = typeof start === 'string' ? start : whyUnusable(start, stepMs);
    const first = lineOf.get(Number(start));
    if (reason !== undefined) reasons.set(line, reason);
    else if (first !== undefined) {
      reasons.set(line, `its interval is in line ${first} already`);
      repeated++;
    } else if (Number(start) < previous) reasons.set(line, 'its interval is before that of the line above');
    else {
      lineOf.set(Number(start), line);
      used.push({ start: Number(start), value });
    }
    if (reason === undefined) previous = Number(start);
  }
  if (repeated > Math.max(2, MOST_REPEATED * rows.length))
    throw new MeterRefusal(`${repeated} of ${rows.length} lines repeat an interval: the lines of one meter are needed`);
  refuseMostly(reasons, used.length);
  return used;
}

function refuseMostly(reasons: ReadonlyMap<number, string>, used: number): void {
  const [first] = [...reasons].sort(([a], [b]) => a - b);
  if (first && reasons.size >= used)
    throw new MeterRefusal(`${reasons.size} lines cannot be used, more than can. Line ${first[0]}: ${first[1]}`);
}

function whyUnusable(start: EpochMs, stepMs: number): string | undefined {
  if (start < FIRST || start >= LAST) return 'its time is not in the years 2000 to 2059';
  return start % stepMs === 0 ? undefined : `its time is not on a whole step of ${stepMs / MINUTE_MS} minutes in UTC`;
}

function hourlyLoad(rows: readonly UsedRow[], stepMs: number, { mw, isEnergy }: (typeof METER_UNITS)[MeterUnit]) {
  const measured = rows.filter(({ value }) => !Number.isNaN(value)).sort((a, b) => a.start - b.start);
  if (measured.length === 0) throw new MeterRefusal('no line has a value');
  const start = floorToHour(measured[0]!.start);
  const hours = floorToHour(measured.at(-1)!.start) / HOUR_MS - start / HOUR_MS + 1;
  const [sums, counts] = [new Float64Array(hours), new Float64Array(hours)];
  for (const row of measured) {
    const hour = Math.floor((row.start - start) / HOUR_MS);
    sums[hour]! += row.value;
    counts[hour]! += 1;
  }
  const perHour = HOUR_MS / stepMs;
  const factor = isEnergy ? mw * perHour : mw;
  const valuesMw = sums.map((sum, hour) =>
    counts[hour]! >= ENOUGH * perHour ? (sum / counts[hour]!) * factor : Number.NaN,
  );
  return { start, stepMs: HOUR_MS, valuesMw };
}

/** Cells in which a mark can only part the decimals, or the other mark can only part thousands. */
const ONLY_DECIMAL = {
  ',': /^[+-]?0?,\d|\d{4},\d|,(\d{1,2}|\d{4,})$|\.\d{3}[,.]\d/,
  '.': /^[+-]?0?\.\d|\d{4}\.\d|\.(\d{1,2}|\d{4,})$|,\d{3}[,.]\d|\.\d+e/i,
} as const;

type DecimalMark = keyof typeof ONLY_DECIMAL;

/** Blanks and apostrophes between thousands: `1 234,5`, `1'234.5`. */
const BLANK_THOUSANDS = /(?<=\d)[ \u00A0\u202F'’](?=\d{3}(?!\d))/g;

/**
 * The mark before the decimals of a column.
 *
 * @param separator of the columns: a comma means that commas in cells part thousands, unless the cells say otherwise
 * @throws {MeterRefusal} the cells write both, or `12,500` could be 12.5 as well as 12500
 */
function findDecimalMark(cells: readonly string[], separator: string): DecimalMark {
  const comma = cells.find((cell) => ONLY_DECIMAL[','].test(cell));
  const point = cells.find((cell) => ONLY_DECIMAL['.'].test(cell));
  if (comma !== undefined && point !== undefined)
    throw new MeterRefusal(`the numbers ${comma} and ${point} have different decimal marks: write all with a point`);
  if (comma !== undefined) return ',';
  if (point !== undefined) return '.';
  const unclear = cells.find((cell) => separator !== ',' && (separator === ';' ? /[,.]/ : /,/).test(cell));
  if (unclear === undefined) return '.';
  const digits = unclear.replace(/\D/g, '');
  throw new MeterRefusal(
    `${unclear} could be ${digits} or ${unclear.replace(',', '.')}: save the numbers without marks between thousands and with a decimal point`,
  );
}

/** A number of a meter file; see `readNumber` of core. */
function readMeterNumber(cell: string, mark: DecimalMark): number | undefined {
  const joined = cell.replace(BLANK_THOUSANDS, '');
  const text = mark === '.' ? joined : joined.replace(/[.,]/g, (each) => (each === ',' ? '.' : ','));
  return readNumber(text, { thousands: true });
}
