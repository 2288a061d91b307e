import { setTimeout as sleep } from 'node:timers/promises';
import type { ControlStore, EpochMs, Plan } from '@loadcast/core';
import { planOfAccount } from '@loadcast/core/quota';
import type { Surface } from '@loadcast/formats';
import { type CounterName, type Gauge, type Log, singleGauge } from '@loadcast/observe';
import { firstOf } from '@loadcast/sources/deadline';
import type { Runtime } from '../runtime.js';
import type { Store } from '../wiring/store.js';
import { type DeriveDeps, EventDeriver } from './derive-events.js';
import { EventFeed } from './event-feed.js';
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

/** How soon load is reported after it was stored. A run is reported at once. */
const LOOK_EVERY_MS = 5_000;
/** Forecasts of all areas come one after the other: odds, which take as long as one, are derived when no other has come for this long. */
const LULL_MS = 250;

interface EventDutyDeps extends DeriveDeps {
  readonly feed: Pick<EventFeed, 'nudge'>;
  readonly onVintage: Store['onVintage'];
  readonly logger: Pick<Log, 'warn'>;
}

/** The leader's duty: keeps the log of events complete until the signal. Never rejects. */
async function keepEvents({ feed, onVintage, logger, ...deps }: EventDutyDeps, signal: AbortSignal): Promise<void> {
  const deriver = new EventDeriver(deps);
  let hasNews = false;
  let wake = (): void => undefined;
  const unlisten = onVintage(() => {
    hasNews = true;
    wake();
  });
  /** Waits until a run is published, at most for some time. */
  const news = async (withinMs: number): Promise<void> => {
    if (hasNews) return;
    const over = new AbortController();
    const stop = firstOf(signal, over.signal);
    await Promise.race([
      sleep(withinMs, undefined, { signal: stop, ref: false }).catch(() => undefined),
      new Promise<void>((resolve) => {
        wake = resolve;
      }),
    ]);
    over.abort();
  };
  const derive = async (): Promise<void> => {
    if ((await deriver.derive()) > 0) await feed.nudge();
    if (deriver.hasOddsToDerive) await news(LULL_MS);
    while (deriver.hasOddsToDerive && !hasNews && !signal.aborted) {
      if ((await deriver.deriveOdds()) > 0) await feed.nudge();
    }
  };
  let isFailing = false;
  while (!signal.aborted) {
    hasNews = false;
    try {
      await derive();
      isFailing = false;
    } catch (err) {
      if (!isFailing && !signal.aborted)
        logger.warn({ err }, 'events could not be stored; they are derived again later');
      isFailing = true;
    }
    if (isFailing) hasNews = false;
    await news(LOOK_EVERY_MS);
  }
  unlisten();
}

/**
 * @param open how many streams this process has open
 * @param disabled how many webhooks are called no more, as the leader sees it; elsewhere 0
 */
export const eventGauges = (open: () => number, disabled: () => number): readonly Gauge[] => [
  singleGauge('loadcast_event_streams', 'Open event streams.', open),
  singleGauge(
    'loadcast_webhooks_disabled',
    'Webhooks disabled after a day of failures; reported by the leader.',
    disabled,
  ),
];
