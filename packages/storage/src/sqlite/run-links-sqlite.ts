import type { AreaId, Vintage } from '@loadcast/core';
import { chainAfter, type RunLink } from '@loadcast/core/insight';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { valuesOf } from '../codec/record-table.js';
import type { VintageRow } from '../codec/vintage-row.js';
import { LINK_QUERIES, linkOfRow, RUN_LINK_TABLE, readableRuns, sha256Hex } from '../kinds/run-links.js';

export type RunLinksSqlite = ReturnType<typeof runLinksSqlite>;

/** The chains of runs in SQLite. All methods want a transaction around them. */
export function runLinksSqlite(database: DatabaseSyncInstance) {
  const selectLast = database.prepare(LINK_QUERIES.last);
  const selectNewest = database.prepare(LINK_QUERIES.newestIssue);
  const selectNext = database.prepare(LINK_QUERIES.runsAfter);
  const insert = database.prepare(
    'insert into run_link (area_id, position, issued_at, sha256, link) values (?, ?, ?, ?, ?)',
  );
  const selectLinks = database.prepare(LINK_QUERIES.issued);
  const selectAreas = database.prepare('select area_id from area order by area_id');

  const append = (areaId: AreaId, runs: readonly Vintage[]): void => {
    for (const link of chainAfter(areaId, selectLast.get(areaId), runs, sha256Hex))
      insert.run(...valuesOf(RUN_LINK_TABLE, link));
  };
  const newest = (areaId: AreaId): number => selectNewest.get(areaId).newest ?? Number.MIN_SAFE_INTEGER;
  const linkNext = (areaId: AreaId): number => {
    const rows: VintageRow[] = selectNext.all(areaId, newest(areaId));
    const runs = readableRuns(rows);
    append(areaId, runs);
    return runs.length;
  };
  return {
    /** Links the next runs that are newer than the chain of their area. @returns how many */
    linkNext,
    /** Links a new run, after the area's runs that are newer than its chain and not linked yet. */
    add(vintage: Vintage): void {
      const { areaId, issuedAt } = vintage;
      if (issuedAt < newest(areaId)) append(areaId, [vintage]);
      else while (linkNext(areaId) > 0);
    },
    areas: (): AreaId[] => selectAreas.all().map(({ area_id }: { area_id: AreaId }) => area_id),
    read: (areaId: AreaId, issuedFrom: number, issuedBefore: number): RunLink[] =>
      selectLinks.all(areaId, issuedFrom, issuedBefore).map(linkOfRow),
  };
}
