import type { ControlStore, EpochMs, Plan } from '@loadcast/core';
import { planOfAccount } from '@loadcast/core/quota';
import type { Principal, Surface } from '@loadcast/formats';
import { isStillGood } from '../access/keys/known-key.js';
import { CONSOLE_KEY } from '../access/sessions/session-caller.js';
import type { CounterName, Gauge } from '../http/metrics.js';
import type { Log } from '../log.js';
import type { Runtime } from '../service/runtime.js';
import { keepEvents } from './event-duty.js';
import { EventFeed } from './event-feed.js';
import { eventGauges } from './event-gauges.js';
import { createEvents } from './events-surface.js';
import { sendWebhooks } from './webhooks/webhook-sender.js';

/** A session may end without a sign: its stream is opened anew after this long. */
const SESSION_STREAM_MS = 15 * 60_000;

export interface OpenEvents {
  readonly feed: EventFeed;
  readonly surface: Surface;
  readonly gauges: readonly Gauge[];
  /** The leader's part; absent in a replay, whose runs are kept by nobody. */
  readonly keep?: (signal: AbortSignal) => Promise<void>;
}

export interface OpenEventsOptions {
  readonly runtime: Runtime;
  readonly log: Log;
  readonly wallClock: () => EpochMs;
  readonly isReplay: boolean;
  /** Whether webhooks may call addresses that are not public. */
  readonly allowsPrivate: boolean;
  readonly count: (name: CounterName, labels: Readonly<Record<string, string>>, by?: number) => void;
}

/** Events of a running gateway: found by the leader, streamed by every gateway. */
export function openEvents({ runtime, log, wallClock, isReplay, allowsPrivate, count }: OpenEventsOptions): OpenEvents {
  const { store, actuals, vintages, clock, source } = runtime;
  const feed = new EventFeed({
    log: store.eventLog,
    isGood: (principal, openedAt, now) => isGood(principal, openedAt, now),
    now: wallClock,
    ended: (reason) => count('loadcast_event_streams_ended_total', { reason }),
  });
  const { control, webhooks, eventLog } = store;
  const send = (signal: AbortSignal) =>
    sendWebhooks(
      {
        log: eventLog,
        webhooks,
        planOf: (accountId) => livePlan(control, accountId),
        rules: { allowPrivate: allowsPrivate },
        now: wallClock,
        outcome(outcome, { id, accountId }) {
          count('loadcast_webhook_deliveries_total', { outcome });
          if (outcome === 'disabled')
            log.warn({ webhook: id, accountId }, 'a webhook failed for a day and was disabled');
        },
        failed: (err) => log.warn({ err }, 'webhooks could not be sent; they are tried again'),
      },
      signal,
    );
  const since = clock.now();
  const keep = (signal: AbortSignal) =>
    keepEvents(
      {
        actuals,
        vintages,
        log: store.eventLog,
        since,
        follows: source !== undefined,
        now: () => clock.now(),
        feed,
        onVintage: store.onVintage,
        logger: log,
        appended: (type, events) => count('loadcast_events_total', { type }, events),
      },
      signal,
    );
  return {
    feed,
    surface: createEvents(feed, store.eventLog, wallClock),
    gauges: eventGauges(() => feed.open),
    ...(!isReplay && {
      keep: async (signal: AbortSignal) => {
        await Promise.all([keep(signal), send(signal)]);
      },
    }),
  };
}

/** The plan on surface A of an account that may be sent something. */
async function livePlan(control: ControlStore, accountId: string): Promise<Plan | undefined> {
  const account = await control.account(accountId);
  if (!account || account.suspendedAt !== null || account.deletedAt !== null) return undefined;
  return planOfAccount(account, 'a');
}

function isGood(principal: Principal, openedAt: EpochMs, now: EpochMs): boolean {
  if (principal.keyId === CONSOLE_KEY) return now - openedAt < SESSION_STREAM_MS;
  return isStillGood(principal, now);
}
