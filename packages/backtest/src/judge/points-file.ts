import { type AreaId, type Areas, readNumber } from '@loadcast/core';
import { BACKTEST_RUNS, type BacktestPoints, type BacktestRun, POINT_COLUMNS } from '@loadcast/core/backtest';
import { parseEpochMs } from '@loadcast/core/time';
import { POINTS_HEADER } from '../points-csv.js';
import { areaFields, type CsvFile, readCsvFile, refuseField } from '../read-csv-file.js';

export type PointsOf = (areaId: AreaId, run: BacktestRun) => BacktestPoints | undefined;

const FIELDS = POINTS_HEADER.split(',');

/**
 * Reads what `backtest --points` wrote, plain or compressed by gzip.
 *
 * @returns the forecasts; columns that the file does not have are NaN
 * @throws {Error} naming the file, and line and column of the fault, the given value and the allowed ones
 */
export function readPointsFile(path: string, areas: Areas): Promise<PointsOf> {
  return readCsvFile(path, (file) => readPoints(file, areas));
}

function readPoints({ columns, lines }: CsvFile, areas: Areas): PointsOf {
  if (columns.join() !== POINTS_HEADER) throw new Error(`line 1: the header must be ${POINTS_HEADER}`);
  const areaField = areaFields(areas);
  const rows = new Map<string, number[][]>();
  for (const { fields, number } of lines) {
    const { key, row } = readRow(fields, number, areaField(number, fields[0]!).id);
    const ofKey = rows.get(key) ?? [];
    rows.set(key, ofKey);
    ofKey.push(row);
  }
  const points = new Map([...rows].map(([key, ofKey]) => [key, columnsOf(ofKey)]));
  return (areaId, run) => points.get(`${areaId} ${run}`);
}

function readRow(fields: readonly string[], number: number, areaId: AreaId): { key: string; row: number[] } {
  const [, run, issuedAt, start, ...mw] = fields as [string, string, string, string, ...string[]];
  if (!BACKTEST_RUNS.some((each) => each === run))
    refuseField(number, 'run', run, `one of ${BACKTEST_RUNS.join(', ')}`);
  const instants = [issuedAt, start].map((given, i) => {
    const instant = parseEpochMs(given);
    return Number.isNaN(instant)
      ? refuseField(number, FIELDS[i + 2]!, given, 'an instant (2023-06-01T14:00:00Z)')
      : instant;
  });
  const values = mw.map((given, i) => readNumber(given) ?? refuseField(number, FIELDS[i + 4]!, given, 'a number'));
  return { key: `${areaId} ${run}`, row: [...instants, ...values] };
}

/** The file's columns in the order of its header, behind area and run. */
const FILE_COLUMNS = ['issuedAt', 'start', 'valueMw', 'p10Mw', 'p90Mw', 'actualMw'] as const;

function columnsOf(rows: readonly (readonly number[])[]): BacktestPoints {
  const empty = POINT_COLUMNS.map((name) => [name, new Float64Array(rows.length).fill(Number.NaN)]);
  const read = FILE_COLUMNS.map((name, at) => [name, Float64Array.from(rows, (row) => row[at]!)]);
  return Object.fromEntries([...empty, ...read]) as BacktestPoints;
}
