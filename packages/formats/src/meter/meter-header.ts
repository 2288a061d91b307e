import { splitCsv } from '@loadcast/core';
import { isDayNumber, readWallTime } from '@loadcast/core/time';
import { MeterRefusal } from './meter-refusal.js';
import type { MeterLine } from './meter-text.js';
import { readStamp } from './read-stamp.js';
import { METER_UNITS, type MeterUnit } from './units.data.js';

/** Where a line says when its interval is. */
export interface TimePlace {
  /** Columns of one stamp, or of a date and a clock time or an hour's number. */
  readonly columns: readonly number[];
  /** Hours are numbered, `1` to `24` or `0` to `23`. */
  readonly isNumbered: boolean;
  /** Whether stamps are the start or the end of their interval; undefined where the header does not say. */
  readonly edge: 'start' | 'end' | undefined;
  /** Times are day numbers, as a spreadsheet saves columns without a date's format. */
  readonly isCounted: boolean;
  /** Minutes east of UTC of a clock that the header names, `(UTC)` or `(UTC-06:00)`. */
  readonly utcOffsetMinutes: number | undefined;
}

/** The columns of a meter file, by their names and first rows. */
export interface MeterHeader {
  readonly separator: string;
  readonly names: readonly string[];
  readonly time: TimePlace;
  readonly value: number;
  readonly unit: MeterUnit | undefined;
  readonly rows: readonly MeterLine[];
}

/** Lines above the first value, which portals fill with names and addresses, and rows between it and the header. */
const MOST_LINES_ABOVE = 40;
const MOST_ROWS_BETWEEN = 4;
const SAMPLED_ROWS = 200;

const TIME_WORD = /time|date|stamp|\b(day|interval|period|hour|he|hb|start|begin|end|from|to|ts)\b/;
const END_WORD = /\b(end|ends|ended|ending|to|until|he)\b/;
const START_WORD = /\b(start|starts|starting|begin|begins|beginning|from|hb)\b/;
const HOUR_WORD = /\b(hour|hours|hr|he|hb)\b/;
const VALUE_WORD =
  /load|demand|usage|consum|power|energy|deliver|\b(use|used|value|reading|import|quantity|[kmg]wh?)\b/;
const CLOCK_WORD = /\b(?:utc|gmt)(?:\s?([+-])(\d\d?)(?::?(\d\d))?)?\b/;
const NUMBER_LIKE = /^[+-]?[\d.,' \u00A0\u202F]*\d(e[+-]?\d+)?$/i;

const spaced = (name: string): string =>
  name.replace(/([a-z])(?=[kMG]Wh?$)/, '$1 ').replace(/([a-z]{2})(?=[A-Z])/g, '$1 ');

/** `IntervalStart_kWh` as words in lower case: `interval start kwh`. */
const wordsOf = (name: string): string =>
  spaced(name)
    .toLowerCase()
    .replace(/[^\p{L}\d+:-]+/gu, ' ')
    .trim();

/** Finds the header of a file with times as text, or else as a spreadsheet's day numbers; see `searchHeader`. */
export function findHeader(
  lines: readonly MeterLine[],
  separators: readonly string[],
  column: string | undefined,
): MeterHeader {
  const found = searchHeader(lines, separators, column, timeKind);
  const isHeader = found && !found.names.some(isDayNumber);
  const header = isHeader ? found : searchHeader(lines, separators, column, countedKind);
  if (header) return header;
  throw new MeterRefusal(
    'no header is found: the line above the first value must name a column of times, with date and time of day, and one of values, as in timestamp,load_kw',
  );
}

/**
 * Finds the header, which names the columns, by the times that stand below it.
 *
 * @param column the name of the column of values, where several could be meant
 * @throws {MeterRefusal} its columns leave open what they hold
 */
function searchHeader(
  lines: readonly MeterLine[],
  separators: readonly string[],
  column: string | undefined,
  kindOf: KindOf,
): MeterHeader | undefined {
  const cellsOf = (at: number, separator: string): readonly string[] =>
    splitCsv(lines[at]?.text ?? '', separator) ?? [];
  for (let first = 1; first < Math.min(lines.length, MOST_LINES_ABOVE); first++) {
    for (const separator of separators) {
      const cells = cellsOf(first, separator);
      for (let at = first - 1; at >= Math.max(0, first - MOST_ROWS_BETWEEN); at--) {
        const next = cellsOf(first + 1, separator);
        if (!findTimePlace(cellsOf(at, separator), cells, next, kindOf)) continue;
        const isBelow =
          cellsOf(at, separator).some(isUnit) && findTimePlace(cellsOf(at - 1, separator), cells, [], kindOf);
        const names = cellsOf(isBelow ? at - 1 : at, separator);
        const below = cellsOf(isBelow ? at : at + 1, separator);
        const isUnitRow = at + 1 < first + (isBelow ? 1 : 0) && below.some(isUnit);
        const time = findTimePlace(names, cells, next, kindOf)!;
        const rows = lines.slice(at + (isUnitRow && !isBelow ? 2 : 1));
        const value = findValue(names, time, sampleRows(rows, separator), column, kindOf);
        const written = isUnitRow ? below[value] : unitOfColumn(names, sampleRows(rows, separator));
        const unit = findUnit(names[value]!, written);
        return { separator, names, time, value, unit, rows };
      }
    }
  }
  return undefined;
}

const sampleRows = (rows: readonly MeterLine[], separator: string): string[][] =>
  rows.slice(0, SAMPLED_ROWS).map(({ text }) => splitCsv(text, separator) ?? []);

type TimeKind = 'stamp' | 'date' | 'clock' | 'hour';
/** What a cell says of time, by the words above it and the cell below. */
type KindOf = (words: string, cell: string, below?: string) => TimeKind | undefined;

/** @param next the row below `cells`: a column of any name whose cells are whole stamps in both is one of times */
function findTimePlace(
  names: readonly string[],
  cells: readonly string[],
  next: readonly string[],
  kindOf: KindOf,
): TimePlace | undefined {
  const isStamp = (cell = ''): boolean => cell.includes(':') && timeKind('', cell) === 'stamp';
  const columns = names.flatMap((name, at) => {
    const words = wordsOf(name);
    const isOfTimes =
      TIME_WORD.test(words) ||
      (!isStamp(name) && isStamp(cells[at]) && isStamp(next[at]) && names.length === cells.length);
    const kind = isOfTimes ? kindOf(words, cells[at] ?? '', next[at]) : undefined;
    return kind ? [{ at, kind, words, edge: edgeOf(words) }] : [];
  });
  const rank = { start: 0, none: 1, end: 2 } as const;
  const find = (kind: TimeKind) =>
    columns.filter((each) => each.kind === kind).sort((a, b) => rank[a.edge ?? 'none'] - rank[b.edge ?? 'none'])[0];
  const [stamp, date, clock] = [find('stamp'), find('date'), find('clock') ?? find('hour')];
  const found = stamp ? [stamp] : date && clock ? [date, clock] : undefined;
  if (!found) return undefined;
  const [, sign, hours, minutes = '0'] = CLOCK_WORD.exec(found.map(({ words }) => words).join(' ')) ?? [];
  const isNamed = found.some(({ words }) => CLOCK_WORD.test(words));
  const away = Number(hours ?? 0) * 60 + Number(minutes);
  return {
    columns: found.map(({ at }) => at),
    isNumbered: found.at(-1)!.kind === 'hour',
    isCounted: kindOf === countedKind,
    edge: found.at(-1)!.edge ?? found[0]!.edge,
    utcOffsetMinutes: isNamed ? (sign === '-' ? -away : away) : undefined,
  };
}

const edgeOf = (words: string): TimePlace['edge'] =>
  START_WORD.test(words) ? 'start' : END_WORD.test(words) ? 'end' : undefined;

function timeKind(words: string, cell: string): TimeKind | undefined {
  if (/^(he ?)?\d{1,2}[*x]?$/i.test(cell)) return HOUR_WORD.test(words) ? 'hour' : undefined;
  const isTime = (text: string) =>
    !Number.isNaN(readStamp(text)) ||
    !Number.isNaN(readWallTime(text)) ||
    !Number.isNaN(readWallTime(text, 'day first'));
  if (isTime(cell)) return /:|T\d|^\d{10}/.test(cell) ? 'stamp' : 'date';
  return isTime(`2000-01-01 ${cell}`) ? 'clock' : undefined;
}

/** `timeKind` with numbers of days, whose fraction is the time of day. Midnight has none, so the cell below decides. */
function countedKind(words: string, cell: string, below = ''): TimeKind | undefined {
  const hasFraction = /[.,]\d/.test(cell) || /[.,]\d/.test(below);
  if (VALUE_WORD.test(words)) return undefined;
  if (isDayNumber(cell)) return hasFraction ? 'stamp' : 'date';
  return hasFraction && /^0([.,]\d+)?$/.test(cell) ? 'clock' : timeKind(words, cell);
}

function findValue(
  names: readonly string[],
  time: TimePlace,
  rows: readonly (readonly string[])[],
  column: string | undefined,
  kindOf: KindOf,
): number {
  if (column !== undefined) {
    const named = names.findIndex((name) => name.toLowerCase() === column.toLowerCase());
    if (named >= 0) return named;
    throw new MeterRefusal(`there is no column '${column}': the columns are ${names.join(', ')}`);
  }
  const first = rows[0] ?? [];
  const numeric = names.flatMap((name, at) => {
    const isTime =
      time.columns.includes(at) || (TIME_WORD.test(wordsOf(name)) && kindOf(wordsOf(name), first[at] ?? ''));
    return !isTime && isNumeric(rows.map((row) => row[at] ?? '')) ? [at] : [];
  });
  const named = numeric.filter((at) => VALUE_WORD.test(wordsOf(names[at]!)));
  const found = named.length > 0 ? named : numeric;
  if (found.length === 1) return found[0]!;
  if (found.length === 0) throw new MeterRefusal('no column of numbers is found beside the times');
  const hours = found.filter((at) => /^(he|hour)? ?\d\d?(:\d\d)?$/.test(wordsOf(names[at]!)));
  if (hours.length > 2) throw new MeterRefusal('the hours stand side by side: one line an hour is needed');
  const list = found.map((at) => `'${names[at]}'`).join(', ');
  throw new MeterRefusal(`the load could be in ${list}: give the name of its column (--column)`);
}

/** Most cells that are not blank are numbers. */
function isNumeric(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return filled.length > 0 && filled.filter((cell) => NUMBER_LIKE.test(cell)).length > filled.length / 2;
}

const UNITS = Object.keys(METER_UNITS) as MeterUnit[];
/** A unit alone in a cell, known or not: `kW`, `(kWh)`, `kVA`. */
const isUnit = (cell: string): boolean => /^[([]?[kmg]?(w|va|var)h?[)\]]?$/i.test(cell);

/** The unit that a column of units has in every row, as utilities write `kWh` beside each value. */
function unitOfColumn(names: readonly string[], rows: readonly (readonly string[])[]): string | undefined {
  const at = names.findIndex((name) => /^(units?|uom|units? of measure)$/.test(wordsOf(name)));
  const units = new Set(rows.flatMap((row) => (at >= 0 && row[at] ? [row[at]!.toLowerCase()] : [])));
  if (units.size > 1)
    throw new MeterRefusal(
      `the column '${names[at]}' has ${[...units].join(' and ')}: the lines of one meter are needed`,
    );
  const [unit = ''] = units;
  return isUnit(unit) ? unit : undefined;
}

/** The unit that the row under the header has, or the name of the column. */
function findUnit(name: string, below: string | undefined): MeterUnit | undefined {
  const [, worded, bracketed] =
    /(?:^|[^a-z])([kmg](?:w|va|var)h?)(?![a-z])|[([] ?(wh?) ?[)\]]/i.exec(spaced(name)) ?? [];
  const text = below?.replace(/[()[\]]/g, '') || (worded ?? bracketed);
  if (text === undefined) return undefined;
  const unit = UNITS.find((each) => each.toLowerCase() === text.toLowerCase());
  if (unit) return unit;
  throw new MeterRefusal(`the unit '${text}' is none of ${UNITS.join(', ')}`);
}
