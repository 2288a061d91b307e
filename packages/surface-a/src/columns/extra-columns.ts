import { type ActualsStore, type Area, type EpochMs, HOUR_MS, type Vintage, type Window } from '@loadcast/core';
import { quantileLine } from '@loadcast/core/forecast';
import { readActualHours, readOperatorHours, valueAt } from '@loadcast/core/series';
import { megawatts, type TableColumn, utcText } from '@loadcast/formats';
import * as z from 'zod';
import { ANSWERED_LEVELS, listOf, quantileName, quantilesParameter } from '../parameters/list-parameters.js';
import { DRIVER_COLUMNS, driverColumns } from './driver-columns.js';

/** What reading the added columns of an answer needs. */
export interface ExtraColumnsDeps {
  readonly actuals: Pick<ActualsStore, 'read'>;
}

/** The rows of an answer that columns are added to. */
export interface AnswerRows {
  readonly area: Area;
  readonly asOf: EpochMs;
  /** Start of each row, ascending. */
  readonly starts: ArrayLike<EpochMs>;
  readonly valueMw: Float64Array;
  /** NaN where a row has none. */
  readonly p10Mw: Float64Array;
  readonly p90Mw: Float64Array;
  /** The run of a row. */
  vintage(row: number): Vintage;
}

type Columns = TableColumn | readonly TableColumn[];
type Included = (deps: ExtraColumnsDeps, rows: AnswerRows) => Promise<Columns> | Columns;

/** The columns that `include` names, in their order. */
const INCLUDED = {
  actual: async ({ actuals }, { area, asOf, starts }) => {
    const hours = await readActualHours({ actuals }, area, hoursOf(starts), asOf);
    return { name: 'actual_mw', kind: 'number', values: Array.from(starts, (start) => valueAt(hours, start)) };
  },
  operator: async ({ actuals }, { area, asOf, starts }) => {
    const hours = await readOperatorHours({ actuals }, area, hoursOf(starts), asOf);
    return { name: 'operator_mw', kind: 'number', values: Array.from(starts, (start) => valueAt(hours, start)) };
  },
  inputs: (_, { starts, vintage }) => ({
    name: 'data_cutoff',
    kind: 'instant',
    values: Array.from(starts, (_start, row) => vintage(row).dataCutoff),
  }),
  drivers: (_, { starts, vintage }) =>
    driverColumns(
      Array.from(starts, (start, row) => {
        const run = vintage(row);
        return { run, hour: Math.round((start - run.start) / HOUR_MS) };
      }),
      'driver_',
    ),
} as const satisfies Record<string, Included>;

type IncludedName = keyof typeof INCLUDED;

/** Parameters that add columns to a forecast. */
export const extraParameters = {
  quantiles: quantilesParameter().optional(),
  include: listOf(Object.keys(INCLUDED) as IncludedName[]).optional(),
};

export interface ExtraQuery {
  readonly quantiles?: readonly number[] | undefined;
  readonly include?: readonly IncludedName[] | undefined;
}

/** The columns between p90 and `issued_at` that a query adds: levels ascending, then the included ones. */
export async function extraColumns(
  deps: ExtraColumnsDeps,
  { quantiles = [], include = [] }: ExtraQuery,
  rows: AnswerRows,
): Promise<readonly TableColumn[]> {
  const levels = quantiles.filter((level) => !isBound(level));
  return [
    ...levels.map((level) => quantileColumn(rows, level)),
    ...(await Promise.all(include.map(async (name) => INCLUDED[name](deps, rows)))).flat(),
  ];
}

/** Every answer of a plan with quantiles has these anyway. */
const isBound = (level: number): boolean => level === 0.1 || level === 0.9;

const quantileColumn = (rows: AnswerRows, level: number): TableColumn => ({
  name: quantileName(level),
  kind: 'number',
  values: quantileLine(rows, level),
});

/** Texts that tell apart any two sets of columns: parts of an entity tag, none where there are no columns. */
export function columnsText(columns: readonly TableColumn[]): readonly string[] {
  return columns.map(({ name, values }) => `${name} ${Array.from<unknown>(values).join()}`);
}

/** The window from the first row to the end of the hour of the last. */
function hoursOf(starts: ArrayLike<EpochMs>): Window {
  return { start: starts[0]!, end: starts[starts.length - 1]! + HOUR_MS };
}

const quantileColumns = Object.fromEntries(
  ANSWERED_LEVELS.map(quantileName)
    .filter((name) => name !== 'p10' && name !== 'p90')
    .map((name) => [name, z.number().optional()]),
);

const driverAnswers = Object.fromEntries(
  Object.entries(DRIVER_COLUMNS).map(([name, { about }]) => [`driver_${name}`, megawatts(`${about}, MW.`).optional()]),
);

/** What `quantiles` and `include` add to a point. */
export const addedColumns = {
  ...quantileColumns,
  actual_mw: megawatts('Measured load, as known at `as_of`.').optional(),
  operator_mw: megawatts('The operator’s day-ahead forecast, as known at `as_of`.').optional(),
  data_cutoff: utcText().describe('Start of the last measured hour used by the run.').optional(),
  ...driverAnswers,
};
