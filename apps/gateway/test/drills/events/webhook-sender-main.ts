import { CONTRACT_AREAS, findPlan, HOUR_MS } from '@loadcast/core';
import { openSqliteStore } from '@loadcast/storage/sqlite';
import { createWebhookCall } from '../../../../../packages/service/src/events/webhooks/call.js';
import { sendWebhooks } from '../../../../../packages/service/src/events/webhooks/webhook-sender.js';

/** Sends the webhooks of an embedded store until it is killed. */
export async function run(dataDir: string): Promise<void> {
  const store = await openSqliteStore({ dataDir });
  setInterval(() => undefined, HOUR_MS); // keeps the process alive between two looks, as the listener of a gateway does
  await sendWebhooks(
    {
      areas: () => CONTRACT_AREAS,
      log: store.eventLog,
      webhooks: store.webhooks,
      planOf: async () => findPlan('a', 'team'),
      call: createWebhookCall({ allowPrivate: true }),
      now: Date.now,
      serviceNow: Date.now,
      outcome: () => undefined,
      failed: (err) => console.error(err),
      lookEveryMs: 20,
    },
    new AbortController().signal,
  );
}
