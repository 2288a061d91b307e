import { XMLParser } from 'fast-xml-parser';
import type { XmlMessage } from '../report/report-xml.js';
import { REPORT_COLUMNS, REPORT_TAGS, type ReportColumn } from '../report/rows/report-columns.data.js';
import { BLANK_ROW, FIELD_KINDS, type ReportField, type ReportRow } from '../report/rows/report-row.js';

/**
 * Reads a report CSV of CAISO or of Loadcast.
 *
 * @throws {RangeError} a header, a cell count or a value does not match a load report
 */
export function readReportCsv(text: string): ReportRow[] {
  const [header, ...lines] = text.split('\n');
  if (header !== REPORT_COLUMNS.map(({ name }) => name).join(',')) throw new RangeError('not the 14 report columns');
  if (lines.pop() !== '') throw new RangeError('the last line has no end');
  return lines.map((line) => readRow(REPORT_COLUMNS, line.split(',')));
}

function readRow(columns: readonly ReportColumn[], cells: readonly string[]): ReportRow {
  if (cells.length !== columns.length) throw new RangeError(`${cells.length} cells, not ${columns.length}`);
  const values = columns.map(({ field }, i): [ReportField, string | number] => [field, readCell(field, cells[i]!)]);
  return { ...BLANK_ROW, ...Object.fromEntries(values) };
}

function readCell(field: ReportField, text: string): string | number {
  const kind = FIELD_KINDS[field];
  if (kind === 'text') return text;
  const value = kind === 'instant' ? Date.parse(text.replace('-00:00', 'Z')) : Number(text);
  if (Number.isNaN(value) || text === '') throw new RangeError(`${field}: ${text}`);
  return value;
}

/** A report XML, read. */
export interface OasisDocument {
  readonly message: XmlMessage;
  readonly rtos: readonly {
    readonly name: string;
    readonly items: readonly {
      readonly header: readonly (readonly [tag: string, text: string])[];
      readonly rows: readonly ReportRow[];
    }[];
    readonly disclaimer: string;
  }[];
}

type XmlNode = string | XmlNode[] | { readonly [tag: string]: XmlNode };

const parser = new XMLParser({
  parseTagValue: false,
  trimValues: false,
  ignoreAttributes: true,
  isArray: (tag) => ['RTO', 'REPORT_ITEM', 'REPORT_DATA'].includes(tag),
});

/**
 * Reads a load report as XML, of CAISO or of Loadcast.
 *
 * @throws {RangeError} an element that a report has is not there, or holds something else
 */
export function readReportXml(text: string): OasisDocument {
  const report = child(parser.parse(text), 'OASISReport');
  const message = child(report, 'MessageHeader');
  return {
    message: {
      timeDate: textOf(message, 'TimeDate'),
      source: textOf(message, 'Source'),
      version: textOf(message, 'Version'),
    },
    rtos: children(child(report, 'MessagePayload'), 'RTO').map((rto) => ({
      name: textOf(rto, 'name'),
      items: children(rto, 'REPORT_ITEM').map((item) => ({
        header: Object.entries(objectOf(child(item, 'REPORT_HEADER')))
          .filter(([tag]) => tag !== '#text')
          .map(([tag, value]) => [tag, String(value)] as const),
        rows: children(item, 'REPORT_DATA').map(readData),
      })),
      disclaimer: textOf(child(rto, 'DISCLAIMER_ITEM'), 'DISCLAIMER'),
    })),
  };
}

function readData(data: XmlNode): ReportRow {
  return readRow(
    REPORT_TAGS,
    REPORT_TAGS.map(({ name }) => textOf(data, name)),
  );
}

function objectOf(node: XmlNode): { readonly [tag: string]: XmlNode } {
  if (typeof node === 'string' || Array.isArray(node)) throw new RangeError('text where elements belong');
  return node;
}

function child(node: XmlNode, tag: string): XmlNode {
  const found = objectOf(node)[tag];
  if (found === undefined) throw new RangeError(`no ${tag}`);
  return found;
}

function children(node: XmlNode, tag: string): XmlNode[] {
  const found = objectOf(node)[tag] ?? [];
  return Array.isArray(found) ? found : [found];
}

function textOf(node: XmlNode, tag: string): string {
  const found = child(node, tag);
  if (typeof found !== 'string') throw new RangeError(`${tag} is no text`);
  return found;
}
