import { createHmac, randomBytes } from 'node:crypto';
import type { EpochMs } from '@loadcast/core';
import type { WebhookRecord } from '@loadcast/storage/sqlite';

const PREFIX = 'whsec_';

/** A new secret of 256 bits. */
export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64');

/** The secrets that hold at an instant, newest first. */
export function secretsAt(
  { secret, formerSecret, formerUntil }: Pick<WebhookRecord, 'secret' | 'formerSecret' | 'formerUntil'>,
  at: EpochMs,
): readonly string[] {
  const holds = formerSecret !== null && formerUntil !== null && at < formerUntil;
  return holds ? [secret, formerSecret] : [secret];
}

/**
 * The headers by which a receiver knows who sent a body, and that it is not an old one.
 *
 * @param secrets that hold: a signature with each, in their order, of which a receiver accepts any
 * @param at epoch ms of this attempt
 * @see https://www.standardwebhooks.com
 */
export function signedHeaders(
  secrets: readonly string[],
  id: string,
  at: EpochMs,
  body: string,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
