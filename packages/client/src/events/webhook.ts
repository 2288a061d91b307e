import { LoadcastError } from '../loadcast-error.js';
import type { ServiceEvent } from './events.js';

/** Headers of a call: a `Headers` object of Fetch, or Node's `request.headers`. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A call may be so old, or so far ahead of this clock, in seconds. */
const TOLERANCE_SECONDS = 300;

/**
 * The event that a webhook was called with.
 *
 * @param secret as it was shown when the webhook was made: `whsec_...`
 * @param body as it came, before any parsing
 * @throws {LoadcastError} `invalid_signature`: it is not signed with the secret, or not of the last five minutes
 */
export async function readWebhook(secret: string, headers: WebhookHeaders, body: string): Promise<ServiceEvent> {
  const header = (name: string): string =>
    String((headers instanceof Headers ? headers.get(name) : headers[name]) ?? '');
  const [id, timestamp] = [header('webhook-id'), header('webhook-timestamp')];
  const isRecent = Math.abs(Date.now() / 1000 - Number(timestamp || Number.NaN)) <= TOLERANCE_SECONDS;
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOf(secret.replace('whsec_', '')), hmac, false, ['verify']);
  for (const signature of isRecent ? header('webhook-signature').split(' ') : []) {
    const [version, text = ''] = signature.split(',');
    if (version === 'v1' && (await crypto.subtle.verify(hmac, key, bytesOf(text), signed))) return JSON.parse(body);
  }
  throw new LoadcastError(
    'invalid_signature',
    'The call is not signed with the secret, or not of the last five minutes',
  );
}

/** Empty for invalid base64: such a signature matches nothing. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
