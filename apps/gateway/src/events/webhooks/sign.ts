import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** A new secret of 256 bits. */
export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64');

/**
 * The headers by which a receiver knows who sent a body, and that it is not an old one.
 *
 * @param at epoch ms of this attempt
 * @see https://www.standardwebhooks.com
 */
export function signedHeaders(secret: string, id: string, at: number, body: string): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1_000));
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
