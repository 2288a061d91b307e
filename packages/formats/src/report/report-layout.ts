import type { EpochMs } from '@loadcast/core';
import { csvText } from '../csv-text.js';
import { escapeXml } from '../escape-xml.js';
import { isoUtc } from '../query/wire-time.js';
import { bytesOf, type ReportBytes } from './report-bytes.js';
import { formatMw } from './rows/mw.js';
import type { ReportTag } from './rows/report-columns.data.js';
import { BLANK_ROW, FIELD_KINDS, type FieldKind, type ReportField, type ReportRow } from './rows/report-row.js';

/** How a format writes one row: the text around the row and around each of its cells. */
export interface RowLayout {
  readonly open: string;
  readonly cells: readonly ReportCell[];
  readonly between: string;
  readonly close: string;
  readonly escape: (text: string) => string;
}

interface ReportCell {
  readonly field: ReportField;
  readonly open: string;
  readonly close: string;
  readonly optional: boolean;
}

/** Writes an instant in the notation of one answer. */
export type InstantText = (instant: EpochMs) => string;

const jsonText = (text: string) => JSON.stringify(text).slice(1, -1);

export function csvLayout(columns: readonly ReportTag[]): RowLayout {
  const cells = columns.map(({ field }) => ({ field, open: '', close: '', optional: false }));
  return { open: '', cells, between: ',', close: '\n', escape: csvText };
}

export function xmlLayout(tags: readonly ReportTag[]): RowLayout {
  const cells = tags.map(({ name, field, optional }) => ({
    field,
    open: `<${name}>`,
    close: `</${name}>\n`,
    optional: optional === true,
  }));
  return { open: '<REPORT_DATA>\n', cells, between: '', close: '</REPORT_DATA>\n', escape: escapeXml };
}

export function jsonLayout(columns: readonly ReportTag[]): RowLayout {
  const cells = columns.map(({ name, field, optional }) => {
    const quote = isQuoted(FIELD_KINDS[field]) ? '"' : '';
    return { field, open: `"${name.toLowerCase()}":${quote}`, close: quote, optional: optional === true };
  });
  return { open: '{', cells, between: ',', close: '}', escape: jsonText };
}

function isQuoted(kind: FieldKind): boolean {
  return kind === 'text' || kind === 'instant' || kind === 'issue';
}

export type WriteRow = (row: ReportRow, out: ReportBytes) => void;

/** How each varying field is read: one function a field, so that each stays quick. */
const READERS: Readonly<Record<ReportField, (row: ReportRow) => string | number>> = {
  start: (row) => row.start,
  end: (row) => row.end,
  loadType: (row) => row.loadType,
  operatingDay: (row) => row.operatingDay,
  hourEnding: (row) => row.hourEnding,
  interval: (row) => row.interval,
  run: (row) => row.run,
  area: (row) => row.area,
  label: (row) => row.label,
  item: (row) => row.item,
  pos: (row) => row.pos,
  mw: (row) => row.mw,
  executionType: (row) => row.executionType,
  group: (row) => row.group,
  intervalNumber: (row) => row.intervalNumber,
  units: (row) => row.units,
  lowerMw: (row) => row.lowerMw,
  upperMw: (row) => row.upperMw,
  issuedAt: (row) => row.issuedAt,
};

/** How one report writes its rows. Instants and texts are kept as they are written: its days share words, its areas hours. */
export class RowFormat {
  readonly #layout: RowLayout;
  readonly #instantText: InstantText;
  readonly #instants = new Map<EpochMs, Uint8Array>();
  #last = Number.NaN;
  #lastBytes: Uint8Array = new Uint8Array();
  readonly #escaped = new Map<string, string>();

  constructor(layout: RowLayout, instantText: InstantText) {
    this.#layout = layout;
    this.#instantText = instantText;
  }

  /**
   * A writer of rows that share some fields.
   *
   * The shared fields are written once, into the literals between the cells that vary, so that a row costs a few copies
   * for any number of columns.
   *
   * @param shared the fields that every row of the block has in common
   */
  writer(shared: Partial<ReportRow>): WriteRow {
    const { cells } = this.#layout;
    const whole = this.#compile(cells, shared);
    const required = cells.filter((cell) => !cell.optional);
    if (required.length === cells.length) return whole;
    const bare = this.#compile(required, shared);
    return (row, out) => (Number.isNaN(row.lowerMw) ? bare(row, out) : whole(row, out));
  }

  #compile(cells: readonly ReportCell[], shared: Partial<ReportRow>): WriteRow {
    const { open: start, between, close: end } = this.#layout;
    const literals: Uint8Array[] = [];
    const writers: WriteRow[] = [];
    const common = { ...BLANK_ROW, ...shared };
    let literal = start;
    cells.forEach(({ field, open, close }, index) => {
      literal += (index > 0 ? between : '') + open;
      if (field in shared) {
        literal += this.#text(field, common) + close;
      } else {
        literals.push(bytesOf(literal));
        writers.push(this.#cell(field));
        literal = close;
      }
    });
    const last = bytesOf(literal + end);
    return (row, out) => {
      for (let i = 0; i < writers.length; i++) {
        out.bytes(literals[i]!);
        writers[i]!(row, out);
      }
      out.bytes(last);
    };
  }

  #text(field: ReportField, row: ReportRow): string {
    const value = READERS[field](row);
    switch (FIELD_KINDS[field]) {
      case 'text':
        return this.#escape(String(value));
      case 'instant':
        return this.#instantText(Number(value));
      case 'issue':
        return Number.isNaN(value) ? '' : isoUtc(Number(value));
      case 'integer':
        return String(value);
      case 'mw':
        return Number.isNaN(value) ? '' : formatMw(Number(value));
    }
  }

  /** Varying instants and numbers are written without an intermediate text. */
  #cell(field: ReportField): WriteRow {
    const read = READERS[field];
    switch (FIELD_KINDS[field]) {
      case 'instant':
        return (row, out) => out.bytes(this.#instant(Number(read(row))));
      case 'integer':
        return (row, out) => out.integer(Number(read(row)));
      case 'mw':
        return (row, out) => out.mw(Number(read(row)));
      default:
        return (row, out) => out.piece(this.#text(field, row));
    }
  }

  #escape(text: string): string {
    const known = this.#escaped.get(text);
    if (known !== undefined) return known;
    const escaped = this.#layout.escape(text);
    this.#escaped.set(text, escaped);
    return escaped;
  }

  #instant(instant: EpochMs): Uint8Array {
    if (instant === this.#last) return this.#lastBytes; // the end of an hour begins the next
    const bytes = this.#instants.get(instant) ?? bytesOf(this.#instantText(instant));
    this.#instants.set(instant, bytes);
    this.#last = instant;
    this.#lastBytes = bytes;
    return bytes;
  }
}
