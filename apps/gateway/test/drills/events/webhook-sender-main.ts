import { findPlan } from '@loadcast/core';
import { openSqliteStore } from '@loadcast/storage/sqlite';
import { createWebhookCall } from '../../../../../packages/service/src/events/webhooks/call.js';
import { sendWebhooks } from '../../../../../packages/service/src/events/webhooks/webhook-sender.js';

/** Sends the webhooks of an embedded store until it is killed. */
export async function run(dataDir: string): Promise<void> {
  const store = await openSqliteStore({ dataDir });
  await sendWebhooks(
    {
      log: store.eventLog,
      webhooks: store.webhooks,
      planOf: async () => findPlan('a', 'team'),
      call: createWebhookCall({ allowPrivate: true }),
      now: Date.now,
      serviceNow: Date.now,
      outcome: () => undefined,
      failed: (err) => console.error(err),
    },
    new AbortController().signal,
  );
}
