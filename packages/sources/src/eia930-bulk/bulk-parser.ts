import { type EpochMs, HOUR_MS, isFuture, type SeriesKey } from '@loadcast/core';
import { HourlyRun } from '../eia930/hourly-run.js';
import { BAD_NUMBER, BAD_TIME, readMw, readUtcHour } from './fields.js';
import { type Columns, type MeasureColumn, readHeader } from './header.js';
import { BadLine } from './refused-file.js';

export interface BulkParserOptions {
  /** Which series and measures are kept; rows of other series are counted and left. */
  keeps(key: SeriesKey): boolean;
  readonly now: number;
}

/** What a file holds: labels shifted from hour ending to interval start, clocks as reported. */
export interface ParsedBulk {
  readonly kind: 'balance' | 'subregion';
  readonly runs: readonly { readonly key: SeriesKey; readonly start: number; readonly valuesMw: Float64Array }[];
  readonly rows: number;
  /** Rows of series that nothing reads, and how many such series. */
  readonly leftOutRows: number;
  readonly leftOutSeries: number;
  /** Values too far ahead to be possible. */
  readonly futureValues: number;
  /** Hours given twice with different values: the last one stands. */
  readonly conflicts: number;
  /** Rows whose code is no code of an authority or sub-region, and where the first of them is. */
  readonly oddCodeRows: number;
  readonly firstOddCode: { readonly line: number; readonly text: string } | undefined;
}

interface CsvCell extends MeasureColumn {
  readonly run: HourlyRun;
}

interface Slot {
  readonly id: string;
  /** Empty when nothing of the series is kept. */
  readonly cells: readonly CsvCell[];
}

/** What a row of which the code cannot be read is counted under. */
const UNREAD: Slot = { id: '', cells: [] };

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const QUOTE = 34;
const LONGEST_LINE = 65_536;
/** EIA-930 began on 2015-07-01, local; an earlier hour is a misread one. */
const FIRST_HOUR = Date.UTC(2015, 5, 30) / HOUR_MS;

/** Reads a BALANCE or SUBREGION file piece by piece, by hand: no object per row. */
export class BulkParser {
  readonly #options: BulkParserOptions;
  readonly #slots = new Map<string, Slot>();
  readonly #hours = new Map<string, EpochMs>();
  #columns: Columns | undefined;
  #from = new Int32Array(0);
  #to = new Int32Array(0);
  #carry: Buffer = Buffer.alloc(0);
  #line = 0;
  #rows = 0;
  #leftOutRows = 0;
  #futureValues = 0;
  #conflicts = 0;
  #slot: Slot | undefined;
  #authority: Buffer = Buffer.alloc(0);
  #sub: Buffer = Buffer.alloc(0);
  #lastRow = '';
  #header = '';
  #separator = ',';
  #hasDayNumbers = false;
  #oddCodeRows = 0;
  #firstOddCode: { readonly line: number; readonly text: string } | undefined;

  constructor(options: BulkParserOptions) {
    this.#options = options;
  }

  /** @throws {BadLine} */
  push(chunk: Buffer): void {
    const bytes = this.#carry.length > 0 ? Buffer.concat([this.#carry, chunk]) : chunk;
    let start = 0;
    let rowStart = 0;
    let rowEnd = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      [rowStart, rowEnd] = [start, end];
      this.#readLine(bytes, start, end);
      start = end + 1;
    }
    if (rowEnd > rowStart) this.#lastRow = bytes.toString('latin1', rowStart, rowEnd);
    this.#carry = bytes.subarray(start);
    if (this.#carry.length > LONGEST_LINE && !this.#columns && this.#carry.includes(CARRIAGE_RETURN))
      readHeader(this.#carry.toString('latin1'));
    if (this.#carry.length > LONGEST_LINE)
      throw new BadLine(this.#line + 1, `a line longer than ${LONGEST_LINE} bytes`);
  }

  /** @throws {BadLine} the file is empty, or ends inside a row */
  finish(): ParsedBulk {
    if (this.#carry.length > 0) this.#readUnfinishedLine(this.#carry);
    if (!this.#columns) throw new BadLine(0, 'the file is empty');
    if (this.#rows === 0) throw new BadLine(1, 'a header and no rows');
    if (this.#firstOddCode && this.#oddCodeRows > this.#rows / 2) {
      const { line, text } = this.#firstOddCode;
      throw new BadLine(line, `no code of an authority or sub-region: "${text}"`);
    }
    const slots = [...this.#slots.values()];
    const runs = slots.flatMap(({ id, cells }) =>
      cells
        .filter(({ measure, run }) => measure === 'demand' || run.hasValue)
        .map(({ measure, run }) => ({ key: { series: id, measure }, ...run.read() })),
    );
    const kept = runs.filter(({ valuesMw }) => valuesMw.length > 0);
    if (kept.length === 0) throw new BadLine(0, this.#nothingKept(slots));
    return {
      kind: this.#columns.kind,
      runs: kept,
      rows: this.#rows,
      leftOutRows: this.#leftOutRows,
      leftOutSeries: slots.filter(({ cells }) => cells.length === 0).length,
      futureValues: this.#futureValues,
      conflicts: this.#conflicts,
      oddCodeRows: this.#oddCodeRows,
      firstOddCode: this.#firstOddCode,
    };
  }

  #nothingKept(slots: readonly Slot[]): string {
    if (this.#futureValues > 0) return `no value is kept: ${this.#futureValues} values are dated in the future`;
    const codes = slots.slice(0, 5).map(({ id }) => id);
    return `no value is kept: no area or model reads ${codes.join(', ')}${slots.length > 5 ? ', ...' : ''}`;
  }

  /** A last line without a line end is whole only if its last column is: the region or about the load of the row before. */
  #readUnfinishedLine(bytes: Buffer): void {
    const last = bytes.toString('latin1', 0, bytes.length);
    this.#readLine(bytes, 0, bytes.length);
    const lastField = (row: string): string => row.slice(row.lastIndexOf(this.#separator) + 1).trim();
    const authority = (row: string): string => row.slice(0, row.indexOf(this.#separator));
    const isSame = authority(last) === authority(this.#lastRow) && this.#rows > 1;
    // A number without its last digit is ten times smaller.
    const ratio = Number(lastField(last)) / Number(lastField(this.#lastRow));
    if (isSame && lastField(last) !== lastField(this.#lastRow) && !(ratio >= 0.5 && ratio <= 2)) {
      throw new BadLine(this.#line, 'the file ends inside a row');
    }
  }

  #readLine(bytes: Buffer, start: number, lineEnd: number): void {
    this.#line++;
    const end = lineEnd > start && bytes[lineEnd - 1] === CARRIAGE_RETURN ? lineEnd - 1 : lineEnd;
    if (!this.#columns) {
      this.#header = bytes.toString('utf8', start, end);
      // Excel writes `sep=` before the header.
      if (/^(\uFEFF)?(sep=.)?$/i.test(this.#header)) return;
      this.#columns = readHeader(this.#header);
      this.#header = this.#header.replace(/^\uFEFF/, '');
      this.#separator = this.#columns.separator;
      this.#from = new Int32Array(this.#columns.count);
      this.#to = new Int32Array(this.#columns.count);
    } else if (end > start && !this.#isHeader(bytes, start, end)) {
      this.#split(bytes, start, end, this.#columns.count);
      this.#readRow(bytes, this.#columns);
    }
  }

  /** Files that were put one behind the other have a header each. */
  #isHeader(bytes: Buffer, start: number, end: number): boolean {
    return end - start === this.#header.length && bytes.toString('utf8', start, end) === this.#header;
  }

  #split(bytes: Buffer, start: number, end: number, count: number): void {
    const from = this.#from;
    const to = this.#to;
    const separator = this.#separator.charCodeAt(0);
    let column = 0;
    let isQuoted = false;
    from[0] = start;
    for (let at = start; at < end; at++) {
      const byte = bytes[at]!;
      if (byte === separator && !isQuoted) {
        to[column++] = at;
        if (column >= count) break;
        from[column] = at + 1;
      } else if (byte === QUOTE) isQuoted = !isQuoted;
    }
    if (isQuoted) throw new BadLine(this.#line, 'a quote is not closed');
    if (column !== count - 1) {
      const found = column >= count ? `more than ${count}` : String(column + 1);
      throw new BadLine(this.#line, `${found} columns where the header has ${count}`);
    }
    to[column] = end;
  }

  #readRow(bytes: Buffer, columns: Columns): void {
    this.#rows++;
    const field = bytes.toString('latin1', this.#from[columns.utcEnd], this.#to[columns.utcEnd]);
    const utcEnd = this.#hourOf(field);
    if (utcEnd === BAD_TIME) {
      throw new BadLine(this.#line, `no UTC hour: "${this.#text(bytes, columns.utcEnd)}" (MM/DD/YYYY h:00:00 AM)`);
    }
    const isNumber = !field.includes(':');
    if (this.#rows > 1 && isNumber !== this.#hasDayNumbers)
      throw new BadLine(
        this.#line,
        "some times are dates and some a spreadsheet's numbers: it may have read 03/04 as 3 April, so download the file again",
      );
    this.#hasDayNumbers = isNumber;
    const hour = utcEnd / HOUR_MS - 1; // EIA names an hour by its end, Loadcast by its start
    if (hour < FIRST_HOUR)
      throw new BadLine(this.#line, `before EIA-930 began: "${this.#text(bytes, columns.utcEnd)}"`);
    const { cells } = this.#slotOfRow(bytes, columns);
    if (cells.length === 0) this.#leftOutRows++;
    for (const cell of cells) {
      const valueMw = readMw(bytes, this.#from[cell.column]!, this.#to[cell.column]!);
      if (valueMw === BAD_NUMBER) {
        throw new BadLine(this.#line, `${cell.name} is no number: "${this.#text(bytes, cell.column)}"`);
      }
      if (isFuture(cell.measure, hour * HOUR_MS, this.#options.now)) {
        if (!Number.isNaN(valueMw)) this.#futureValues++;
      } else if (cell.run.put(hour, valueMw) === 'conflict') this.#conflicts++;
    }
  }

  /** Each hour is in a file once for each authority, and read once. */
  #hourOf(field: string): EpochMs {
    const hour = this.#hours.get(field) ?? readUtcHour(field);
    this.#hours.set(field, hour);
    return hour;
  }

  #text(bytes: Buffer, column: number): string {
    return bytes.toString('utf8', this.#from[column]!, Math.min(this.#to[column]!, this.#from[column]! + 60));
  }

  /** Rows of a series mostly follow each other, so the codes of the row before are compared first. */
  #slotOfRow(bytes: Buffer, { authority, subRegion }: Columns): Slot {
    const isSame =
      this.#isCode(bytes, authority, this.#authority) && (subRegion < 0 || this.#isCode(bytes, subRegion, this.#sub));
    if (isSame && this.#slot) return this.#slot;
    const codes = (subRegion < 0 ? [authority] : [authority, subRegion]).map((column) => this.#code(bytes, column));
    const odd = codes.find((code) => !/^[A-Za-z0-9_]{1,12}$/.test(code));
    if (odd !== undefined) {
      this.#oddCodeRows++;
      this.#firstOddCode ??= { line: this.#line, text: odd };
      return UNREAD;
    }
    const slot = this.#slotOf(codes.join('-'));
    this.#slot = slot;
    this.#authority = Buffer.from(bytes.subarray(this.#from[authority], this.#to[authority]));
    if (subRegion >= 0) this.#sub = Buffer.from(bytes.subarray(this.#from[subRegion], this.#to[subRegion]));
    return slot;
  }

  /** A code in lower case means the one in capitals, unless a series is named by it. */
  #slotOf(written: string): Slot {
    const known = this.#slots.get(written);
    if (known) return known;
    const isRead = this.#cellsOf(written).length > 0 || this.#cellsOf(written.toUpperCase()).length === 0;
    const id = isRead ? written : written.toUpperCase();
    const slot = this.#slots.get(id) ?? { id, cells: this.#cellsOf(id) };
    this.#slots.set(id, slot);
    return slot;
  }

  #isCode(bytes: Buffer, column: number, code: Buffer): boolean {
    const from = this.#from[column]!;
    if (this.#to[column]! - from !== code.length) return false;
    for (let i = 0; i < code.length; i++) if (bytes[from + i] !== code[i]) return false;
    return true;
  }

  #code(bytes: Buffer, column: number): string {
    return bytes.toString('utf8', this.#from[column]!, this.#to[column]!).replaceAll('"', '').trim().slice(0, 60);
  }

  #cellsOf(series: string): CsvCell[] {
    return this.#columns!.measures.filter(({ measure }) => this.#options.keeps({ series, measure })).map((column) => ({
      ...column,
      run: new HourlyRun(),
    }));
  }
}
