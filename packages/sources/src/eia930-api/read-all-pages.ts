import type { z } from 'zod';
import type { UpstreamClient } from '../http/upstream-client.js';
import { UpstreamError } from '../http/upstream-error.js';
import { isAnotherShape, type Quarantine, type RawRow } from './quarantine.js';
import { buildQuery, type EiaQuestion } from './question.js';
import { pageReply } from './reply-schema.js';

/** EIA's own limit for JSON. */
export const PAGE_ROWS = 5_000;
const RESTARTS = 3;

export interface PagedQuestion<T extends object> extends EiaQuestion {
  readonly route: string;
  readonly row: z.ZodType<T>;
  readonly signal: AbortSignal;
  /** Where rows that are not as documented go. */
  readonly quarantine: Quarantine;
  readonly pageRows?: number;
}

/**
 * Reads every row of a question, except quarantined rows. While EIA publishes, rows shift between pages and `total`
 * moves: then the pages do not fit together, and reading starts again.
 *
 * @throws {UpstreamError} `moving` when the rows never held still; `unexpected` when more than a hundredth of a page is
 *   not as documented; any error of a single page
 */
export async function readAllPages<T extends object>(client: UpstreamClient, question: PagedQuestion<T>): Promise<T[]> {
  for (let start = 0; start <= RESTARTS; start++) {
    const pages = await readOnce(client, question);
    if (pages) return pages.flatMap((page) => checkedRows(page, question));
  }
  throw new UpstreamError('EIA', 'moving', 'the rows changed while they were read, again and again');
}

async function readOnce<T extends object>(
  client: UpstreamClient,
  question: PagedQuestion<T>,
): Promise<RawRow[][] | undefined> {
  const pageRows = question.pageRows ?? PAGE_ROWS;
  const pages: RawRow[][] = [];
  let count = 0;
  let total: number | undefined;
  for (;;) {
    const query = buildQuery(question, count, pageRows);
    const page = (await client.getJson({ path: question.route, query, schema: pageReply, signal: question.signal }))
      .response;
    const { data } = page;
    if (data.length > pageRows) throw new UpstreamError('EIA', 'unexpected', `a page has more than ${pageRows} rows`);
    const isFirst = total === undefined;
    total ??= page.total;
    if (page.total !== total || (!isFirst && isOutOfOrder(pages.at(-1)!, data, question.sort))) return undefined;
    pages.push(data);
    count += data.length;
    const isIncomplete = page.warnings?.some(({ warning }) => warning === 'incomplete return') ?? false;
    if (count > total || (data.length === 0 && count < total)) return undefined;
    if (isIncomplete && total <= pageRows) return undefined;
    if (count === total) return pages;
  }
}

/** The rows of a page that are as documented; the others go to quarantine. @throws {UpstreamError} `unexpected` */
function checkedRows<T extends object>(page: readonly RawRow[], { row, quarantine }: PagedQuestion<T>): T[] {
  const odd: RawRow[] = [];
  const rows = page.flatMap((raw): T[] => {
    const parsed = row.safeParse(raw);
    if (!parsed.success) odd.push(raw);
    return parsed.success ? [parsed.data] : [];
  });
  if (isAnotherShape(odd.length, page.length)) {
    throw new UpstreamError('EIA', 'unexpected', `${odd.length} of ${page.length} rows are not as documented`);
  }
  odd.forEach(quarantine.add);
  return rows;
}

function isOutOfOrder(before: readonly RawRow[], after: readonly RawRow[], sort: readonly string[]): boolean {
  const [last, first] = [before.at(-1), after[0]];
  if (last === undefined || first === undefined) return false;
  for (const column of sort) {
    if (first[column] !== last[column]) return String(first[column]) < String(last[column]);
  }
  return false;
}
