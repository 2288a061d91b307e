import { gunzipSync, inflateRawSync } from 'node:zlib';
import { splitCsv } from '@loadcast/core';
import { LIMITS } from '@loadcast/core/budgets';
import type { z } from 'zod';
import { parseUpstreamJson } from '../http/parse-upstream-json.js';
import { FeedError } from './feed-error.js';
import type { LeftOut } from './left-out.js';

/**
 * The bytes of a reply without its packing: gzip that no header announces.
 *
 * @throws {FeedError} `empty`, `web_page`, or `cut_short`
 */
export function unpack(bytes: Uint8Array): Uint8Array {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (body.length === 0) throw new FeedError('empty', 'the reply is empty');
  if (body[0] === 0x1f && body[1] === 0x8b)
    return fromWhole(() => gunzipSync(body, { maxOutputLength: LIMITS.feed_reply_bytes.bound }));
  if (/^(\uFEFF|\s)*<(!doctype|html|head|body)/i.test(body.toString('utf8', 0, 200)))
    throw new FeedError('web_page', 'the reply is a web page');
  return body;
}

function fromWhole<T>(read: () => T, words = 'the packed reply is cut short or corrupt'): T {
  try {
    return read();
  } catch {
    throw new FeedError('cut_short', words);
  }
}

const END_OF_DIRECTORY = 0x06054b50;

/** A file of a zip. */
export interface ZippedFile {
  readonly name: string;
  /** When it was written, on the clock of its writer: a wall time written as if it were UTC. */
  readonly writtenAtWallMs: number;
  /** @throws {FeedError} `cut_short` */
  unpack(): Buffer;
}

/** The files of a zip, by its central directory; of anything else, none. @throws {FeedError} `cut_short` */
export function zippedFiles(bytes: Uint8Array): readonly ZippedFile[] {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (zip.toString('latin1', 0, 4) !== 'PK\u0003\u0004') return [];
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (end < 0 || end + 22 > zip.length || zip.readUInt32LE(end) !== END_OF_DIRECTORY)
    throw new FeedError('cut_short', 'the zip has no directory');
  return fromWhole(() => {
    const files: ZippedFile[] = [];
    let entry = zip.readUInt32LE(end + 16);
    for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
      files.push(zippedFile(zip, entry));
      entry += 46 + zip.readUInt16LE(entry + 28) + zip.readUInt16LE(entry + 30) + zip.readUInt16LE(entry + 32);
    }
    return files;
  });
}

/** @param entry where its entry in the directory begins */
function zippedFile(zip: Buffer, entry: number): ZippedFile {
  const [method, time, date] = [
    zip.readUInt16LE(entry + 10),
    zip.readUInt16LE(entry + 12),
    zip.readUInt16LE(entry + 14),
  ];
  const [packed, local] = [zip.readUInt32LE(entry + 20), zip.readUInt32LE(entry + 42)];
  return {
    name: zip.toString('latin1', entry + 46, entry + 46 + zip.readUInt16LE(entry + 28)),
    writtenAtWallMs: Date.UTC(
      1980 + (date >> 9),
      ((date >> 5) & 15) - 1,
      date & 31,
      time >> 11,
      (time >> 5) & 63,
      2 * (time & 31),
    ),
    unpack: () =>
      fromWhole(() => {
        const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
        const data = zip.subarray(start, start + packed);
        return method === 0 ? data : inflateRawSync(data, { maxOutputLength: LIMITS.feed_reply_bytes.bound });
      }),
  };
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
 * Rows of a CSV with a header. A row of another number of fields is left out, unless it is the last one and the only one: then the
 * reply was cut.
 *
 * @param columns must be in the header
 * @throws {FeedError} `unexpected`: another header; `cut_short`: the last line has fewer fields
 */
export function csvRows(text: string, columns: readonly string[], left: LeftOut): Row[] {
  if (!text.endsWith('\n')) throw new FeedError('cut_short', 'the last line has no end');
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const rows = lines.map((line) => splitCsv(line) ?? []);
  const header = rows.shift() ?? [];
  const missing = columns.find((name) => !header.includes(name));
  if (missing !== undefined) throw new FeedError('unexpected', `there is no column '${missing}'`);
  const odd = rows.filter(({ length }) => length !== header.length);
  if (odd.length === 1 && odd[0] === rows.at(-1))
    throw new FeedError(
      'cut_short',
      `the last line has ${odd[0]!.length} fields where the header has ${header.length}`,
    );
  if (odd.length > 0) left.note(`${odd.length} rows with another number of fields than the header`);
  const whole = rows.filter(({ length }) => length === header.length);
  return whole.map((fields) => Object.fromEntries(header.map((name, at) => [name, fields[at]!])));
}

/** JSON of a schema. @throws {FeedError} `cut_short`: no JSON; `unexpected`: of another shape; `no_data`: an error object */
export function parseJson<T>(bytes: Uint8Array, schema: z.ZodType<T>): T {
  const value = fromWhole(() => parseUpstreamJson(decodeText(bytes)), 'the reply is no whole JSON');
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const isError = typeof value === 'object' && value !== null && ('error' in value || 'errors' in value);
  if (isError) throw new FeedError('no_data', 'the reply is an error: the address may have moved');
  throw new FeedError('unexpected', `not as documented at ${parsed.error.issues[0]?.path.join('.') || 'its root'}`);
}
