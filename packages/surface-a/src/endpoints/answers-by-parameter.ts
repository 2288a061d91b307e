import { ANSWERED_LEVELS, count, megawatts, offsetText, quantileName, utcText } from '@loadcast/formats';
import * as z from 'zod';
import { DRIVER_COLUMNS } from '../columns/driver-columns.js';
import { accuracyAnswer, forecastAnswer, historyAnswer, latestAnswer } from './answers.js';

/** What parameters beside the documented ones add to the answers. Without them an answer is the first of each union. */

export const timeLocal = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
  .describe('Start of the interval on the clock that `tz` names.')
  .meta({ examples: ['2026-11-21 08:00'] });

/** Columns added by `quantiles` and `include`. */
const quantileColumns = Object.fromEntries(
  ANSWERED_LEVELS.map(quantileName)
    .filter((name) => name !== 'p10' && name !== 'p90')
    .map((name) => [name, z.number().optional()]),
);
const driverAnswers = Object.fromEntries(
  Object.entries(DRIVER_COLUMNS).map(([name, { about }]) => [`driver_${name}`, megawatts(`${about}, MW.`).optional()]),
);

const addedColumns = {
  ...quantileColumns,
  actual_mw: megawatts('What was measured, as known at `as_of`.').optional(),
  operator_mw: megawatts('What the operator forecast a day ahead, as known at `as_of`.').optional(),
  data_cutoff: utcText().describe('Start of the newest measured hour that the run had seen.').optional(),
  ...driverAnswers,
};

const withClock = <S extends z.ZodRawShape>(row: z.ZodObject<S>) => row.extend({ time_local: timeLocal });

/** `format=columns`: for each field of a row an array, all of one length; null stands for a missing value. */
export const columnsOf = (row: z.ZodRawShape, meta: z.ZodObject) =>
  z.strictObject({
    status: z.literal('success'),
    data: z.strictObject(Object.fromEntries(Object.entries(row).map(([name, field]) => [name, columnOf(field)]))),
    meta: meta.partial(),
  });

function columnOf(field: z.core.$ZodType): z.ZodType {
  if (field instanceof z.ZodOptional) return columnOf(z.nullable(field.unwrap())).optional();
  const { description } = z.globalRegistry.get(whole(field)) ?? {};
  return description === undefined ? z.array(field) : z.array(field).describe(description);
}

/** Columns that the tables of load and forecasts begin with. */
const hourColumns = {
  time_utc: utcText().describe('Start of the hour.'),
  time_local: timeLocal.optional(),
  region: z.string().describe('Canonical code of the region.'),
};

/** A point of an answer to `start` and `end`. */
const rangePoint = z.strictObject({
  timestamp: offsetText().describe('Start of the hour.'),
  time_local: timeLocal.optional(),
  value_mw: megawatts(),
  p10: megawatts().optional(),
  p90: megawatts().optional(),
  ...addedColumns,
  issued_at: utcText().describe('When the run of this hour was made.'),
  model: z.string().min(1),
});
const { timestamp: _, time_local: __, ...forecastColumns } = rangePoint.shape;
const rangeMeta = z.strictObject({
  region: z.string(),
  start: utcText(),
  end: utcText(),
  resolution: z.literal('1h'),
  count: count('Rows in data.'),
  missing: count('Hours of the range that no such run covers: absent from data.'),
  generated_at: utcText(),
});
export const forecastRangeAnswer = z.strictObject({
  status: z.literal('success'),
  data: z.array(rangePoint),
  meta: rangeMeta,
});

const clockedHistory = z.strictObject({
  ...historyAnswer.shape,
  data: z.array(withClock(historyAnswer.shape.data.element)),
});

/** A horizon with `tz`, `quantiles` or `include`. */
const forecastWithColumns = z.strictObject({
  ...forecastAnswer.shape,
  data: z.array(forecastAnswer.shape.data.element.extend({ time_local: timeLocal.optional(), ...addedColumns })),
});

export const forecastAnswers = z.union([
  forecastAnswer,
  forecastWithColumns,
  forecastRangeAnswer,
  columnsOf(
    { ...hourColumns, ...forecastColumns },
    z.strictObject({ ...rangeMeta.shape, ...forecastAnswer.shape.meta.shape }),
  ),
]);

export const historyAnswers = z.union([
  historyAnswer,
  clockedHistory,
  columnsOf({ ...hourColumns, value_mw: megawatts() }, historyAnswer.shape.meta),
]);

const { region, actual, forecast } = latestAnswer.shape.data.shape;
const clockedLatest = z.strictObject({
  status: z.literal('success'),
  data: z.strictObject({ region, actual: withClock(actual), forecast: withClock(forecast) }),
});
const latestColumns = {
  ...hourColumns,
  value_mw: megawatts('Forecast of the next full hour, MW.').optional(),
  actual_mw: megawatts('Load of the newest measured hour, MW.').optional(),
  issued_at: utcText().describe('When the forecast was made.').optional(),
};
export const latestAnswers = z.union([
  latestAnswer,
  clockedLatest,
  columnsOf(latestColumns, z.strictObject({ region })),
]);

/** Members of an accuracy as columns of one row: names of nested ones are joined by `_`, `region` and `metrics` apart. */
function membersAsColumns({ shape }: z.ZodObject, prefix: string): z.ZodRawShape {
  const columns = Object.entries(shape).map(([name, member]) => {
    const full = prefix === '' || name === 'region' ? name : `${prefix}_${name}`;
    const inner = whole(member);
    if (inner instanceof z.ZodObject) return membersAsColumns(inner, name === 'metrics' && prefix === '' ? '' : full);
    return { [full]: z.optional(inner) };
  });
  return Object.assign({}, ...columns);
}

/** What a member is where it is there, and not null. */
function whole(member: z.core.$ZodType): z.core.$ZodType {
  return member instanceof z.ZodOptional || member instanceof z.ZodNullable ? whole(member.unwrap()) : member;
}

export const accuracyAnswers = z.union([
  accuracyAnswer,
  columnsOf(membersAsColumns(accuracyAnswer.shape.data, ''), z.strictObject({})),
]);
