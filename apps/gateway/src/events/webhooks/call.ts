import { type ClientRequest, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { withDeadline } from '@loadcast/sources/deadline';
import { pinnedAddress, type Resolve, type TargetRules } from './target.js';

/** A receiver has this long for everything: name, connection, answer. */
const WITHIN_MS = 10_000;

export interface Called {
  /** Null: there was no answer. */
  readonly status: number | null;
  /** A few words where it failed; else empty. */
  readonly error: string;
}

export interface CallOptions extends TargetRules {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
  readonly resolve?: Resolve;
  readonly withinMs?: number;
}

/** Posts a body to a webhook. Redirects are not followed, and what the receiver says is not read. Never rejects. */
export async function callWebhook(url: string, options: CallOptions): Promise<Called> {
  const { signal, withinMs = WITHIN_MS, resolve } = options;
  try {
    const target = new URL(url);
    const status = await withDeadline(signal, withinMs, 'a webhook', async (within) => {
      const pinned = await pinnedAddress(target, options, resolve);
      return post(target, pinned, options, within);
    });
    if (status >= 200 && status < 300) return { status, error: '' };
    return { status, error: status >= 300 && status < 400 ? 'a redirect, which is not followed' : `status ${status}` };
  } catch (thrown) {
    return { status: null, error: reasonOf(thrown) };
  }
}

function post(
  url: URL,
  { address, family }: { readonly address: string; readonly family: number },
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
      // The address that was checked, whatever the name has become since.
      lookup: (_host, lookupOptions, found) =>
        lookupOptions.all ? found(null, [{ address, family }]) : found(null, address, family),
    });
    request.on('error', reject);
    request.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    request.end(body);
  });
}

/** Codes only: a message may hold what the receiver sent. */
function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'the call failed';
  if (thrown.name === 'AbortError' || thrown.name === 'TimeoutError') return 'no answer in time';
  if ('code' in thrown && typeof thrown.code === 'string') return thrown.code;
  return thrown.message.startsWith('the host has') ? thrown.message : 'the call failed';
}
