import { DAY_MS, type EpochMs } from '@loadcast/core';
import { escapeXml } from '../../escape-xml.js';
import type { RequestScope } from '../../http.js';
import { createPause } from '../../pause.js';
import { roundMw } from '../../report/rows/mw.js';
import { type ZipMember, type ZipTime, zipArchive } from '../../zip/archive.js';
import { deflatedTexts } from '../../zip/deflated.js';
import type { Table, TableColumn } from '../table.js';
import { FIXED_PARTS, SHEET_NAMESPACE, STYLES, XML_DECLARATION } from './parts.data.js';

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

const WIDTH_OF_TIMES = 17;
/** Days of spreadsheets begin in 1900, with a 29 February that there was not: 1 January 1970 is day 25569. */
const EPOCH_DAY = 25_569;

/** The sheet of a table as XML, a row a text. */
function* sheetXml({ columns, rowCount }: Table): Generator<string> {
  const letters = columns.map((_, index) => columnLetters(index));
  const widths = columns.flatMap(({ kind }, index) =>
    isTime(kind) ? [`<col min="${index + 1}" max="${index + 1}" width="${WIDTH_OF_TIMES}" customWidth="1"/>`] : [],
  );
  yield `${XML_DECLARATION}<worksheet xmlns="${SHEET_NAMESPACE}"><sheetViews><sheetView tabSelected="1" workbookViewId="0">`;
  yield '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  if (widths.length > 0) yield `<cols>${widths.join('')}</cols>`;
  yield '<sheetData><row r="1">';
  yield columns.map(({ name }, index) => textCell(`${letters[index]}1`, name, STYLES.heading)).join('');
  yield '</row>';
  for (let row = 0; row < rowCount; row += 1) {
    let cells = '';
    for (const [index, column] of columns.entries()) cells += cellXml(column, row, `${letters[index]}${row + 2}`);
    yield `<row r="${row + 2}">${cells}</row>`;
  }
  yield '</sheetData></worksheet>';
}

const isTime = (kind: TableColumn['kind']): boolean => kind === 'instant' || kind === 'wall';

/** A cell; nothing where the value is missing. */
function cellXml(column: TableColumn, row: number, place: string): string {
  if (column.kind === 'text') {
    const text = column.values[row];
    return text === undefined ? '' : textCell(place, text, STYLES.plain);
  }
  const value = column.values[row]!;
  if (Number.isNaN(value)) return '';
  if (column.kind === 'number') return `<c r="${place}"><v>${roundMw(value)}</v></c>`;
  return `<c r="${place}" s="${STYLES.time}"><v>${dayNumber(value)}</v></c>`;
}

/** A text inside its cell, never a formula. */
const textCell = (place: string, text: string, style: number): string =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;

const dayNumber = (instant: EpochMs): number => instant / DAY_MS + EPOCH_DAY;

/** A, B, ... Z, AA, AB, ... */
function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}
