import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { XmlDocument, type XmlElement, XsdValidator } from 'libxml2-wasm';
import type * as z from 'zod';
import { NotYet } from './check.js';
import type { Answer, AskOptions, Service } from './service.js';

const xsd = XmlDocument.fromBuffer(readFileSync(new URL('./oasis-report.xsd', import.meta.url)));
const validator = XsdValidator.fromDoc(xsd);

/** A valid XML document of ours. */
export interface Xml {
  /** The text of every element of a name within one of another: `ERROR/ERR_CODE`. */
  texts(path: string): string[];
}

/** Parses with libxml2 and validates against our schema. */
export function readXml(text: string): Xml {
  assert.ok(text.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n'), 'no XML declaration');
  const document = XmlDocument.fromString(text);
  try {
    validator.validate(document);
    const found = new Map<string, string[]>();
    for (const leaf of document.find('//*[not(*)]') as XmlElement[]) {
      const path = `${leaf.parent?.name}/${leaf.name}`;
      const texts = found.get(path) ?? [];
      found.set(path, texts);
      texts.push(leaf.content);
    }
    return { texts: (path) => found.get(path) ?? [] };
  } finally {
    document.dispose();
  }
}

export const data = (xml: Xml, tag: string): string[] => xml.texts(`REPORT_DATA/${tag}`);

/** Parses strictly: every row has every column, LF, no BOM, no quote, no blank, a newline at the end. */
export function readCsv(text: string, columns?: readonly string[]): Record<string, string>[] {
  assert.ok(text.endsWith('\n'), 'no newline at the end');
  assert.doesNotMatch(text, /[\r"\ufeff]|\n\n/);
  const [header = [], ...rows]: string[][] = parse(text, {
    relax_column_count: false,
    relax_quotes: false,
    skip_empty_lines: false,
  });
  if (columns) assert.deepEqual(header, columns);
  return rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i] ?? ''])));
}

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

export async function askData(
  { ask }: Pick<Service, 'ask'>,
  path: string,
  type: string,
  options?: AskOptions,
): Promise<Answer> {
  const answer = await ask(path, options);
  requireData(answer, type);
  return answer;
}

export async function askJson<S extends z.ZodType>(service: Service, path: string, schema: S): Promise<z.output<S>> {
  return schema.parse(JSON.parse((await askData(service, path, TYPES[7])).text));
}

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
