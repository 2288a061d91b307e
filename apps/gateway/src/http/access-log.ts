import { createHmac, randomBytes } from 'node:crypto';
import { ACCOUNT_PREFIX } from '@loadcast/accounts';
import { BudgetMap } from '@loadcast/core/budgets';
import { type FinishedRequest, parseTraceParent, type RequestTrace, remembered } from '@loadcast/formats/node';
import type { Config } from '../config.js';

const MAX_LOGGED = 300;

/** Anything that looks like one of our keys, in a path or query where it should never be. */
const KEY_PATTERN = /lc_live_[0-9A-Za-z]+/g;
const KEY_PREFIX = 'lc_live_';

/** Encodings of encodings that are looked through for a key. */
const MOST_DECODINGS = 3;

/**
 * A caller's text as it may be logged: no key, however it is percent-encoded, and bounded.
 *
 * @example
 * logged('/v1?key=%6Cc_live_abc') // => '/v1?key=lc_live_[cut]'
 */
export function logged(text: string): string {
  if (!text.includes('%') && !text.includes(KEY_PREFIX)) return text.slice(0, MAX_LOGGED);
  let decoded = text;
  for (let round = 0; round <= MOST_DECODINGS; round++) {
    const cut = decoded.replace(KEY_PATTERN, 'lc_live_[cut]');
    if (cut !== decoded) return logged(cut);
    decoded = percentDecoded(decoded);
  }
  return text.slice(0, MAX_LOGGED);
}

/** Decodes printable ASCII characters; anything else stays as it is written. */
function percentDecoded(text: string): string {
  return text.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** How addresses of callers are written: as they are, or as a hash that is the same for one run of the program. */
export function addressWriter(mode: Config['LOG_ADDRESSES']): (address: string) => string {
  if (mode === 'plain') return (address) => address;
  const key = randomBytes(32);
  const written = new BudgetMap<string, string>('logged_addresses');
  return (address) => {
    const known = written.get(address);
    if (known !== undefined) return known;
    const hash = createHmac('sha256', key).update(address).digest('base64url').slice(0, 16);
    written.set(address, hash);
    return hash;
  };
}

/**
 * The line of one request, JSON, as the log of everything else writes its lines. Assembled field by field: it holds no
 * header, and of the caller's own text only what `logged` lets through.
 *
 * @param finished with an id of the listener's own, which needs no escape
 * @param address of the caller, as it may be written
 * @param at whole epoch ms, when it was over
 */
export function requestLine(finished: FinishedRequest, trace: RequestTrace, address: string, at: number): string {
  const { request, refusal, requestId, status, bodyBytes, elapsedMs, cut } = finished;
  const { surface, route, accountId, keyId, waitedMs, shared, spanId, errorCode = refusal } = trace;
  let line = `${beginning(at)}${requestId}"${FIELD.address(address)}`;
  if (request) {
    line += FIELD.method(request.method) + FIELD.path(request.path);
    // A query has no meaning under /account, and may hold text typed into a form.
    if (request.query !== '' && surface !== ACCOUNT_PREFIX) line += FIELD.query(request.query);
  }
  line += `,"status":${status},"bytes":${bodyBytes},"ms":${Math.round(elapsedMs * 10) / 10}`;
  if (cut !== undefined) line += `,"cut":"${cut}"`;
  if (surface !== undefined) line += FIELD.surface(surface);
  if (route !== undefined) line += FIELD.route(route);
  if (accountId !== undefined) line += FIELD.accountId(accountId);
  if (keyId !== undefined) line += FIELD.keyId(keyId);
  if (waitedMs !== undefined) line += `,"waitedMs":${waitedMs}`;
  if (shared !== undefined) line += `,"shared":${shared}`;
  const caller = parseTraceParent(request?.headers.get('traceparent'));
  if (caller) line += `,"traceId":"${caller.traceId}"`;
  if (spanId !== undefined) line += `,"spanId":"${spanId}"`;
  if (errorCode !== undefined) line += FIELD.errorCode(errorCode);
  return `${line},"msg":"request"}\n`;
}

/** A field of texts that come again and again, with its name. */
const field = (name: string, written: (text: string) => string = String) =>
  remembered((text) => `,"${name}":${JSON.stringify(written(text))}`);

const FIELD = {
  address: field('address'),
  method: field('method'),
  path: field('path', logged),
  query: field('query', logged),
  surface: field('surface'),
  route: field('route'),
  accountId: field('accountId'),
  keyId: field('keyId'),
  errorCode: field('errorCode'),
};

const MILLISECONDS = Array.from({ length: 1_000 }, (_, ms) => `${String(ms).padStart(3, '0')}Z","requestId":"`);

let lastSecond = Number.NaN;
let lastSecondText = '';

/** The part of a line before the id, with the time as `Date.prototype.toISOString`; the text of the last second is cached. */
function beginning(at: number): string {
  const second = Math.floor(at / 1000);
  if (second !== lastSecond) {
    lastSecond = second;
    lastSecondText = `{"level":30,"time":"${new Date(second * 1000).toISOString().slice(0, 20)}`;
  }
  return lastSecondText + MILLISECONDS[at - second * 1000]!;
}
