import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@loadcast/observe';
import { firstOf } from '@loadcast/sources/deadline';
import type { Store } from '../wiring/store.js';
import { type DeriveDeps, EventDeriver } from './derive-events.js';
import type { EventFeed } from './event-feed.js';

/** How soon load is reported after it was stored. A run is reported at once. */
const LOOK_EVERY_MS = 5_000;
/** Forecasts of all areas come one after the other: odds, which take as long as one, are derived when no other has come for this long. */
const LULL_MS = 250;

export interface EventDutyDeps extends DeriveDeps {
  readonly feed: Pick<EventFeed, 'nudge'>;
  readonly onVintage: Store['onVintage'];
  readonly logger: Pick<Log, 'warn'>;
}

/** The leader's duty: keeps the log of events complete until the signal. Never rejects. */
export async function keepEvents(
  { feed, onVintage, logger, ...deps }: EventDutyDeps,
  signal: AbortSignal,
): Promise<void> {
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
