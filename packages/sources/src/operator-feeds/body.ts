import { gunzipSync } from 'node:zlib';
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
  if (body[0] === 0x1f && body[1] === 0x8b) return inflated(body);
  if (/^(\uFEFF|\s)*<(!doctype|html|head|body)/i.test(body.toString('utf8', 0, 200)))
    throw new FeedError('web_page', 'the reply is a web page');
  return body;
}

function inflated(body: Buffer): Buffer {
  try {
    return gunzipSync(body, { maxOutputLength: LIMITS.feed_reply_bytes.bound });
  } catch {
    throw new FeedError('cut_short', 'the packed reply is cut short or corrupt');
  }
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
  let value: unknown;
  try {
    value = parseUpstreamJson(decodeText(bytes));
  } catch {
    throw new FeedError('cut_short', 'the reply is no whole JSON');
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const isError = typeof value === 'object' && value !== null && ('error' in value || 'errors' in value);
  if (isError) throw new FeedError('no_data', 'the reply is an error: the address may have moved');
  throw new FeedError('unexpected', `not as documented at ${parsed.error.issues[0]?.path.join('.') || 'its root'}`);
}
