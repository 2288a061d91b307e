import type { AreaId, Vintage } from '@loadcast/core';
import { chainAfter, type RunLink } from '@loadcast/core/insight';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { VintageRow } from '../codec/vintage-row.js';
import { LINKED_AT_A_TIME, linkOfRow, readableRuns, rowOfLink, sha256Hex } from '../kinds/run-links.js';

/** The chains of runs in SQLite. All methods want a transaction around them. */
export interface RunLinksSqlite {
  /** Links a new run, after the area's runs that are newer than its chain and not linked yet. */
  add(vintage: Vintage): void;
  /** Links the next runs that are newer than the chain of their area. @returns how many */
  linkNext(areaId: AreaId): number;
  areas(): readonly AreaId[];
  read(areaId: AreaId, issuedFrom: number, issuedBefore: number): RunLink[];
}

export function runLinksSqlite(database: DatabaseSyncInstance): RunLinksSqlite {
  const selectLast = database.prepare(
    'select position, link from run_link where area_id = ? order by position desc limit 1',
  );
  const selectNewest = database.prepare('select max(issued_at) as newest from run_link where area_id = ?');
  const selectNext = database.prepare(
    `select area_id, issued_at, available_at, data_cutoff, model, model_version, start_at, header_crc, left_out, crc, payload
     from vintage where area_id = ? and issued_at > ? order by issued_at limit ${LINKED_AT_A_TIME}`,
  );
  const insert = database.prepare(
    'insert into run_link (area_id, position, issued_at, sha256, link) values (?, ?, ?, ?, ?)',
  );
  const selectLinks = database.prepare(
    `select own.area_id, own.position, own.issued_at, own.sha256, own.link, before.link as previous
     from run_link own left join run_link before on before.area_id = own.area_id and before.position = own.position - 1
     where own.area_id = ? and own.issued_at >= ? and own.issued_at < ? order by own.position`,
  );
  const selectAreas = database.prepare('select area_id from area order by area_id');

  const append = (areaId: AreaId, runs: readonly Vintage[]): void => {
    for (const link of chainAfter(areaId, selectLast.get(areaId), runs, sha256Hex)) {
      const { area_id, position, issued_at, sha256, link: own } = rowOfLink(link);
      insert.run(area_id, position, issued_at, sha256, own);
    }
  };
  const newest = (areaId: AreaId): number => selectNewest.get(areaId).newest ?? Number.MIN_SAFE_INTEGER;
  const linkNext = (areaId: AreaId): number => {
    const rows: VintageRow[] = selectNext.all(areaId, newest(areaId));
    const runs = readableRuns(rows);
    append(areaId, runs);
    return runs.length;
  };
  return {
    linkNext,
    add(vintage) {
      const { areaId, issuedAt } = vintage;
      if (issuedAt < newest(areaId)) append(areaId, [vintage]);
      else while (linkNext(areaId) > 0);
    },
    areas: () => selectAreas.all().map(({ area_id }: { area_id: AreaId }) => area_id),
    read: (areaId, issuedFrom, issuedBefore) => selectLinks.all(areaId, issuedFrom, issuedBefore).map(linkOfRow),
  };
}
