import { type EpochMs, HOUR_MS, readNumber, splitCsv } from '@loadcast/core';
import { LIMITS } from '@loadcast/core/budgets';
import { parseJson } from './json-lines.js';
import { MeterRefusal, refuseFaults } from './meter-refusal.js';
import { readLines } from './meter-text.js';
import { readStamp } from './read-stamp.js';
import { METER_UNITS, type MeterUnit } from './units.data.js';

/** One hour of somebody's forecast, in MW. */
export interface ForecastRow {
  readonly start: EpochMs;
  readonly valueMw: number;
  /** Absent where the file has no bounds for the hour. */
  readonly bounds?: { readonly p10Mw: number; readonly p90Mw: number };
}

export interface ForecastFileOptions {
  /** Hours outside of it are refused. */
  readonly earliest: EpochMs;
  readonly latest: EpochMs;
  /** Needed where the column of values does not name it. */
  readonly unit?: MeterUnit | undefined;
}

interface FileRow {
  readonly line: number;
  /** Fields by name in lower case, or why there are none. */
  readonly fields: ReadonlyMap<string, unknown> | string;
}

const MOST_ROWS = LIMITS.forecast_rows.bound;
const MOST_MW = 1_000_000;
const TIME = /^(timestamp|time|time_utc|interval_start|hour_start|ds)$/;
const VALUE = /^(?:value|load|demand|forecast|p50)(?:_([kmg]?wh?))?$/;

/**
 * Reads a forecast as CSV with a header, as JSON (an array of objects) or as NDJSON: a start with a UTC offset, a value
 * whose column names its unit (`value_mw`), and `p10` and `p90` in that unit or neither.
 *
 * @returns the hours in order
 * @throws {MeterRefusal} naming every row that cannot be read: the file is taken as a whole or not at all
 */
export function readForecastFile(bytes: Uint8Array, options: ForecastFileOptions): readonly ForecastRow[] {
  const rows = readRows(bytes);
  if (rows.length === 0) throw new MeterRefusal('there is no row');
  if (rows.length > MOST_ROWS) throw new MeterRefusal(`${rows.length} rows: at most ${MOST_ROWS} are taken`);
  const columns = findColumns(rows, options.unit);
  const lineOf = new Map<EpochMs, number>();
  const faults: string[] = [];
  const read = rows.flatMap(({ line, fields }) => {
    const row = typeof fields === 'string' ? fields : readRow(fields, columns, options);
    const first = typeof row === 'string' ? undefined : lineOf.get(row.start);
    if (typeof row !== 'string' && first === undefined) {
      lineOf.set(row.start, line);
      return [row];
    }
    faults.push(`row ${line}: ${typeof row === 'string' ? row : `row ${first} already has this hour`}`);
    return [];
  });
  refuseFaults(faults);
  return read.sort((a, b) => a.start - b.start);
}

/** The rows of any of the three forms, which the first character tells apart. */
function readRows(bytes: Uint8Array): FileRow[] {
  const { lines, separators } = readLines(bytes);
  const header = lines[0]?.text.trimStart() ?? '';
  if (header.startsWith('[')) {
    const list = parseJson(lines.map(({ text }) => text).join('\n'));
    if (!Array.isArray(list)) throw new MeterRefusal('this is not JSON');
    return list.map((each, at) => ({ line: at + 1, fields: fieldsIn(each) }));
  }
  if (header.startsWith('{'))
    return lines.map(({ number: line, text }) => ({ line, fields: fieldsIn(parseJson(text)) }));
  const separator = separators.find((each) => (splitCsv(header, each)?.length ?? 0) > 1) ?? ',';
  const names = (splitCsv(header, separator) ?? []).map((name) => name.trim().toLowerCase());
  return lines.slice(1).map(({ number: line, text }) => {
    const cells = splitCsv(text, separator);
    const fields =
      cells?.length === names.length
        ? new Map(names.map((name, at) => [name, cells[at]]))
        : `${cells?.length ?? 'no'} fields where the header has ${names.length}`;
    return { line, fields };
  });
}

const fieldsIn = (value: unknown): FileRow['fields'] =>
  typeof value === 'object' && value !== null
    ? new Map(Object.entries(value).map(([name, field]) => [name.toLowerCase(), field]))
    : 'this is no JSON object';

interface ForecastColumns {
  readonly time: string;
  readonly value: string;
  readonly p10: string | undefined;
  readonly p90: string | undefined;
  readonly mw: number;
}

/** @throws {MeterRefusal} a column is missing, or no unit or two are named */
function findColumns(rows: readonly FileRow[], given: MeterUnit | undefined): ForecastColumns {
  const names = [...new Set(rows.flatMap(({ fields }) => (typeof fields === 'string' ? [] : [...fields.keys()])))];
  const find = (pattern: RegExp) => names.find((name) => pattern.test(name));
  const [time, value] = [find(TIME), find(VALUE)];
  if (!time || !value) throw new MeterRefusal('columns timestamp and value_mw are needed; p10 and p90 may be added');
  const written = VALUE.exec(value)?.[1];
  const named = (Object.keys(METER_UNITS) as MeterUnit[]).find((unit) => unit.toLowerCase() === written);
  if (named && given && named !== given)
    throw new MeterRefusal(`'${value}' is in ${named}, and the unit is given as ${given}`);
  const unit = named ?? given;
  if (!unit) throw new MeterRefusal(`the unit of '${value}' is not named: call it value_mw, or give the unit`);
  return { time, value, p10: find(/^p10(_[kmg]?wh?)?$/), p90: find(/^p90(_[kmg]?wh?)?$/), mw: METER_UNITS[unit].mw };
}

const minute = (instant: EpochMs): string => `${new Date(instant).toISOString().slice(0, 16)}Z`;

/** A row, or why it cannot be read. */
function readRow(
  fields: ReadonlyMap<string, unknown>,
  { time, value, p10, p90, mw }: ForecastColumns,
  { earliest, latest }: ForecastFileOptions,
): ForecastRow | string {
  const stamp = String(fields.get(time) ?? '').trim();
  const start = readStamp(stamp);
  if (Number.isNaN(start)) return `'${stamp.slice(0, 40)}' is not a time with its UTC offset`;
  if (start % HOUR_MS !== 0) return `${stamp} is not the start of an hour`;
  if (start < earliest || start >= latest) return `${stamp} is not from ${minute(earliest)} to ${minute(latest)}`;
  const read = (column: string | undefined): number | undefined => readMw(column && fields.get(column), mw);
  const [valueMw, p10Mw, p90Mw] = [read(value), read(p10), read(p90)];
  if (valueMw === undefined || Number.isNaN(valueMw)) return `${value} is not a load from 0 to ${MOST_MW} MW`;
  if (p10Mw === undefined && p90Mw === undefined) return { start, valueMw };
  if (p10Mw === undefined || p90Mw === undefined) return 'give both p10 and p90, or neither';
  return p10Mw <= valueMw && valueMw <= p90Mw
    ? { start, valueMw, bounds: { p10Mw, p90Mw } }
    : 'p10, the value and p90 are not in ascending order';
}

/** A load in MW to the watt; undefined for an empty cell, NaN for anything but a load. */
function readMw(cell: unknown, mw: number): number | undefined {
  if (cell === undefined || cell === null || cell === '') return undefined;
  const read = typeof cell === 'number' ? cell : (readNumber(String(cell).trim()) ?? Number.NaN);
  const loadMw = Number((read * mw).toFixed(6));
  return loadMw >= 0 && loadMw <= MOST_MW ? loadMw : Number.NaN;
}
