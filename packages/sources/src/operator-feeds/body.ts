import { gunzipSync, inflateRawSync } from 'node:zlib';
import type { z } from 'zod';
import { parseJsonText } from '../http/parse-json.js';
import { FeedError } from './feed.js';

/** Largest reply, before and after inflation: the largest real one has a megabyte. */
const MOST_BYTES = 16_000_000;

/**
 * The bytes of a reply without its packing: gzip that no header announces, or a zip of one file.
 *
 * @throws {FeedError} `empty`, `web_page`, or `cut_short`
 */
export function unpack(bytes: Uint8Array): Uint8Array {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (body.length === 0) throw new FeedError('empty', 'the reply is empty');
  if (body[0] === 0x1f && body[1] === 0x8b) return inflated(() => gunzipSync(body, { maxOutputLength: MOST_BYTES }));
  if (body.toString('latin1', 0, 4) === 'PK\u0003\u0004') return unzipped(body);
  if (/^(\uFEFF|\s)*<(!doctype|html|head|body)/i.test(body.toString('utf8', 0, 200)))
    throw new FeedError('web_page', 'the reply is a web page');
  return body;
}

function inflated(inflate: () => Buffer): Buffer {
  try {
    return inflate();
  } catch {
    throw new FeedError('cut_short', 'the packed reply is cut short or corrupt');
  }
}

const END_OF_DIRECTORY = 0x06054b50;

/** The first file of a zip, by its central directory. */
function unzipped(zip: Buffer): Buffer {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (end < 0 || end + 22 > zip.length || zip.readUInt32LE(end) !== END_OF_DIRECTORY)
    throw new FeedError('cut_short', 'the zip has no directory');
  return inflated(() => {
    const entry = zip.readUInt32LE(end + 16);
    const [method, packed] = [zip.readUInt16LE(entry + 10), zip.readUInt32LE(entry + 20)];
    const local = zip.readUInt32LE(entry + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const data = zip.subarray(start, start + packed);
    return method === 0 ? data : inflateRawSync(data, { maxOutputLength: MOST_BYTES });
  });
}

/** Text of a reply, without the mark of its byte order. */
export function decodeText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}

/** A row of a table by the names of its header, trimmed. */
export type Row = Readonly<Record<string, string>>;

/**
 * Rows of a CSV with a header; quotes around fields are removed, and no field holds a comma. A row of another number of
 * fields is left out where `skipsOdd`, else the reply is refused.
 *
 * @param columns must be in the header
 * @throws {FeedError} `unexpected`: another header; `cut_short`: the last line has fewer fields
 */
export function csvRows(text: string, columns: readonly string[], { skipsOdd = false } = {}): Row[] {
  if (!text.endsWith('\n')) throw new FeedError('cut_short', 'the last line has no end');
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const fieldsOf = (line: string): string[] =>
    line.split(',').map((field) =>
      field
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim(),
    );
  const header = fieldsOf(lines[0] ?? '');
  const missing = columns.find((name) => !header.includes(name));
  if (missing !== undefined) throw new FeedError('unexpected', `there is no column '${missing}'`);
  return lines.slice(1).flatMap((line, i) => {
    const fields = fieldsOf(line);
    if (fields.length === header.length) return [Object.fromEntries(header.map((name, at) => [name, fields[at]!]))];
    const isBeforeOdd = skipsOdd && i > 0 && lines[i]!.split(',').length === fields.length;
    if (isBeforeOdd || (skipsOdd && i < lines.length - 2)) return [];
    throw new FeedError('cut_short', `line ${i + 2} has ${fields.length} fields where the header has ${header.length}`);
  });
}

/** JSON of a schema. @throws {FeedError} `cut_short`: no JSON; `unexpected`: of another shape; `no_data`: an error object */
export function parseJson<T>(bytes: Uint8Array, schema: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = parseJsonText(decodeText(bytes));
  } catch {
    throw new FeedError('cut_short', 'the reply is no whole JSON');
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const isError = typeof value === 'object' && value !== null && ('error' in value || 'errors' in value);
  if (isError) throw new FeedError('no_data', 'the reply is an error: the address may have moved');
  throw new FeedError('unexpected', `not as documented at ${parsed.error.issues[0]?.path.join('.') || 'its root'}`);
}

/** A number with or without thousands separators; undefined where it is blank or none. */
export function parseNumber(text: string | undefined): number | undefined {
  const plain = (text ?? '').replaceAll(',', '').trim();
  const value = plain === '' ? Number.NaN : Number(plain);
  return Number.isFinite(value) ? value : undefined;
}
