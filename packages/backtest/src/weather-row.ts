import { type AreaId, type Areas, type EpochMs, HOUR_MS, readNumber } from '@loadcast/core';
import { parseEpochMs } from '@loadcast/core/time';
import { areaFields, refuseField } from './read-csv-file.js';
import {
  ALL_COLUMNS,
  type KEY_COLUMNS,
  MEASURED_COLUMNS,
  type MeasuredColumnName,
  REQUIRED_COLUMNS,
} from './weather-columns.data.js';

export type WeatherValues = Readonly<Record<MeasuredColumnName, number>>;

export interface WeatherRow {
  readonly areaId: AreaId;
  readonly point: string;
  readonly weight: number;
  /** Undefined for observed weather. */
  readonly issuedAt: EpochMs | undefined;
  readonly start: EpochMs;
  /** NaN where the field is empty or the file has no such column. */
  readonly values: WeatherValues;
}

/** Reads the lines of one weather file, whose header it was made from. */
export type ReadRow = (fields: readonly string[], lineNumber: number) => WeatherRow;

const NOTHING = Object.fromEntries(MEASURED_COLUMNS.map(({ name }) => [name, Number.NaN])) as WeatherValues;

/**
 * A reader of lines below a header.
 *
 * @throws {Error} a required column is missing, one is not known, or one comes twice
 */
export function rowReader(columns: readonly string[], areas: Areas): ReadRow {
  const areaField = areaFields(areas);
  refuseHeader(columns);
  const indexOf = (name: (typeof KEY_COLUMNS)[number] | MeasuredColumnName): number => columns.indexOf(name);
  const [area, issuedAt, validAt] = [indexOf('area'), indexOf('issued_at'), indexOf('valid_at')];
  const [point, weight] = [indexOf('point'), indexOf('weight')];
  const measured = MEASURED_COLUMNS.map((column) => ({ ...column, at: indexOf(column.name) })).filter(
    ({ at }) => at >= 0,
  );

  return (fields, lineNumber) => {
    const read = <T>(at: number, parse: (text: string) => T | undefined, allowed: string): T =>
      parse(fields[at]!) ?? refuseField(lineNumber, columns[at]!, fields[at]!, allowed);
    const values = { ...NOTHING };
    for (const { name, at, least, most, unit } of measured) {
      const parse = (text: string) => measuredValue(text, least, most);
      values[name] = read(at, parse, `a number from ${least} to ${most} (${unit}), or empty`);
    }
    return {
      areaId: areaField(lineNumber, fields[area]!).id,
      point: point < 0 ? '' : fields[point]!,
      weight: weight < 0 ? 1 : read(weight, positive, 'a positive number'),
      issuedAt: isNothing(fields[issuedAt]!)
        ? undefined
        : read(issuedAt, instant, 'an instant (2023-07-01T06:00Z), or empty'),
      start: read(validAt, hour, 'the start of an hour from 1980 to 2100 (2023-07-01T06:00Z)'),
      values,
    };
  };
}

function refuseHeader(columns: readonly string[]): void {
  const missing = REQUIRED_COLUMNS.find((name) => !columns.includes(name));
  // pandas and R number the rows in a column without a name.
  const unknown = columns.find((name) => name !== '' && !ALL_COLUMNS.includes(name));
  const repeated = columns.find((name, index) => columns.indexOf(name) !== index);
  const allowed = `columns are ${ALL_COLUMNS.join(', ')}`;
  if (unknown !== undefined) throw new Error(`line 1: column '${unknown.slice(0, 60)}' is not known: ${allowed}`);
  if (missing !== undefined) throw new Error(`line 1: column ${missing} is missing: ${allowed}`);
  if (repeated !== undefined) throw new Error(`line 1: column ${repeated} is given twice`);
}

const FIRST_HOUR = Date.UTC(1980, 0, 1);
const LAST_HOUR = Date.UTC(2100, 0, 1);

function instant(text: string): EpochMs | undefined {
  const value = parseEpochMs(text);
  return Number.isNaN(value) ? undefined : value;
}

/** A blank, or what programs write for one. */
const isNothing = (text: string): boolean => Number.isNaN(readNumber(text));

function hour(text: string): EpochMs | undefined {
  const value = instant(text);
  if (value === undefined || value % HOUR_MS !== 0) return undefined;
  return value >= FIRST_HOUR && value < LAST_HOUR ? value : undefined;
}

function positive(text: string): number | undefined {
  const value = readNumber(text);
  return value !== undefined && value > 0 ? value : undefined;
}

function measuredValue(text: string, least: number, most: number): number | undefined {
  const value = readNumber(text);
  return value !== undefined && (value < least || value > most) ? undefined : value;
}
