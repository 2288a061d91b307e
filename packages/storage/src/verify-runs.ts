import type { AreaId } from '@loadcast/core';
import { canonicalRows, genesisText, linkText, type RunLink } from '@loadcast/core/insight';
import { readRecords } from './codec/record-table.js';
import { VINTAGE_COLUMNS, type VintageRow } from './codec/vintage-row.js';
import { RUN_LINK_TABLE, readableRuns, sha256Hex } from './kinds/run-links.js';
import type { TableReader } from './store-contents.js';

/** The first place at which a chain is not what its runs make. */
export interface ChainBreak {
  /** Position in the chain; undefined when a stored run is not in the chain. */
  readonly position: number | undefined;
  /** The run: when it was issued. Undefined where the place itself is lost. */
  readonly issuedAt: number | undefined;
  /** What differs. */
  readonly what: string;
}

export interface ChainReport {
  readonly areaId: AreaId;
  /** Runs whose place was checked and right. */
  readonly runs: number;
  /** The link of the last of them: it covers all runs up to it. Undefined of an empty chain. */
  readonly head: string | undefined;
  readonly firstBreak: ChainBreak | undefined;
}

const LINKS_AT_A_TIME = 200;

/**
 * Computes the digest of every run of an area again, and every link, and compares them with the chain. Runs that are newer
 * than the chain are not looked at: they get their place with the next run.
 */
export async function verifyRuns({ query }: TableReader, areaId: AreaId): Promise<ChainReport> {
  let runs = 0;
  let previous = sha256Hex(genesisText(areaId));
  const stopped = (firstBreak?: ChainBreak): ChainReport => ({
    areaId,
    runs,
    head: runs === 0 ? undefined : previous,
    firstBreak,
  });
  for (;;) {
    const next = `where area_id = ? and position > ? order by position limit ${LINKS_AT_A_TIME}`;
    const links = await readRecords({ query }, RUN_LINK_TABLE, next, [areaId, runs]);
    for (const link of links) {
      const what = await findDifference(query, areaId, link, { position: runs + 1, previous });
      if (what) return stopped(what);
      runs++;
      previous = link.link;
    }
    if (links.length < LINKS_AT_A_TIME) break;
  }
  const [left] = await query<{ issued_at: number }>(
    `select issued_at from vintage where area_id = ? and issued_at <= (select max(issued_at) from run_link where area_id = ?)
     and not exists (select 1 from run_link where run_link.area_id = vintage.area_id and run_link.issued_at = vintage.issued_at)
     order by issued_at limit 1`,
    [areaId, areaId],
  );
  return stopped(
    left && { position: undefined, issuedAt: left.issued_at, what: 'the run is in the store and not in the chain' },
  );
}

async function findDifference(
  query: TableReader['query'],
  areaId: AreaId,
  { position, issuedAt, sha256, link }: Omit<RunLink, 'previous'>,
  expected: { readonly position: number; readonly previous: string },
): Promise<ChainBreak | undefined> {
  if (position !== expected.position) {
    const what = `the chain continues with position ${position}: what was here is lost`;
    return { position: expected.position, issuedAt: undefined, what };
  }
  const broken = (what: string): ChainBreak => ({ position, issuedAt, what });
  const [row] = await query<VintageRow>(`select ${VINTAGE_COLUMNS} from vintage where area_id = ? and issued_at = ?`, [
    areaId,
    issuedAt,
  ]);
  if (!row) return broken('the run is not in the store');
  const [run] = readableRuns([row]);
  if (!run) return broken('the stored run is damaged: it fails its own checksum');
  const digest = sha256Hex(canonicalRows(run));
  if (digest !== sha256) return broken(`the run has the digest ${digest}, the chain ${sha256}`);
  const own = sha256Hex(linkText(expected.previous, sha256));
  return own === link ? undefined : broken(`the link after ${expected.previous} is ${own}, the chain has ${link}`);
}
