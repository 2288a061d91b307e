import { LIMITS } from '@loadcast/core/budgets';
import type { Refusal } from '../refusal.js';

/** The headers of a request, with secrets kept apart, and the values derived from them alone. */
export interface ReadHeaders {
  /** Lower-case names. A header sent twice has its values joined by `, `. */
  readonly plain: ReadonlyMap<string, string>;
  /** Where in the raw headers the value of `Authorization` is; -1 where there is none. */
  readonly authorizationAt: number;
  readonly cookie: string | undefined;
  readonly hasProxyAuthorization: boolean;
  readonly hosts: number;
  /** Whether the Host header is valid or absent. */
  readonly isHostValid: boolean;
  readonly hasBody: boolean;
  readonly refusal: Refusal | undefined;
}

export interface HeaderMemory {
  last?: { readonly raw: readonly string[]; readonly headers: ReadHeaders } | undefined;
}

const HOST = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i;

/**
 * Reads headers listed as name and value in turn. Most connections send the same again and again: these are read once.
 * No secret is compared: requests that have all but `Authorization` in common each have their own, and headers with
 * another secret are read each time.
 */
export function readHeaders(raw: readonly string[], memory: HeaderMemory): ReadHeaders {
  const { last } = memory;
  if (last && isSame(raw, last.raw, last.headers.authorizationAt)) return last.headers;
  const headers = read(raw);
  const isSecret = headers.cookie !== undefined || headers.hasProxyAuthorization;
  memory.last = isSecret ? undefined : { raw, headers };
  return headers;
}

function isSame(raw: readonly string[], last: readonly string[], authorizationAt: number): boolean {
  if (raw.length !== last.length) return false;
  for (let i = 0; i < raw.length; i++) if (i !== authorizationAt && raw[i] !== last[i]) return false;
  return true;
}

/** Reads every value of every header in one pass: `message.headers` drops repeated ones. */
function read(raw: readonly string[]): ReadHeaders {
  const plain = new Map<string, string>();
  const counts = { authorization: 0, host: 0, 'proxy-authorization': 0, 'transfer-encoding': 0 };
  let authorizationAt = -1;
  let cookie: string | undefined;
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i]!.toLowerCase();
    const value = raw[i + 1]!;
    if (isCounted(name)) counts[name]++;
    if (name === 'authorization') {
      if (authorizationAt < 0) authorizationAt = i + 1;
    } else if (name === 'cookie') {
      cookie = cookie === undefined ? value : `${cookie}; ${value}`;
    } else if (name !== 'proxy-authorization') {
      const before = plain.get(name);
      plain.set(name, before === undefined ? value : `${before}, ${value}`);
    }
  }
  const host = plain.get('host');
  return {
    plain,
    authorizationAt,
    cookie,
    hasProxyAuthorization: counts['proxy-authorization'] > 0,
    hosts: counts.host,
    isHostValid: host === undefined || HOST.test(host),
    hasBody: hasBody(plain),
    refusal: findRefusal(raw, plain, counts),
  };

  function isCounted(name: string): name is keyof typeof counts {
    return Object.hasOwn(counts, name);
  }
}

function findRefusal(
  raw: readonly string[],
  plain: ReadHeaders['plain'],
  counts: Readonly<Record<'authorization' | 'transfer-encoding', number>>,
): Refusal | undefined {
  const most = LIMITS.headers.bound;
  if (raw.length > 2 * most) {
    return { code: 'header_too_large', what: 'headers', expected: `at most ${most}` };
  }
  if (counts.authorization > 1) {
    return { code: 'bad_request', what: 'Authorization', expected: 'one header' };
  }
  const coding = plain.get('transfer-encoding');
  if (coding !== undefined && (counts['transfer-encoding'] > 1 || coding.trim().toLowerCase() !== 'chunked')) {
    return { code: 'not_implemented', what: 'Transfer-Encoding', expected: 'none, or chunked' };
  }
  return undefined;
}

function hasBody(plain: ReadHeaders['plain']): boolean {
  const lengths = plain.get('content-length') ?? '0';
  return plain.has('transfer-encoding') || !/^\s*0+\s*(?:,\s*0+\s*)*$/.test(lengths);
}
