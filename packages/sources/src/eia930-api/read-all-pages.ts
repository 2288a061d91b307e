import type { z } from 'zod';
import type { UpstreamClient } from '../http/upstream-client.js';
import { UpstreamError } from '../http/upstream-error.js';
import { pageOf } from './reply-schema.js';

/** EIA's own limit for JSON. */
export const PAGE_ROWS = 5_000;
const RESTARTS = 3;

export interface PagedQuestion<T extends object> {
  readonly route: string;
  readonly row: z.ZodType<T>;
  /** Filters of the question, without sort, offset and key. */
  readonly filters: readonly (readonly [string, string])[];
  /** Columns that together name a row: sorted by all of them, the order is total and paging exact. */
  readonly sort: readonly (keyof T & string)[];
  readonly apiKey: string;
  readonly signal: AbortSignal;
  readonly pageRows?: number;
}

/**
 * Reads every row of a question. While EIA publishes, rows shift between pages and `total` moves: then the pages do
 * not fit together, and reading starts again.
 *
 * @throws {UpstreamError} `moving` when the rows never held still; whatever a single page throws
 */
export async function readAllPages<T extends object>(client: UpstreamClient, question: PagedQuestion<T>): Promise<T[]> {
  for (let start = 0; start <= RESTARTS; start++) {
    const rows = await readOnce(client, question);
    if (rows) return rows;
  }
  throw new UpstreamError('EIA', 'moving', 'the rows changed while they were read, again and again');
}

async function readOnce<T extends object>(
  client: UpstreamClient,
  question: PagedQuestion<T>,
): Promise<T[] | undefined> {
  const schema = pageOf(question.row);
  const pageRows = question.pageRows ?? PAGE_ROWS;
  const rows: T[] = [];
  let total: number | undefined;
  for (;;) {
    const query = queryOf(question, rows.length, pageRows);
    const page = (await client.getJson({ path: question.route, query, schema, signal: question.signal })).response;
    const { data } = page;
    const isFirst = total === undefined;
    total ??= page.total;
    if (page.total !== total || (!isFirst && isOutOfOrder(rows, data, question.sort))) return undefined;
    rows.push(...data);
    const isIncomplete = page.warnings?.some(({ warning }) => warning === 'incomplete return') ?? false;
    if (rows.length > total || (data.length === 0 && rows.length < total)) return undefined;
    if (isIncomplete && total <= pageRows) return undefined;
    if (rows.length === total) return rows;
  }
}

function isOutOfOrder<T extends object>(
  before: readonly T[],
  after: readonly T[],
  sort: readonly (keyof T & string)[],
): boolean {
  const [last, first] = [before.at(-1), after[0]];
  if (last === undefined || first === undefined) return false;
  for (const column of sort) {
    if (first[column] !== last[column]) return String(first[column]) < String(last[column]);
  }
  return false;
}

function queryOf<T extends object>(question: PagedQuestion<T>, offset: number, pageRows: number): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of question.filters) query.append(name, value);
  for (const [i, column] of question.sort.entries()) {
    query.append(`sort[${i}][column]`, column);
    query.append(`sort[${i}][direction]`, 'asc');
  }
  query.append('offset', String(offset));
  query.append('length', String(pageRows));
  query.append('api_key', question.apiKey);
  return query;
}
