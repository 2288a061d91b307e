import { type EpochMs, MINUTE_MS } from '@loadcast/core';
import type { EventStore, SecurityEvent } from '@loadcast/core/quota';

const EVERY_MS = 10_000;
/** Events are looked for that far back: clocks of machines differ, and a command writes a little after the instant it names. */
const OVERLAP_MS = MINUTE_MS;
const MOST_EVENTS = 1_000;

export interface FollowCommandsOptions {
  readonly store: Pick<EventStore, 'events'>;
  readonly now: () => EpochMs;
  /** Whether this gateway is the one that logs them: of several that share a store, one does. */
  readonly isLogging: () => boolean;
  /** Whether this process recorded an event itself, as for the demo account, and logged it then. */
  readonly isOwn: (event: SecurityEvent) => boolean;
  readonly log: (event: SecurityEvent) => void;
  readonly everyMs?: number;
}

/**
 * Puts what commands record (`loadcast accounts`, `keys`) into the log stream of the running gateway, each event once
 * and the oldest first. Events recorded before the start are not repeated. A store that is away is asked again.
 *
 * @returns ends it
 */
export function followCommandEvents({
  store,
  now,
  isLogging,
  isOwn,
  log,
  everyMs = EVERY_MS,
}: FollowCommandsOptions): () => void {
  let seen: Map<string, EpochMs> | undefined;

  async function look(): Promise<void> {
    const from = now() - OVERLAP_MS;
    const found = await store.events({ from, limit: MOST_EVENTS });
    const isFirst = seen === undefined;
    const known = new Map([...(seen ?? [])].filter(([, at]) => at >= from));
    seen = known;
    for (const event of found.toReversed()) {
      if (event.via !== 'cli' || isOwn(event) || known.has(event.id)) continue;
      known.set(event.id, event.at);
      if (!isFirst && isLogging()) log(event);
    }
  }

  let looking = Promise.resolve();
  const lookNow = (): void => {
    looking = looking.then(look).catch(() => undefined);
  };
  lookNow();
  const timer = setInterval(lookNow, everyMs).unref();
  return () => clearInterval(timer);
}
