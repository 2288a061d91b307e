import type { RequestScope } from '../../http.js';
import { createPause } from '../../pause.js';
import { type ZipMember, type ZipTime, zipArchive } from '../../zip/archive.js';
import { deflatedTexts } from '../../zip/deflated.js';
import type { Table } from '../table.js';
import { FIXED_PARTS } from './parts.data.js';
import { sheetXml } from './sheet-xml.js';

/** Equal tables are equal bytes: the first moment that a ZIP can hold. */
const MODIFIED: ZipTime = { year: 1980, month: 1, day: 1, hour: 0, minute: 0, second: 0 };

/**
 * A workbook of one sheet, `load`: a header row that stays in view, times as dates of the spreadsheet (which knows no
 * time zones: `time_utc` shows UTC), numbers as numbers, missing values as empty cells. Made in slices, so that a long one does
 * not delay other requests.
 *
 * @param scope ends the work; absent where callers cannot disconnect
 */
export async function xlsxOf(table: Table, scope?: RequestScope): Promise<Uint8Array> {
  const pause = createPause(scope);
  const parts: (readonly [string, Iterable<string>])[] = Object.entries(FIXED_PARTS).map(([name, text]) => [
    name,
    [text],
  ]);
  parts.push(['xl/worksheets/sheet1.xml', sheetXml(table)]);
  const members: ZipMember[] = [];
  for (const [name, texts] of parts) members.push({ name, modified: MODIFIED, ...(await deflatedTexts(texts, pause)) });
  return zipArchive(members);
}
