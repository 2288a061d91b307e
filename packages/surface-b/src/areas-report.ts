import { codedAreas, type EpochMs } from '@loadcast/core';
import { type Reply, type ReportFormat, type ReportTable, tableReply } from '@loadcast/formats';

const COLUMNS = ['TAC_AREA_NAME', 'GRID_ID', 'ISO', 'TIMEZONE', 'STATUS'];

/** The areas change with a release, so anyone may keep the answer for a while. */
const CACHE = { 'cache-control': 'public, max-age=60', vary: 'Accept-Encoding' };

/** TAC_AREAS: the eight codes with grid ID (surface A's code), ISO, timezone and status. */
export function areasReport(format: ReportFormat, generatedAt: EpochMs): Reply {
  const rows = codedAreas('b').map(({ area, code }) => ({
    iso: area.iso,
    timeZone: area.oasisTimezone,
    cells: [code, area.codes.a[0]!, area.iso, area.timezone, area.status],
  }));
  const table: ReportTable = { report: 'TAC_AREAS', columns: COLUMNS, rows, generatedAt };
  return tableReply(format, table, (data) => ({ queryname: 'TAC_AREAS', count: data.length, data }), CACHE);
}
