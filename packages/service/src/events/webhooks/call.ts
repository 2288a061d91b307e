import { type ClientRequest, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { withDeadline } from '@loadcast/sources/deadline';
import { createHostLookups, type FindAddresses, type HostAddress } from './host-lookups.js';
import { checkedAddresses, type TargetRules } from './target.js';

/** A receiver has this long for everything: name, connection, answer. */
const WITHIN_MS = 10_000;

export interface Called {
  /** Null: there was no answer. */
  readonly status: number | null;
  /** A few words where it failed; else empty. */
  readonly error: string;
}

export interface CallOptions {
  /** The account whose webhook is called. */
  readonly accountId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** Posts a body to a webhook. Redirects are not followed, and the body of the answer is not read. Never rejects. */
export type CallWebhook = (url: string, options: CallOptions) => Promise<Called>;

export interface WebhookCallOptions extends TargetRules {
  readonly findAddresses?: FindAddresses;
  readonly withinMs?: number;
}

/** Calls of webhooks that share one set of look-ups. */
export function createWebhookCall(options: WebhookCallOptions): CallWebhook {
  const { findAddresses = createHostLookups(), withinMs = WITHIN_MS } = options;
  return async (url, call) => {
    try {
      const target = new URL(url);
      const status = await withDeadline(call.signal, withinMs, 'a webhook', async (within) => {
        const find = (host: string) => findAddresses(host, call.accountId, within);
        const addresses = await checkedAddresses(target, options, find);
        if (addresses.length === 0) throw new NoAddress();
        return post(target, addresses, call, within);
      });
      return { status, error: errorOf(status) };
    } catch (thrown) {
      return { status: null, error: reasonOf(thrown) };
    }
  };
}

function errorOf(status: number): string {
  if (status >= 200 && status < 300) return '';
  return status >= 300 && status < 400 ? 'a redirect, which is not followed' : `status ${status}`;
}

function post(
  url: URL,
  addresses: readonly HostAddress[],
  { headers, body }: CallOptions,
  signal: AbortSignal,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const make = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request: ClientRequest = make(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Loadcast-Webhooks',
        ...headers,
      },
      agent: false,
      signal,
      // The addresses that were checked, whatever the name has become since.
      lookup: (_host, { all }, found) =>
        all ? found(null, [...addresses]) : found(null, addresses[0]!.address, addresses[0]!.family),
    });
    request.on('error', reject);
    request.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    request.end(body);
  });
}

/** One refusal for a name that does not resolve and for one that resolves inside: callers do not learn which names are inside. */
class NoAddress extends Error {
  constructor() {
    super('the host has no public address');
  }
}

/** Codes only: a message may hold what the receiver sent. */
function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'the call failed';
  if (thrown.name === 'AbortError' || thrown.name === 'TimeoutError') return 'no answer in time';
  if (thrown instanceof NoAddress) return thrown.message;
  return 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : 'the call failed';
}
