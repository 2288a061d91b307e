import { randomBytes } from 'node:crypto';
import type { WebhookLedger, WebhookRecord } from '@loadcast/storage/sqlite';
import { isSealed, openSealed, type Seal } from './seal.js';

/**
 * Webhooks whose secrets are sealed in the store. One that was kept before it was sealed is read as it is.
 *
 * @param seal undefined: there is no key, and new secrets are kept readable
 * @param failed called with the webhook whose secret cannot be opened: its receiver refuses each call until the secret is rotated
 */
export function sealedWebhooks(
  ledger: WebhookLedger,
  seal: Seal | undefined,
  failed: (webhookId: string) => void,
): WebhookLedger {
  const sealed = (text: string, id: string): string => seal?.seal(text, id) ?? text;
  /** A random secret stands for one that cannot be opened: an empty one could be guessed. */
  const open = (text: string, id: string): string =>
    isSealed(text) ? (openSealed(seal, text, id, failed) ?? `whsec_${randomBytes(32).toString('base64')}`) : text;
  const opened = (webhook: WebhookRecord): WebhookRecord => ({
    ...webhook,
    secret: open(webhook.secret, webhook.id),
    formerSecret: webhook.formerSecret === null ? null : open(webhook.formerSecret, webhook.id),
  });
  return {
    ...ledger,
    add: (webhook) => ledger.add({ ...webhook, secret: sealed(webhook.secret, webhook.id) }),
    list: async (accountId) => (await ledger.list(accountId)).map(opened),
    async get(id) {
      const webhook = await ledger.get(id);
      return webhook && opened(webhook);
    },
    rotate: (id, secret, formerUntil) => ledger.rotate(id, sealed(secret, id), formerUntil),
  };
}

/** Seals secrets kept in the open, as stores of earlier versions do. @returns how many were sealed */
export async function sealWebhooks(ledger: WebhookLedger, seal: Seal): Promise<number> {
  let count = 0;
  for (const { id, secret, formerSecret } of await ledger.list()) {
    for (const text of [secret, formerSecret]) {
      if (text === null || isSealed(text)) continue;
      await ledger.replaceSecret(id, text, seal.seal(text, id));
      count += 1;
    }
  }
  return count;
}
