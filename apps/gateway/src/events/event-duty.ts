import { setTimeout as sleep } from 'node:timers/promises';
import { firstOf } from '@loadcast/sources/deadline';
import type { Log } from '../log.js';
import type { Store } from '../wiring/store.js';
import { type DeriveDeps, EventDeriver } from './derive-events.js';
import type { EventFeed } from './event-feed.js';

/** How soon load is reported after it was stored. A run is reported at once. */
const LOOK_EVERY_MS = 5_000;

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
  let isFailing = false;
  while (!signal.aborted) {
    hasNews = false;
    try {
      if ((await deriver.derive()) > 0) await feed.nudge();
      isFailing = false;
    } catch (err) {
      if (!isFailing && !signal.aborted) logger.warn({ err }, 'events could not be kept; they are found again later');
      isFailing = true;
    }
    if (hasNews && !isFailing) continue;
    const over = new AbortController();
    const stop = firstOf(signal, over.signal);
    await Promise.race([
      sleep(LOOK_EVERY_MS, undefined, { signal: stop, ref: false }).catch(() => undefined),
      new Promise<void>((resolve) => {
        wake = resolve;
      }),
    ]);
    over.abort();
  }
  unlisten();
}
