import { pipeline, Readable } from 'node:stream';
import type { Reply, RequestScope } from '../../http.js';
import { UNBOUNDED } from '../answer/request-scope.js';
import { COMPRESSORS, type Compressed } from './compressors.js';
import { acceptedCodings } from './content-coding.js';
import { compressedOnce } from './shared-compression.js';

/** Smaller bodies fit a few packets: compressing them costs more than it saves. */
const SMALLEST_BYTES = 8_192;
const MOST_AT_ONCE = 8;
const TEXT = /^(?:text\/|application\/(?:json|xml|javascript)|image\/svg)/;

/** Compresses a reply as its caller allows. @param scope ends the work; absent where nobody may leave */
export type Encode = (reply: Reply, wishes: Wishes, scope?: RequestScope) => Promise<Reply>;

/** The request headers that decide how an answer is encoded. */
export interface Wishes {
  readonly acceptEncoding: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

/**
 * Makes a function that compresses answers with Brotli or gzip, whichever `Accept-Encoding` prefers.
 *
 * A compressed answer has an entity tag of its own (`...-br`, `...-gzip`, which match like the plain one), and every text
 * answer has `Vary: Accept-Encoding`. Small answers are compressed only where `identity` is refused. While eight are being
 * compressed, the next is sent uncompressed; so is an answer to a caller who refuses every coding. A body of bytes that
 * several answers share is compressed once.
 */
export function createEncoder(): Encode {
  let underWay = 0;

  return async (reply, { acceptEncoding, ifNoneMatch }, scope = UNBOUNDED) => {
    const { status, headers, body } = reply;
    if (status === 304) return { ...reply, headers: { ...headers, ...sentTag(headers, ifNoneMatch) } };
    if (!TEXT.test(headers['content-type'] ?? '') || headers['content-encoding'] !== undefined) return reply;

    const varied = { ...headers, vary: withEncoding(headers['vary']) };
    const plain = { ...reply, headers: varied };
    const codings = acceptedCodings(acceptEncoding);
    const [coding = 'identity'] = codings;
    if (underWay >= MOST_AT_ONCE || coding === 'identity') return plain;
    const encoded = { ...varied, 'content-encoding': coding, ...tagOf(headers, coding) };
    if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
      return { status, headers: encoded, body: compressed(body, coding, (change) => (underWay += change)) };
    }
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    if (bytes.byteLength < SMALLEST_BYTES && codings.includes('identity')) return { ...plain, body: bytes };
    const whole = compressedOnce(bytes, coding, scope, (change) => (underWay += change));
    return { status, headers: encoded, body: await whole };
  };
}

/** A body of chunks, compressed on the way; counted from its first chunk to its end, however it ends. */
async function* compressed(
  body: AsyncIterable<Uint8Array>,
  coding: Compressed,
  count: (change: 1 | -1) => void,
): AsyncGenerator<Uint8Array> {
  count(1);
  try {
    yield* pipeline(Readable.from(body, { objectMode: false }), COMPRESSORS[coding].stream(), () => undefined);
  } finally {
    count(-1);
  }
}

function withEncoding(vary: string | undefined): string {
  if (vary === undefined) return 'Accept-Encoding';
  return /accept-encoding|\*/i.test(vary) ? vary : `${vary}, Accept-Encoding`;
}

function tagOf({ etag }: Reply['headers'], coding: Compressed): { etag?: string } {
  return etag === undefined ? {} : { etag: etag.replace(/"$/, `-${coding}"`) };
}

/** The tag that the caller has, where it is one of a compressed answer. */
function sentTag(headers: Reply['headers'], ifNoneMatch: string | undefined): { etag?: string } {
  for (const coding of ['br', 'gzip'] as const) {
    const { etag } = tagOf(headers, coding);
    if (etag !== undefined && ifNoneMatch?.includes(etag.replace(/^W\//, ''))) return { etag };
  }
  return {};
}
