import { LIMITS } from '@loadcast/core/budgets';
import { describeLimits } from '@loadcast/core/testing';
import { readBody } from './http/read-body.js';
import { UpstreamError } from './http/upstream-error.js';

/** Reads a reply of a size in two chunks. @returns the refusal */
async function read(size: number, limit: keyof typeof LIMITS): Promise<unknown> {
  const half = Math.floor(size / 2);
  async function* chunks() {
    yield Buffer.alloc(half);
    yield Buffer.alloc(size - half);
  }
  try {
    await readBody('upstream', { encoding: undefined, chunks: chunks() }, LIMITS[limit].bound);
    return undefined;
  } catch (thrown) {
    return thrown instanceof UpstreamError ? { code: thrown.fault } : thrown;
  }
}

describeLimits('sources', {
  eia_reply_bytes: (size) => read(size, 'eia_reply_bytes'),
  open_meteo_reply_bytes: (size) => read(size, 'open_meteo_reply_bytes'),
  nws_reply_bytes: (size) => read(size, 'nws_reply_bytes'),
  feed_reply_bytes: (size) => read(size, 'feed_reply_bytes'),
});
