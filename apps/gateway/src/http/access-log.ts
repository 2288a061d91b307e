import { createHmac, randomBytes } from 'node:crypto';
import type { FinishedRequest, RequestTrace } from '@loadcast/formats/node';
import { ACCOUNT_PREFIX } from '../account/account-api.js';
import type { Config } from '../config.js';
import type { Log } from '../log.js';

/** Longest path or query that is logged. */
const MAX_LOGGED = 300;

/** Anything that looks like one of our keys, in a path or query where it should never be. */
const KEY_PATTERN = /lc_live_[0-9A-Za-z]+/g;

/** Encodings of encodings that are looked through for a key. */
const MOST_DECODINGS = 3;

/**
 * A caller's text as it may be logged: no key, however it is percent-encoded, and bounded.
 *
 * @example
 * logged('/v1?key=%6Cc_live_abc') // => '/v1?key=lc_live_[cut]'
 */
export function logged(text: string): string {
  let decoded = text;
  for (let round = 0; round <= MOST_DECODINGS; round++) {
    const cut = decoded.replace(KEY_PATTERN, 'lc_live_[cut]');
    if (cut !== decoded) return logged(cut);
    decoded = percentDecoded(decoded);
  }
  return text.slice(0, MAX_LOGGED);
}

/** Decodes what is a printable ASCII character; anything else stays as it is written. */
function percentDecoded(text: string): string {
  return text.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** How addresses of callers are written: as they are, or as a hash that is the same for one run of the program. */
export function addressWriter(mode: Config['LOG_ADDRESSES']): (address: string) => string {
  if (mode === 'plain') return (address) => address;
  const key = randomBytes(32);
  return (address) => createHmac('sha256', key).update(address).digest('base64url').slice(0, 16);
}

/** One line per request. @param address of the caller, as it may be written */
export function logRequest(log: Log, finished: FinishedRequest, trace: RequestTrace, address: string): void {
  const { request, refusal, requestId, status, bodyBytes, elapsedMs, aborted } = finished;
  // Under /account a query has no meaning, and may hold what somebody typed into a form.
  const showsQuery = request !== undefined && request.query !== '' && trace.surface !== ACCOUNT_PREFIX;
  log.info(
    {
      requestId,
      address,
      method: request?.method,
      path: request && logged(request.path),
      query: showsQuery ? logged(request.query) : undefined,
      status,
      bytes: bodyBytes,
      ms: Math.round(elapsedMs * 10) / 10,
      ...(aborted ? { aborted } : {}),
      ...trace,
      ...(refusal && { errorCode: refusal }),
    },
    'request',
  );
}
