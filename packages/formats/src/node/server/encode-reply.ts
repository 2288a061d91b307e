import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { Reply } from '../../http.js';

/** Smaller bodies fit a few packets: compressing them costs more than it saves. */
const SMALLEST_BYTES = 8_192;
/** Fast: JSON and CSV of numbers shrink to a sixth already. */
const LEVEL = 1;
const MOST_AT_ONCE = 8;
const TEXT = /^(?:text\/|application\/(?:json|xml|javascript)|image\/svg)/;
const SUFFIX = '-gzip';

const gzipBytes = promisify<Uint8Array, { level: number }, Buffer>(gzip);

/** Compresses a reply where the caller takes gzip. */
export type Encode = (reply: Reply, wishes: Wishes) => Promise<Reply>;

/** The request headers that decide how an answer is encoded. */
export interface Wishes {
  readonly acceptEncoding: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

/**
 * Makes a function that compresses answers for callers who take gzip.
 *
 * A compressed answer has an entity tag of its own (`...-gzip`, which matches like the plain one), and every text answer
 * has `Vary: Accept-Encoding`. While eight are being compressed, the next is sent uncompressed.
 */
export function createEncoder(): Encode {
  let underWay = 0;

  return async (reply, { acceptEncoding, ifNoneMatch }) => {
    const { status, headers, body } = reply;
    if (status === 304) return { ...reply, headers: { ...headers, ...sentTag(headers, ifNoneMatch) } };
    if (!TEXT.test(headers['content-type'] ?? '') || headers['content-encoding'] !== undefined) return reply;

    const varied = { ...headers, vary: withEncoding(headers['vary']) };
    const plain = { ...reply, headers: varied };
    if (underWay >= MOST_AT_ONCE || !takesGzip(acceptEncoding)) return plain;
    const encoded = { ...varied, 'content-encoding': 'gzip', ...gzipTag(headers) };
    if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
      return { status, headers: encoded, body: compressed(body, (change) => (underWay += change)) };
    }
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    if (bytes.byteLength < SMALLEST_BYTES) return { ...plain, body: bytes };
    underWay++;
    try {
      return { status, headers: encoded, body: await gzipBytes(bytes, { level: LEVEL }) };
    } finally {
      underWay--;
    }
  };
}

/**
 * Whether `Accept-Encoding` lets gzip through. Anything that cannot be read does not.
 *
 * @see RFC 9110, section 12.5.3
 */
export function takesGzip(acceptEncoding: string | undefined): boolean {
  let any = false;
  for (const part of (acceptEncoding ?? '').toLowerCase().split(',', 32)) {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim());
    const isTaken = !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
    if (coding === 'gzip' || coding === 'x-gzip') return isTaken;
    if (coding === '*') any = isTaken;
  }
  return any;
}

/** A body of chunks, compressed on the way; counted from its first chunk to its end, however it ends. */
async function* compressed(
  body: AsyncIterable<Uint8Array>,
  count: (change: 1 | -1) => void,
): AsyncGenerator<Uint8Array> {
  count(1);
  try {
    yield* pipeline(Readable.from(body, { objectMode: false }), createGzip({ level: LEVEL }), () => undefined);
  } finally {
    count(-1);
  }
}

function withEncoding(vary: string | undefined): string {
  if (vary === undefined) return 'Accept-Encoding';
  return /accept-encoding|\*/i.test(vary) ? vary : `${vary}, Accept-Encoding`;
}

function gzipTag(headers: Readonly<Record<string, string>>): { etag?: string } {
  const etag = headers['etag'];
  return etag === undefined ? {} : { etag: etag.replace(/"$/, `${SUFFIX}"`) };
}

/** The tag that the caller has, where it is the compressed one. */
function sentTag(headers: Readonly<Record<string, string>>, ifNoneMatch: string | undefined): { etag?: string } {
  const { etag } = gzipTag(headers);
  return etag !== undefined && ifNoneMatch?.includes(etag.replace(/^W\//, '')) ? { etag } : {};
}
