import {
  type Areas,
  type EpochMs,
  foldBlocks,
  HOUR_MS,
  type KnownSeries,
  type ObservationBlock,
  readNumber,
} from '@loadcast/core';
import { parseEpochMs } from '@loadcast/core/time';
import { blockOf, entryOf } from './inputs/hour-block.js';
import { areaFields, type CsvFile, readCsvFile, refuseField } from './read-csv-file.js';

/** Headers of files of values with the instant of their publication, by the input of a backtest that reads them. */
const HEADERS = { 'multi-day': 'area,published_at,valid_at,forecast_mw', newest: 'area,known_at,valid_at,load_mw' };

/**
 * Reads a file of operators' forecasts of several days, or of the newest load of their feeds, `.csv` or `.csv.gz`: one
 * line an area, instant and hour.
 *
 * @returns by series; each value is known from its instant
 * @throws {Error} naming the file, and line and column of the fault, the given value and the allowed ones
 */
export function readPublishedFile(
  path: string,
  input: keyof typeof HEADERS,
  areas: Areas,
): Promise<ReadonlyMap<string, KnownSeries>> {
  return readCsvFile(path, (file) => readPublished(file, HEADERS[input], areas));
}

function readPublished({ columns, lines }: CsvFile, header: string, areas: Areas): ReadonlyMap<string, KnownSeries> {
  if (columns.join() !== header) throw new Error(`line 1: the header must be ${header}`);
  const areaField = areaFields(areas);
  const issues = new Map<string, Map<EpochMs, Map<EpochMs, number>>>();
  for (const { fields, number } of lines) {
    const [area, published, valid, value] = fields as [string, string, string, string];
    const { series } = areaField(number, area);
    const [at, start] = [parseEpochMs(published), parseEpochMs(valid)];
    const mw = readNumber(value) ?? Number.NaN;
    if (Number.isNaN(at)) refuseField(number, columns[1]!, published, 'an instant (2018-07-01T07:05-04:00)');
    if (start % HOUR_MS !== 0) refuseField(number, columns[2]!, valid, 'the start of an hour');
    if (!(mw > 0)) refuseField(number, columns[3]!, value, 'a number above 0');
    const ofSeries = entryOf(issues, series, () => new Map<EpochMs, Map<EpochMs, number>>());
    const hours = entryOf(ofSeries, at, () => new Map<EpochMs, number>());
    if (hours.has(start)) throw new Error(`line ${number}: this hour of this area and instant is given twice`);
    hours.set(start, mw);
  }
  return new Map([...issues].map(([series, ofSeries]) => [series, foldBlocks([...ofSeries].map(issueOf))]));
}

function issueOf([at, hours]: readonly [EpochMs, ReadonlyMap<EpochMs, number>]): ObservationBlock {
  return blockOf(hours, (mw) => mw, { kind: 'at', at });
}
