import { FeedError } from '../feed-error.js';

/** A cell: a number, or a text of the shared table. */
export type Cell = number | string;

const RECORD = { sst: 0xfc, labelSst: 0xfd, number: 0x203, rk: 0x27e, mulRk: 0xbd } as const;

/**
 * Cells of the first sheet of a BIFF8 workbook (MS-XLS), by row and column: numbers and shared texts, which is all that reports
 * have. Formulas, formats and texts that continue in another record are not read.
 *
 * @throws {FeedError} `cut_short`: a record ends after the stream
 */
export function biffCells(workbook: Buffer): ReadonlyMap<number, ReadonlyMap<number, Cell>> {
  const rows = new Map<number, Map<number, Cell>>();
  const put = (row: number, column: number, cell: Cell | undefined): void => {
    if (cell === undefined) return;
    const cells = rows.get(row) ?? new Map<number, Cell>();
    rows.set(row, cells.set(column, cell));
  };
  let texts: readonly string[] = [];
  for (let at = 0; at + 4 <= workbook.length; ) {
    const [kind, size] = [workbook.readUInt16LE(at), workbook.readUInt16LE(at + 2)];
    if (at + 4 + size > workbook.length) throw new FeedError('cut_short', 'the workbook is cut short');
    const record = workbook.subarray(at + 4, at + 4 + size);
    at += 4 + size;
    if (kind === RECORD.sst) texts = sharedTexts(record);
    const isCell = kind === RECORD.number || kind === RECORD.labelSst || kind === RECORD.rk || kind === RECORD.mulRk;
    if (!isCell) continue;
    const [row, column] = [record.readUInt16LE(0), record.readUInt16LE(2)];
    if (kind === RECORD.number) put(row, column, record.readDoubleLE(6));
    else if (kind === RECORD.labelSst) put(row, column, texts[record.readUInt32LE(6)]);
    else if (kind === RECORD.rk) put(row, column, rkNumber(record.readInt32LE(6)));
    else for (let i = 0; 4 + 6 * i + 6 <= size - 2; i++) put(row, column + i, rkNumber(record.readInt32LE(6 + 6 * i)));
  }
  return rows;
}

/** A number in 32 bits: a whole one or the upper half of a double, perhaps in hundredths. */
function rkNumber(rk: number): number {
  const isWhole = (rk & 2) !== 0;
  const double = Buffer.alloc(8);
  double.writeInt32LE(rk & ~3, 4);
  const value = isWhole ? rk >> 2 : double.readDoubleLE(0);
  return (rk & 1) !== 0 ? value / 100 : value;
}

/** Texts of the shared table, as far as they are in its first record. */
function sharedTexts(record: Buffer): string[] {
  const texts: string[] = [];
  for (let at = 8; at + 3 <= record.length; ) {
    const [length, flags] = [record.readUInt16LE(at), record[at + 2]!];
    const isWide = (flags & 1) !== 0;
    let start = at + 3;
    const runs = (flags & 8) !== 0 ? record.readUInt16LE(start) : 0;
    start += (flags & 8) !== 0 ? 2 : 0;
    const extra = (flags & 4) !== 0 ? record.readUInt32LE(start) : 0;
    start += (flags & 4) !== 0 ? 4 : 0;
    const end = start + length * (isWide ? 2 : 1);
    if (end > record.length) break;
    texts.push(record.toString(isWide ? 'utf16le' : 'latin1', start, end));
    at = end + 4 * runs + extra;
  }
  return texts;
}
