import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { UpstreamError } from './upstream-error.js';

const inflate = promisify(gunzip);

export interface RawBody {
  readonly encoding: string | undefined;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * Reads a body into text, at most `maxBytes` of it, before and after inflation.
 *
 * @throws {UpstreamError} `too_large`, or `malformed`: an encoding other than gzip, a corrupt or cut gzip stream
 */
export async function readBody(upstream: string, { encoding, chunks }: RawBody, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(upstream, maxBytes);
    parts.push(chunk);
  }
  const raw = Buffer.concat(parts);
  if (encoding === undefined || encoding === 'identity') return raw.toString('utf8');
  if (encoding !== 'gzip') throw new UpstreamError(upstream, 'malformed', 'the reply has an encoding nobody asked for');
  const inflated = await inflate(raw, { maxOutputLength: maxBytes }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(upstream, maxBytes);
    throw new UpstreamError(upstream, 'malformed', 'the gzip stream of the reply is cut short or corrupt');
  });
  return inflated.toString('utf8');
}

export function tooLarge(upstream: string, maxBytes: number): UpstreamError {
  return new UpstreamError(upstream, 'too_large', `the reply is larger than ${maxBytes} bytes`);
}
