import { type AnswerDescription, count, utcText } from '@loadcast/formats';
import * as z from 'zod';
import { generatedAt } from './answer-fields.js';

/** The other formats of an endpoint with rows. */
const TABLES: readonly AnswerDescription[] = [
  { type: 'text/csv', text: '`format=csv`: a header row, then one line per row.' },
  { type: 'application/x-ndjson', text: '`format=ndjson`: one JSON object per line.' },
  {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    text: '`format=xlsx`: a sheet whose times are dates.',
  },
  { type: 'application/vnd.apache.arrow.stream', text: '`format=arrow`: an Arrow IPC stream.' },
];

export function jsonAnswer(schema: z.ZodType): AnswerDescription {
  return { type: 'application/json', schema };
}

export function tableAnswers(schema: z.ZodType): readonly AnswerDescription[] {
  return [jsonAnswer(schema), ...TABLES];
}

export const success = <S extends z.ZodType>(data: S) => ({ status: z.literal('success'), data });

/** `{ status, data: rows, meta }`, or the same by columns. A value that is missing is absent from its row. */
export function rowsOf<R extends z.ZodRawShape, M extends z.ZodRawShape>(row: R, meta: M) {
  const whole = z.strictObject({
    ...meta,
    count: count('Rows in data.'),
    generated_at: generatedAt,
  });
  return z.union([jsonRows(row, whole), columnsOf(row, whole)]);
}

/** The same of what never changes: only the newest one, and columns, say when they were made. */
export function unchangingRowsOf(row: z.ZodRawShape, meta: z.ZodRawShape) {
  const whole = z.strictObject({ ...meta, count: count('Rows in data.') });
  const now = whole.extend({ generated_at: utcText() });
  return z.union([jsonRows(row, whole), jsonRows(row, now), columnsOf(row, now)]);
}

const jsonRows = <R extends z.ZodRawShape, M extends z.ZodRawShape>(row: R, meta: z.ZodObject<M, z.core.$strict>) =>
  z.strictObject({ ...success(z.array(z.strictObject(row))), meta });

/** `format=columns`: for each field of a row an array, all of one length; null stands for a missing value. */
export const columnsOf = (row: z.ZodRawShape, meta: z.ZodObject) =>
  z.strictObject({
    status: z.literal('success'),
    data: z.strictObject(Object.fromEntries(Object.entries(row).map(([name, field]) => [name, columnOf(field)]))),
    meta: meta.partial(),
  });

function columnOf(field: z.core.$ZodType): z.ZodType {
  if (field instanceof z.ZodOptional) return columnOf(z.nullable(field.unwrap())).optional();
  const { description } = z.globalRegistry.get(presentMember(field)) ?? {};
  return description === undefined ? z.array(field) : z.array(field).describe(description);
}

/** The schema of a member that is present and not null. */
export function presentMember(member: z.core.$ZodType): z.core.$ZodType {
  return member instanceof z.ZodOptional || member instanceof z.ZodNullable ? presentMember(member.unwrap()) : member;
}
