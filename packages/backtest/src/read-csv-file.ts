import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type Area, type Areas, foreignFormat, foreignSeparator, splitCsv } from '@loadcast/core';
import { isDayNumber } from '@loadcast/core/time';
import { areaCode, areaNames } from '@loadcast/formats';

interface CsvLine {
  readonly number: number;
  readonly fields: readonly string[];
}

/** A CSV file: the names of its header, and the fields of every line that is not empty. */
export interface CsvFile {
  readonly columns: readonly string[];
  readonly lines: Iterable<CsvLine>;
}

/**
 * Reads a CSV file (RFC 4180), plain or gzip, and what is made of it.
 *
 * @throws {Error} naming the file, and the fault of the file or the one that `read` throws
 */
export async function readCsvFile<T>(path: string, read: (file: CsvFile) => T): Promise<T> {
  const bytes = await readFile(path);
  try {
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return read(parseCsv(isGzip ? await promisify(gunzip)(bytes) : bytes));
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    const isGzipFault = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
    throw new Error(`${basename(path)}: ${isGzipFault ? `the gzip is cut short or corrupt (${words})` : words}`);
  }
}

function parseCsv(bytes: Buffer): CsvFile {
  const foreign = foreignFormat(bytes);
  if (foreign !== undefined) throw new Error(foreign);
  const [header = '', ...texts] = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/);
  const separated = foreignSeparator(header);
  if (separated !== undefined) throw new Error(`line 1: ${separated}`);
  const columns = fieldsAt(1, header);
  return { columns, lines: rowsBelow(columns, texts) };
}

function* rowsBelow(columns: readonly string[], texts: readonly string[]): Generator<CsvLine> {
  let rows = 0;
  for (const [index, text] of texts.entries()) {
    if (text.trim() === '') continue;
    const [number, fields] = [index + 2, fieldsAt(index + 2, text)];
    if (fields.length !== columns.length)
      throw new Error(`line ${number}: ${fields.length} fields where the header has ${columns.length}`);
    rows++;
    yield { number, fields };
  }
  if (rows === 0) throw new Error('the file has a header and no rows');
}

function fieldsAt(number: number, line: string): string[] {
  const fields = splitCsv(line);
  if (!fields) throw new Error(`line ${number}: a quote is not closed`);
  return fields;
}

/** @throws {Error} always, with line and column, the given value and the allowed ones */
export function refuseField(line: number, column: string, given: string, allowed: string): never {
  const isCounted = /_(at|start)$/.test(column) && isDayNumber(given);
  const reason = isCounted ? ": a spreadsheet's day number has no UTC offset" : '';
  throw new Error(`line ${line}, column ${column}: '${given.slice(0, 60)}' is not ${allowed}${reason}`);
}

/** A reader of the column `area`, which throws where it has no area's name. */
export function areaFields({ list }: Areas): (line: number, given: string) => Area {
  const byName = new Map(list.flatMap((area) => areaNames(area).map((name) => [name.toLowerCase(), area])));
  const allowed = `one of ${list.map(areaCode).join(', ')}`;
  return (line, given) => byName.get(given.toLowerCase()) ?? refuseField(line, 'area', given, allowed);
}
