import type { EpochMs } from '@loadcast/core';
import type { Reply, RequestScope, SurfaceRequest } from '../http.js';
import { JSON_TYPE, json } from '../json.js';
import { preferredType } from '../query/preferred-type.js';
import { arrowStream } from './arrow.js';
import { csvBlocks } from './csv.js';
import { columnsJsonBlocks, ndjsonBlocks, rowObjects, rowsJsonBlocks } from './json-values.js';
import { joinedInSlices, ROWS_A_BLOCK } from './row-blocks.js';
import type { Table } from './table.js';
import { xlsxOf } from './workbook/xlsx.js';

/** A table and what belongs to all of it, which only `columns` carries. */
export interface TableAnswer {
  readonly table: Table;
  readonly meta: object;
  readonly fileName: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface TableFormatRow {
  readonly mediaType: string;
  readonly contentType: string;
  /** Saved under a name rather than shown. */
  readonly isDownload?: boolean;
  body(answer: TableAnswer, scope: RequestScope | undefined): Promise<string | Uint8Array>;
}

/** Every format of a table beside the documented JSON. */
const TABLE_FORMAT_ROWS = {
  columns: {
    mediaType: 'application/vnd.loadcast.columns+json',
    contentType: JSON_TYPE,
    body: ({ table, meta }, scope) => joinedInSlices(columnsJsonBlocks(table, meta), scope),
  },
  csv: {
    mediaType: 'text/csv',
    contentType: 'text/csv; charset=utf-8',
    body: ({ table }, scope) => joinedInSlices(csvBlocks(table), scope),
  },
  ndjson: {
    mediaType: 'application/x-ndjson',
    contentType: 'application/x-ndjson; charset=utf-8',
    body: ({ table }, scope) => joinedInSlices(ndjsonBlocks(table), scope),
  },
  xlsx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    isDownload: true,
    body: ({ table }, scope) => xlsxOf(table, scope),
  },
  arrow: {
    mediaType: 'application/vnd.apache.arrow.stream',
    contentType: 'application/vnd.apache.arrow.stream',
    isDownload: true,
    body: ({ table }, scope) => arrowStream(table, scope),
  },
} as const satisfies Record<string, TableFormatRow>;

export type TableFormat = keyof typeof TABLE_FORMAT_ROWS;

/** `format`: the documented JSON, or a table. */
export type AnswerFormat = 'json' | TableFormat;

export const ANSWER_FORMATS: readonly [AnswerFormat, ...AnswerFormat[]] = [
  'json',
  ...(Object.keys(TABLE_FORMAT_ROWS) as TableFormat[]),
];

const BY_MEDIA_TYPE = new Map<string, AnswerFormat>([
  ['application/json', 'json'],
  ...Object.entries(TABLE_FORMAT_ROWS).map(([format, { mediaType }]) => [mediaType, format as TableFormat] as const),
]);

/** The format of an answer: `format` if present, else the available type that the `Accept` header prefers, else JSON. */
export function answerFormat(
  given: AnswerFormat | undefined,
  { headers }: Pick<SurfaceRequest, 'headers'>,
): AnswerFormat {
  if (given !== undefined) return given;
  const type = preferredType(headers.get('accept'), BY_MEDIA_TYPE);
  return (type !== undefined && BY_MEDIA_TYPE.get(type)) || 'json';
}

/** An answer in a format of tables. @param request whose end ends the work */
export async function tableAnswerReply(
  format: TableFormat,
  answer: TableAnswer,
  { scope }: Pick<SurfaceRequest, 'scope'>,
): Promise<Reply> {
  const row: TableFormatRow = TABLE_FORMAT_ROWS[format];
  const body = await row.body(answer, scope);
  const headers: Record<string, string> = { ...answer.headers, 'content-type': row.contentType };
  // Tools save a table under this name, browsers show it.
  const how = row.isDownload ? 'attachment' : 'inline';
  if (format !== 'columns') headers['content-disposition'] = `${how}; filename="${answer.fileName}.${format}"`;
  return { status: 200, headers, body };
}

/**
 * An answer that is an object a row, without the values that are missing. A few rows are written at once, many in slices.
 *
 * @param request whose end ends the work
 */
export function rowsReply(
  { table, meta, headers }: Pick<TableAnswer, 'table' | 'meta' | 'headers'>,
  { scope }: Pick<SurfaceRequest, 'scope'>,
): Reply | Promise<Reply> {
  if (table.rowCount <= ROWS_A_BLOCK) return json(200, { status: 'success', data: rowObjects(table), meta }, headers);
  const made = joinedInSlices(rowsJsonBlocks(table, meta), scope);
  return made.then((body) => ({ status: 200, headers: { 'content-type': JSON_TYPE, ...headers }, body }));
}

/** A part of a file name: `20261121T0800Z`. */
export const fileStamp = (instant: EpochMs): string =>
  `${new Date(instant).toISOString().slice(0, 16).replaceAll(/[-:]/g, '')}Z`;
