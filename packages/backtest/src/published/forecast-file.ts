import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AREAS, type EpochMs, foldBlocks, HOUR_MS, type KnownSeries, type ObservationBlock } from '@loadcast/core';
import { areaCode, areaNames } from '@loadcast/formats';

/** What a file of values with the instant of their publication is called and named in its header. */
export interface PublishedFile {
  /** The column of the instant, and of the value. */
  readonly at: string;
  readonly mw: string;
}

/** Operators' forecasts of several days. */
export const FORECAST_FILE: PublishedFile = { at: 'published_at', mw: 'forecast_mw' };
/** The newest hours of load, as the operators' own feeds had them. */
export const NEWEST_FILE: PublishedFile = { at: 'known_at', mw: 'load_mw' };

const SERIES_BY_NAME = new Map(
  AREAS.flatMap((area) => areaNames(area).map((name) => [name.toLowerCase(), area.series])),
);
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Reads a file of values with the instant of their publication, `.csv` or `.csv.gz`: one line an area, instant and hour. Plain CSV
 * without quotes; empty lines are skipped.
 *
 * @returns by series; each value is known from that instant
 * @throws {Error} naming the file, and line and column of the fault, the given value and the allowed ones
 */
export async function readPublishedFile(path: string, file: PublishedFile): Promise<ReadonlyMap<string, KnownSeries>> {
  const bytes = await readFile(path);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const text = (isGzip ? await promisify(gunzip)(bytes) : bytes).toString('utf8');
  try {
    return readValues(text, file);
  } catch (error) {
    throw new Error(`${basename(path)}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readValues(text: string, file: PublishedFile): ReadonlyMap<string, KnownSeries> {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  const header = `area,${file.at},valid_at,${file.mw}`;
  if ((lines[0] ?? '').trim() !== header) throw new Error(`line 1: the header must be ${header}`);
  const issues = new Map<string, Map<EpochMs, Map<EpochMs, number>>>();
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index]!.trim();
    if (line === '') continue;
    const { series, publishedAt, start, mw } = readRow(line, index + 1, file);
    const ofSeries = issues.get(series) ?? new Map<EpochMs, Map<EpochMs, number>>();
    issues.set(series, ofSeries);
    const rows = ofSeries.get(publishedAt) ?? new Map<EpochMs, number>();
    ofSeries.set(publishedAt, rows);
    if (rows.has(start)) throw new Error(`line ${index + 1}: this hour of this area and instant is given twice`);
    rows.set(start, mw);
  }
  return new Map([...issues].map(([series, ofSeries]) => [series, foldBlocks(blocksOf(ofSeries))]));
}

function readRow(line: string, number: number, file: PublishedFile) {
  const [area = '', published = '', valid = '', forecast = '', ...more] = line.split(',');
  if (more.length > 0) throw new Error(`line ${number}: more than the 4 fields of the header`);
  const refuse = (column: string, given: string, allowed: string): never => {
    throw new Error(`line ${number}, column ${column}: '${given.slice(0, 60)}' is not ${allowed}`);
  };
  const series = SERIES_BY_NAME.get(area.toLowerCase());
  const [publishedAt, start] = [instant(published), instant(valid)];
  const mw = Number(forecast);
  return {
    series: series ?? refuse('area', area, `one of ${AREAS.map(areaCode).join(', ')}`),
    publishedAt: publishedAt ?? refuse(file.at, published, 'an instant (2018-07-01T07:05-04:00)'),
    start: start !== undefined && start % HOUR_MS === 0 ? start : refuse('valid_at', valid, 'the start of an hour'),
    mw: mw > 0 && Number.isFinite(mw) ? mw : refuse(file.mw, forecast, 'a number above 0'),
  };
}

function instant(text: string): EpochMs | undefined {
  const value = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(value) ? undefined : value;
}

function blocksOf(issues: ReadonlyMap<EpochMs, ReadonlyMap<EpochMs, number>>): ObservationBlock[] {
  return [...issues].map(([publishedAt, rows]) => {
    const hours = [...rows.keys()];
    const start = hours.reduce((least, hour) => Math.min(least, hour), Number.POSITIVE_INFINITY);
    const last = hours.reduce((most, hour) => Math.max(most, hour), Number.NEGATIVE_INFINITY);
    const values = new Float64Array((last - start) / HOUR_MS + 1).fill(Number.NaN);
    for (const [hour, mw] of rows) values[(hour - start) / HOUR_MS] = mw;
    return { start, values, known: { kind: 'at', at: publishedAt } };
  });
}
