import type { EpochMs } from '@loadcast/core';
import { escapeXml } from './escape-xml.js';
import { formatMw } from './mw.js';
import type { ReportTag } from './report-columns.data.js';
import { FIELD_KINDS, type FieldKind, type ReportField, type ReportRow } from './report-row.js';

/** How a format writes one row: what stands around the row and around each of its cells. */
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

const csvText = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

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
  return kind === 'text' || kind === 'instant';
}

/** Megawatts; nothing where there is no value. */
function mwText(mw: number): string {
  return Number.isNaN(mw) ? '' : formatMw(mw);
}

/**
 * A writer of rows that share some fields.
 *
 * The shared fields are written once, into the literals between the cells that vary, so that a row costs a few string
 * pieces whatever the number of columns.
 *
 * @param shared the fields that every row of the block has in common
 */
export function rowWriter(
  layout: RowLayout,
  shared: Partial<ReportRow>,
  instantText: InstantText,
): (row: ReportRow) => string {
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
): (row: ReportRow) => string {
  const text: Record<FieldKind, (value: string | number) => string> = {
    text: (value) => layout.escape(String(value)),
    instant: (value) => instantText(Number(value)),
    integer: String,
    mw: (value) => mwText(Number(value)),
  };
  const literals: string[] = [];
  const fields: ReportField[] = [];
  const texts: ((value: string | number) => string)[] = [];
  let literal = layout.open;
  cells.forEach((cell, index) => {
    if (index > 0) literal += layout.between;
    literal += cell.open;
    const value = shared[cell.field];
    const cellText = text[FIELD_KINDS[cell.field]];
    if (value === undefined) {
      literals.push(literal);
      fields.push(cell.field);
      texts.push(cellText);
      literal = cell.close;
    } else {
      literal += cellText(value) + cell.close;
    }
  });
  const last = literal + layout.close;
  return (row) => {
    let line = '';
    for (let i = 0; i < fields.length; i++) line += literals[i]! + texts[i]!(row[fields[i]!]);
    return line + last;
  };
}
