import type { ControlStore, EpochMs, Plan } from '@loadcast/core';
import { planOfAccount } from '@loadcast/core/quota';
import type { Surface } from '@loadcast/formats';
import type { CounterName, Gauge, Log } from '@loadcast/observe';
import type { Runtime } from '../runtime.js';
import { type EventDutyDeps, keepEvents } from './event-duty.js';
import { EventFeed } from './event-feed.js';
import { eventGauges } from './event-gauges.js';
import { createEvents } from './events-surface.js';
import type { FeedOptions } from './stream-options.js';
import { type CallWebhook, createWebhookCall } from './webhooks/call.js';
import { type SenderDeps, sendWebhooks } from './webhooks/webhook-sender.js';

export interface OpenEvents {
  readonly feed: EventFeed;
  readonly surface: Surface;
  readonly gauges: readonly Gauge[];
  readonly callWebhook: CallWebhook;
  /** The leader's part. */
  readonly keep: (signal: AbortSignal) => Promise<void>;
}

export interface OpenEventsOptions {
  readonly runtime: Runtime;
  readonly log: Log;
  readonly wallClock: () => EpochMs;
  /** Whether a caller may go on reading the stream that it opened. */
  readonly isGood: FeedOptions['isGood'];
  /** Whether webhooks may call addresses that are not public. */
  readonly allowsPrivate: boolean;
  readonly count: (name: CounterName, labels: Readonly<Record<string, string>>, by?: number) => void;
}

/** Events of a running gateway: found by the leader, streamed by every gateway. */
export function openEvents({ runtime, log, wallClock, isGood, allowsPrivate, count }: OpenEventsOptions): OpenEvents {
  const { areas, store, actuals, vintages, clock, source } = runtime;
  const { control, webhooks, eventLog, everyArea, forecasters, onVintage } = store;
  // Shown data depend on the service's clock, which in a replay is in the past; keys and calls on the wall clock.
  const now = () => clock.now();
  const feed = new EventFeed({
    areas,
    log: eventLog,
    isGood,
    now,
    ended: (reason) => count('loadcast_event_streams_ended_total', { reason }),
  });
  const callWebhook = createWebhookCall({ allowPrivate: allowsPrivate });
  let disabledWebhooks = 0;
  const sending: SenderDeps = {
    areas,
    log: eventLog,
    webhooks,
    planOf: (accountId) => livePlan(control, accountId),
    call: callWebhook,
    now: wallClock,
    serviceNow: now,
    outcome(outcome, { id, accountId }) {
      count('loadcast_webhook_deliveries_total', { outcome });
      if (outcome === 'disabled')
        log.warn({ webhook: id, accountId }, 'a webhook failed for a day, or answered 410, and was disabled');
    },
    disabled: (webhooksNow) => {
      disabledWebhooks = webhooksNow;
    },
    failed: (err) => log.warn({ err }, 'webhooks could not be sent; they will be retried'),
  };
  const keeping: EventDutyDeps = {
    areas: everyArea,
    actuals,
    vintages,
    forecasters,
    log: eventLog,
    since: clock.now(),
    follows: source !== undefined,
    now,
    feed,
    onVintage,
    logger: log,
    appended: (type, events) => count('loadcast_events_total', { type }, events),
  };
  return {
    feed,
    callWebhook,
    surface: createEvents({ areas, feed, log: eventLog, now }),
    gauges: eventGauges(
      () => feed.open,
      () => disabledWebhooks,
    ),
    async keep(signal) {
      await Promise.all([keepEvents(keeping, signal), sendWebhooks(sending, signal)]);
    },
  };
}

/** The plan on surface A of an account that may be sent something. */
async function livePlan(control: ControlStore, accountId: string): Promise<Plan | undefined> {
  const account = await control.account(accountId);
  if (!account || account.suspendedAt !== null || account.deletedAt !== null) return undefined;
  return planOfAccount(account, 'a');
}
