import { createHash } from 'node:crypto';
import type { AreaId, Vintage } from '@loadcast/core';
import { genesisText, linkText, type RunLink } from '@loadcast/core/insight';
import type { Table } from '../codec/record-table.js';
import { decodeVintage, type VintageRow } from '../codec/vintage-row.js';
import { StoreError } from '../store-error.js';

/** The place of a run in the chain of its area. The previous link is in the row of the position before. */
export interface RunLinkRow {
  readonly area_id: string;
  readonly position: number;
  readonly issued_at: number;
  readonly sha256: string;
  readonly link: string;
}

export const RUN_LINK_TABLE: Table<RunLinkRow> = {
  table: 'run_link',
  columns: { area_id: 'text', position: 'integer', issued_at: 'integer', sha256: 'text', link: 'text' },
  key: ['area_id', 'position'],
};

/** Runs that are linked in one go: decoded, 2 MB. */
export const LINKED_AT_A_TIME = 200;

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

export function rowOfLink({ areaId, position, issuedAt, sha256, link }: RunLink): RunLinkRow {
  return { area_id: areaId, position, issued_at: issuedAt, sha256, link };
}

/**
 * Checks that a link is the digest of the link before and of its run.
 *
 * @param row with the link of the position before, null at the first
 * @throws {StoreError} `corrupt`
 */
export function linkOfRow(row: RunLinkRow & { readonly previous: string | null }): RunLink {
  const areaId = row.area_id as AreaId;
  const previous = row.previous ?? sha256Hex(genesisText(areaId));
  if (sha256Hex(linkText(previous, row.sha256)) !== row.link)
    throw new StoreError('corrupt', `link ${row.position} in the chain of ${areaId}, or the one before, is damaged`);
  return {
    areaId,
    position: row.position,
    issuedAt: row.issued_at,
    sha256: row.sha256,
    previous,
    link: row.link,
  };
}
