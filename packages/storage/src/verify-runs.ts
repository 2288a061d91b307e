import type { AreaId } from '@loadcast/core';
import { canonicalRows, genesisText, linkText, type RunLink } from '@loadcast/core/insight';
import { readRecords } from './codec/record-table.js';
import { VINTAGE_COLUMNS, type VintageRow } from './codec/vintage-row.js';
import { RUNS_KEPT_FROM } from './kinds/meta-store.js';
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
  /** Runs whose place was checked and right. */
  readonly runs: number;
  /** The link of the last of them: it covers all runs up to it. Undefined of an empty chain. */
  readonly head: string | undefined;
  readonly firstBreak: ChainBreak | undefined;
}

const LINKS_AT_A_TIME = 200;

type Place = Pick<RunLink, 'position' | 'issuedAt' | 'sha256' | 'link'>;

/**
 * Follows a chain from its first place on.
 *
 * @param genesis the link before the first
 * @param read the places that a clause after the table's name gives
 * @param differenceOf what differs at a place, its link apart
 */
export async function followChain<P extends Place>(
  genesis: string,
  read: (order: string, after: number) => Promise<readonly P[]>,
  differenceOf: (place: P) => Promise<string | undefined>,
): Promise<ChainReport> {
  let [runs, previous] = [0, genesis];
  const report = (what?: string, issuedAt?: number): ChainReport => ({
    runs,
    head: runs === 0 ? undefined : previous,
    firstBreak: what === undefined ? undefined : { position: runs + 1, issuedAt, what },
  });
  for (;;) {
    const places = await read(`and position > ? order by position limit ${LINKS_AT_A_TIME}`, runs);
    for (const place of places) {
      const { position, issuedAt, sha256, link } = place;
      if (position !== runs + 1) return report(`the chain continues with position ${position}: what was here is lost`);
      const what = await differenceOf(place);
      if (what) return report(what, issuedAt);
      const own = sha256Hex(linkText(previous, sha256));
      if (own !== link) return report(`the link after ${previous} is ${own}, the chain has ${link}`, issuedAt);
      [runs, previous] = [position, link];
    }
    if (places.length < LINKS_AT_A_TIME) return report();
  }
}

/**
 * Computes the digest of every run of an area again, and every link, and compares them with the chain. Runs that are newer
 * than the chain are not looked at: they get their place with the next run. Only the links of runs that
 * are no longer kept are checked.
 */
export async function verifyRuns({ query }: TableReader, areaId: AreaId): Promise<ChainReport> {
  const report = await followChain(
    sha256Hex(genesisText(areaId)),
    (rest, after) => readRecords({ query }, RUN_LINK_TABLE, `where area_id = ? ${rest}`, [areaId, after]),
    (place) => findDifference(query, areaId, place),
  );
  if (report.firstBreak) return report;
  const [left] = await query<{ issued_at: number }>(
    `select issued_at from vintage where area_id = ? and issued_at <= (select max(issued_at) from run_link where area_id = ?)
     and not exists (select 1 from run_link where run_link.area_id = vintage.area_id and run_link.issued_at = vintage.issued_at)
     order by issued_at limit 1`,
    [areaId, areaId],
  );
  const what = 'the run is in the store and not in the chain';
  return { ...report, firstBreak: left && { position: undefined, issuedAt: left.issued_at, what } };
}

async function findDifference(query: TableReader['query'], areaId: AreaId, { issuedAt, sha256 }: Place) {
  const [row] = await query<VintageRow>(`select ${VINTAGE_COLUMNS} from vintage where area_id = ? and issued_at = ?`, [
    areaId,
    issuedAt,
  ]);
  if (!row) return issuedAt < (await keptFrom(query)) ? undefined : 'the run is not in the store';
  const [run] = readableRuns([row]);
  if (!run) return 'the stored run is damaged: it fails its own checksum';
  const digest = sha256Hex(canonicalRows(run));
  return digest === sha256 ? undefined : `the run has the digest ${digest}, the chain ${sha256}`;
}

/** Earlier runs were dropped by months. */
async function keptFrom(query: TableReader['query']): Promise<number> {
  const [row] = await query<{ value: string }>('select value from meta where name = ?', [RUNS_KEPT_FROM]);
  return row ? Number(row.value) : Number.NEGATIVE_INFINITY;
}
