import { createHash } from 'node:crypto';
import type { AreaId, Vintage } from '@loadcast/core';
import { chainAfter, genesisText, linkText, type RunLink } from '@loadcast/core/insight';
import { strictInsertion, type Table, toRecord } from '../codec/record-table.js';
import { decodeVintage, VINTAGE_COLUMNS, type VintageRow } from '../codec/vintage-row.js';
import type { SqlValue, Statement } from '../store-contents.js';
import { StoreError } from '../store-error.js';

/** The place of a run in the chain of its area. The previous link is in the row of the position before. */
export const RUN_LINK_TABLE: Table<Omit<RunLink, 'previous'>> = {
  table: 'run_link',
  columns: { area_id: 'text', position: 'integer', issued_at: 'integer', sha256: 'text', link: 'text' },
  key: ['area_id', 'position'],
};

/** Runs that are linked in one go: decoded, 2 MB. */
export const LINKED_AT_A_TIME = 200;

/** What stores ask of a chain. `?` stands for the next of the values, the area first. */
export const LINK_QUERIES = {
  last: 'select position, link from run_link where area_id = ? order by position desc limit 1',
  newestIssue: 'select max(issued_at) as newest from run_link where area_id = ?',
  runsAfter: `select ${VINTAGE_COLUMNS} from vintage
     where area_id = ? and issued_at > ? order by issued_at limit ${LINKED_AT_A_TIME}`,
  issued: `select own.area_id, own.position, own.issued_at, own.sha256, own.link, before.link as previous
     from run_link own left join run_link before on before.area_id = own.area_id and before.position = own.position - 1
     where own.area_id = ? and own.issued_at >= ? and own.issued_at < ? order by own.position`,
} as const;

/** Work in one transaction: it yields a statement and is resumed with its rows, at once or later. */
export type Steps<T> = Generator<Statement, T, readonly unknown[]>;

/** Links a new run, after the area's runs that are newer than its chain and not linked yet. */
export function* addLink(vintage: Vintage): Steps<void> {
  const { areaId, issuedAt } = vintage;
  if (issuedAt < (yield* newestIssue(areaId))) yield* append(areaId, [vintage]);
  else while ((yield* linkNext(areaId)) > 0);
}

/** Links the next runs that are newer than the chain of their area. @returns how many */
export function* linkNext(areaId: AreaId): Steps<number> {
  const runs = readableRuns(yield* ask<VintageRow>(LINK_QUERIES.runsAfter, areaId, yield* newestIssue(areaId)));
  yield* append(areaId, runs);
  return runs.length;
}

function* newestIssue(areaId: AreaId): Steps<number> {
  const [row] = yield* ask<{ newest: number | null }>(LINK_QUERIES.newestIssue, areaId);
  return row?.newest ?? Number.MIN_SAFE_INTEGER;
}

function* append(areaId: AreaId, runs: readonly Vintage[]): Steps<void> {
  if (runs.length === 0) return;
  const [last] = yield* ask<Pick<RunLink, 'position' | 'link'>>(LINK_QUERIES.last, areaId);
  yield strictInsertion(RUN_LINK_TABLE, chainAfter(areaId, last, runs, sha256Hex));
}

function* ask<Row>(sql: string, ...values: SqlValue[]): Steps<readonly Row[]> {
  return (yield { sql, values }) as readonly Row[];
}

export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Runs that can be linked: of a damaged one there is no digest. */
export function readableRuns(rows: readonly VintageRow[]): Vintage[] {
  return rows.flatMap((row) => {
    try {
      return [decodeVintage(row)];
    } catch (error) {
      if (error instanceof StoreError && error.fault === 'corrupt') return [];
      throw error;
    }
  });
}

/**
 * Checks that a link is the digest of the link before and of its run.
 *
 * @param row with the link of the position before, null at the first
 * @throws {StoreError} `corrupt`
 */
export function linkOfRow(row: { readonly previous: string | null }): RunLink {
  const own = toRecord(RUN_LINK_TABLE, row);
  const previous = row.previous ?? sha256Hex(genesisText(own.areaId));
  if (sha256Hex(linkText(previous, own.sha256)) !== own.link)
    throw new StoreError(
      'corrupt',
      `link ${own.position} in the chain of ${own.areaId}, or the one before, is damaged`,
    );
  return { ...own, previous };
}
