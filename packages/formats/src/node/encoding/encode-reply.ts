import { isAscii } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import { BUDGETS, watchBudget } from '@loadcast/core/budgets';
import type { EncodedReply, Reply, RequestScope } from '../../http.js';
import { UNBOUNDED } from '../answer/request-scope.js';
import { COMPRESSORS, type Compressed } from './compressors.js';
import { acceptedCodings, type ContentCoding } from './content-coding.js';
import { Encoded } from './encoded.js';
import { compressedOnce } from './shared-compression.js';

/** Smaller bodies fit a few packets: compressing them costs more than it saves. */
const SMALLEST_BYTES = 8_192;
/** Longer texts are copied more often than bytes are. */
const LONGEST_TEXT = 12_288;
/** Not events: a compressor would keep them back until it has enough. */
const TEXT = /^(?:text\/(?!event-stream)|application\/(?:json|xml|javascript)|image\/svg)/;

/**
 * Compresses a reply as its caller allows, with a promise only where that takes time.
 *
 * @param scope ends the work; absent where callers cannot disconnect
 */
export type Encode = (
  reply: Reply,
  acceptEncoding: string | undefined,
  scope?: RequestScope,
) => EncodedReply | Promise<EncodedReply>;

/**
 * Makes a function that compresses answers with Brotli or gzip, whichever `Accept-Encoding` prefers.
 *
 * A compressed answer has an entity tag of its own (`...-br`, `...-gzip`, which match like the plain one), and every text
 * answer has `Vary: Accept-Encoding`. Small answers are compressed only where `identity` is refused. While eight are being
 * compressed, the next is sent uncompressed; so is an answer to a caller who refuses every coding. A body of bytes that
 * several answers share is compressed once, and a reply to several requests keeps its forms.
 */
export function createEncoder(): Encode {
  const underWay = { count: 0 };
  watchBudget('compressions', underWay, ({ count }) => count);
  const count = (change: 1 | -1): void => {
    underWay.count += change;
  };

  return (reply, acceptEncoding, scope = UNBOUNDED) => {
    const coding = chooseCoding(reply, acceptedCodings(acceptEncoding));
    const known = reply.sent?.get(coding);
    if (known) return known;
    const { body } = reply;
    if (coding === 'identity' || underWay.count >= BUDGETS.compressions.bound)
      return kept(reply, 'identity', plain(reply));
    if (isWhole(body)) {
      const whole = compressedOnce(typeof body === 'string' ? Buffer.from(body) : body, coding, scope, count);
      return whole.then((bytes) => kept(reply, coding, compressed(reply, coding, bytes)));
    }
    return compressed(reply, coding, compressedChunks(body, coding, count));
  };
}

/** The coding in which a reply goes out to who accepts these. */
function chooseCoding({ headers, body }: Reply, codings: readonly ContentCoding[]): ContentCoding {
  const [coding = 'identity'] = codings;
  if (coding === 'identity' || !isText(headers) || headers['content-encoding'] !== undefined) return 'identity';
  return isWhole(body) && Buffer.byteLength(body) < SMALLEST_BYTES && codings.includes('identity')
    ? 'identity'
    : coding;
}

/** A reply to several requests keeps its forms. */
function kept({ sent }: Reply, coding: ContentCoding, form: EncodedReply): EncodedReply {
  if (!sent) return form;
  const keptForm = new Encoded(form, shortText(form.body));
  sent.set(coding, keptForm);
  return keptForm;
}

function shortText(body: Reply['body']): string | undefined {
  if (!(body instanceof Uint8Array) || body.byteLength > LONGEST_TEXT || !isAscii(body)) return undefined;
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
}

function plain({ status, headers, body }: Reply): EncodedReply {
  const isVaried = isText(headers) && headers['content-encoding'] === undefined;
  const varied = isVaried ? { ...headers, vary: withEncoding(headers['vary']) } : headers;
  return new Encoded({ status, headers: varied, body });
}

function compressed({ status, headers }: Reply, coding: Compressed, body: Reply['body']): EncodedReply {
  const encoded = { ...headers, vary: withEncoding(headers['vary']), 'content-encoding': coding };
  const { etag } = headers;
  const tag = etag === undefined ? {} : { etag: etag.replace(/"$/, `-${coding}"`) };
  return new Encoded({ status, headers: { ...encoded, ...tag }, body });
}

/** A body of chunks, compressed on the way; counted from its first chunk to its end, however it ends. */
async function* compressedChunks(
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

function isText(headers: Reply['headers']): boolean {
  return TEXT.test(headers['content-type'] ?? '');
}

function isWhole(body: Reply['body']): body is string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array;
}

function withEncoding(vary: string | undefined): string {
  if (vary === undefined) return 'Accept-Encoding';
  return /accept-encoding|\*/i.test(vary) ? vary : `${vary}, Accept-Encoding`;
}
