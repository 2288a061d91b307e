import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { NotYet } from './check.js';
import type { Answer } from './service.js';

const xsd = XmlDocument.fromBuffer(readFileSync(new URL('./oasis-report.xsd', import.meta.url)));
const validator = XsdValidator.fromDoc(xsd);
const NAMESPACE = { o: 'http://www.caiso.com/soa/OASISReport_v1.xsd' };

/** A valid XML document of ours. */
export interface Xml {
  /** The text of every element that an XPath finds (prefix `o:`). */
  texts(path: string): string[];
}

/** Parses with libxml2 and validates against our schema. */
export function readXml(text: string): Xml {
  assert.ok(text.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n'), 'no XML declaration');
  const document = XmlDocument.fromString(text);
  try {
    validator.validate(document);
    const found = new Map<string, string[]>();
    for (const path of PATHS)
      found.set(
        path,
        document.find(path, NAMESPACE).map((node) => node.content),
      );
    return {
      texts: (path) => {
        const texts = found.get(path);
        assert.ok(texts, `no such path: ${path}`);
        return texts;
      },
    };
  } finally {
    document.dispose();
  }
}

const DATA = [
  'DATA_ITEM',
  'RESOURCE_NAME',
  'OPR_DATE',
  'INTERVAL_NUM',
  'INTERVAL_START_GMT',
  'INTERVAL_END_GMT',
  'VALUE',
  'LOWER_BOUND',
  'UPPER_BOUND',
  'TAC_AREA_NAME',
  'GRID_ID',
  'ISO',
  'TIMEZONE',
  'STATUS',
  'MARKET_RUN_ID',
  'MODEL',
  'WINDOW_DAYS',
  'MAPE',
  'RMSE_MW',
  'MAE_MW',
  'BIAS_MW',
  'N_HOURS',
];
const PATHS = [
  ...DATA.map((tag) => `//o:REPORT_DATA/o:${tag}`),
  ...['TZ', 'REPORT', 'MKT_TYPE'].map((tag) => `//o:REPORT_HEADER/o:${tag}`),
  ...['ERR_CODE', 'ERR_DESC', 'REQUEST_ID', 'DOCUMENTATION_URL'].map((tag) => `//o:ERROR/o:${tag}`),
  '//o:RTO/o:name',
  '//o:MessageHeader/o:Source',
];

/** The column of a tag. */
export const data = (xml: Xml, tag: string): string[] => xml.texts(`//o:REPORT_DATA/o:${tag}`);

/** Parses strictly: every row has every column, LF, no BOM, no quote, no blank, a newline at the end. */
export function readCsv(text: string, columns: readonly string[]): Record<string, string>[] {
  assert.ok(text.endsWith('\n'), 'no newline at the end');
  assert.doesNotMatch(text, /[\r"\ufeff]|\n\n/);
  const [header, ...rows] = parse(text, { relax_column_count: false, relax_quotes: false, skip_empty_lines: false });
  assert.deepEqual(header, columns);
  return rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i] ?? ''])));
}

/** The one member of an archive. */
export function readZip(bytes: Buffer): { name: string; text: string } {
  const files = Object.entries(unzipSync(bytes));
  assert.equal(files.length, 1, 'not exactly one member');
  const [name, content] = files[0]!;
  const [size, length] = [bytes.readUInt32LE(22), bytes.readUInt16LE(26)];
  assert.equal(size, content.length, 'the local header does not say the size');
  assert.equal(bytes.toString('latin1', 30, 30 + length), name);
  return { name, text: Buffer.from(content).toString('utf8') };
}

export const TYPES = {
  '5': 'application/xml',
  '6': 'text/csv',
  '7': 'application/json',
} as const;

/** Fails unless the answer is a 200 of the type; a 404 `no_data` is `NotYet`. */
export function requireData(answer: Answer, type: string): void {
  if (answer.status === 404 && answer.text.includes('no_data')) throw new NotYet('the service has no such data yet');
  assert.equal(answer.status, 200, answer.text.slice(0, 300));
  requireType(answer, type);
}

export function requireType({ headers }: Answer, type: string): void {
  assert.equal((headers['content-type'] ?? '').split(';')[0], type);
  assert.match(headers['x-request-id'] ?? '', /^[\w-]{8,64}$/, 'no X-Request-Id');
}
