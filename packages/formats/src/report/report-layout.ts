import type { EpochMs } from '@loadcast/core';
import { csvText } from '../csv-text.js';
import { escapeXml } from '../escape-xml.js';
import { isoUtc } from '../query/wire-time.js';
import { formatMw } from './rows/mw.js';
import type { ReportTag } from './rows/report-columns.data.js';
import { BLANK_ROW, FIELD_KINDS, type FieldKind, type ReportField, type ReportRow } from './rows/report-row.js';

/** How a format writes one row: the text around the row and around each of its cells. */
export interface RowLayout {
  readonly open: string;
  readonly cells: readonly Cell[];
  readonly between: string;
  readonly close: string;
  /** A text as the format must escape it. */
  readonly escape: (text: string) => string;
}

interface Cell {
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

const FRACTIONS = Array.from({ length: 100 }, (_, hundredths) => String(hundredths / 100).slice(1));

/** As `formatMw`, from whole hundredths: several times quicker. Nothing where there is no value. */
export function mwText(mw: number): string {
  if (!(Math.abs(mw) < 1e9)) return Number.isNaN(mw) ? '' : formatMw(mw);
  const hundredths = Math.round(mw * 100);
  if (hundredths < 0) return `-${mwText(-hundredths / 100)}`;
  const whole = Math.floor(hundredths / 100);
  return whole + FRACTIONS[hundredths - whole * 100]!;
}

/** Writes one cell of a row. */
type CellText = (row: ReportRow) => string;

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

function cellText(field: ReportField, layout: RowLayout, instantText: InstantText): CellText {
  const read = READERS[field];
  switch (FIELD_KINDS[field]) {
    case 'text':
      return (row) => layout.escape(String(read(row)));
    case 'instant':
      return (row) => instantText(Number(read(row)));
    case 'issue':
      return (row) => (Number.isNaN(row.issuedAt) ? '' : isoUtc(row.issuedAt));
    case 'integer':
      return (row) => String(read(row));
    case 'mw':
      return (row) => mwText(Number(read(row)));
  }
}

/**
 * A writer of rows that share some fields.
 *
 * The shared fields are written once, into the literals between the cells that vary, so that a row costs a few string
 * pieces whatever the number of columns.
 *
 * @param shared the fields that every row of the block has in common
 */
export function rowWriter(layout: RowLayout, shared: Partial<ReportRow>, instantText: InstantText): CellText {
  const whole = compile(layout, layout.cells, shared, instantText);
  const required = layout.cells.filter((cell) => !cell.optional);
  if (required.length === layout.cells.length) return whole;
  const bare = compile(layout, required, shared, instantText);
  return (row) => (Number.isNaN(row.lowerMw) ? bare(row) : whole(row));
}

function compile(
  layout: RowLayout,
  cells: readonly Cell[],
  shared: Partial<ReportRow>,
  instantText: InstantText,
): CellText {
  const literals: string[] = [];
  const texts: CellText[] = [];
  let literal = layout.open;
  cells.forEach(({ field, open, close }, index) => {
    literal += (index > 0 ? layout.between : '') + open;
    const text = cellText(field, layout, instantText);
    if (field in shared) {
      literal += text({ ...BLANK_ROW, ...shared }) + close;
    } else {
      literals.push(literal);
      texts.push(text);
      literal = close;
    }
  });
  const last = literal + layout.close;
  return (row) => {
    let line = '';
    for (let i = 0; i < texts.length; i++) line += literals[i]! + texts[i]!(row);
    return line + last;
  };
}
