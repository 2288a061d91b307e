import type { LookupFunction } from 'node:net';
import { withDeadline } from '@loadcast/sources/deadline';
import { openHttpAgent } from '@loadcast/sources/http';
import { createHostLookups, type FindAddresses, type HostAddress } from './host-lookups.js';
import { checkedAddresses, type TargetRules } from './target.js';

/** A receiver has this long for everything: name, connection, answer. */
const WITHIN_MS = 10_000;

/** A receiver that answers so is called no more. @see Standard Webhooks, "Deliverability and reliability" */
export const GONE = 410;

export interface Called {
  /** Null: there was no answer. */
  readonly status: number | null;
  /** A few words where it failed; else empty. */
  readonly error: string;
  /** How long the receiver asks to be left alone. */
  readonly retryAfterMs?: number;
}

export interface CallOptions {
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

export function createWebhookCall(options: WebhookCallOptions): CallWebhook {
  const { findAddresses = createHostLookups(), withinMs = WITHIN_MS } = options;
  return async (url, call) => {
    try {
      const target = new URL(url);
      const answer = await withDeadline(call.signal, withinMs, 'a webhook', async (within) => {
        const find = (host: string) => findAddresses(host, call.accountId, within);
        const addresses = await checkedAddresses(target, options, find);
        if (addresses.length === 0 && !options.allowPrivate) throw new NoAddress();
        // With receivers inside allowed, a proxy gets the name: it may know names that this machine does not.
        return post(target, addresses, options.allowPrivate ? undefined : addresses[0], call, within);
      });
      return { ...answer, error: errorOf(answer.status) };
    } catch (thrown) {
      return { status: null, error: reasonOf(thrown) };
    }
  };
}

function errorOf(status: number): string {
  if (status >= 200 && status < 300) return '';
  if (status === GONE) return 'status 410: gone for good';
  return status >= 300 && status < 400 ? 'a redirect, which is not followed' : `status ${status}`;
}

/** Connects to addresses that were checked, whatever the name has become since. @param tunnelTo the one that a proxy is asked for */
async function post(
  url: URL,
  addresses: readonly HostAddress[],
  tunnelTo: HostAddress | undefined,
  { headers, body }: CallOptions,
  signal: AbortSignal,
): Promise<Pick<Called, 'retryAfterMs'> & { readonly status: number }> {
  const lookup: LookupFunction = (_host, { all }, found) => {
    const [first] = addresses;
    if (!first) found(new NoAddress(), []);
    else if (all) found(null, [...addresses]);
    else found(null, first.address, first.family);
  };
  const agent = openHttpAgent({ connect: { lookup }, ...(tunnelTo && { tunnelTo }) });
  try {
    const all = { 'content-type': 'application/json', 'user-agent': 'Loadcast-Webhooks', ...headers };
    const reply = await agent.request(url, { method: 'POST', headers: all, body, signal });
    reply.body.on('error', () => undefined).destroy();
    const retryAfterMs = agent.retryAfterMs(reply, Date.now());
    return { status: reply.statusCode, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  } finally {
    await agent.destroy();
  }
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
