import { randomBytes } from 'node:crypto';
import { type EpochMs, HOUR_MS } from '@loadcast/core';
import { BUDGETS, watchBudget } from '@loadcast/core/budgets';
import {
  type EventStore,
  MOST_REFUSED_EVENTS,
  newSecurityEventId,
  oldestSecurityEvent,
  randomBase62,
  type SecurityEvent,
} from '@loadcast/core/quota';
import { createIpQuota } from '../addresses/ip-quota.js';
import { withTimeout } from '../keys/with-timeout.js';

/** What happened, without what the record adds. */
export type NewSecurityEvent = Omit<SecurityEvent, 'id' | 'at'>;

/** Refusals of one caller that are stored; further ones are in the log alone. */
const STORED_REFUSALS = { hour: 200, day: 1_000, regionDay: null };
/** Refusals and failures of all callers that are stored in a UTC hour, so that a flood from many addresses does not fill the disk. */
export const MOST_STORED_REFUSALS_PER_HOUR = 10_000;

/** The record of what happens to accounts: a line in the log at once, and a row in the store. */
export interface SecurityEvents {
  /** Records an event. Resolves when it is stored, or cannot be; never throws. */
  record(event: NewSecurityEvent, at: EpochMs): Promise<void>;
  /** Whether an event was recorded here, and so is in this process' log. */
  isOwn(event: Pick<SecurityEvent, 'id'>): boolean;
  flush(): Promise<void>;
  /** Deletes expired events. Never throws. */
  sweep(now: EpochMs): Promise<void>;
}

export interface SecurityEventsOptions {
  readonly store: EventStore;
  readonly log: (event: SecurityEvent) => void;
  /** Receives why events were not stored. */
  readonly failed: (error: unknown, events: number) => void;
  /** Called once in an hour whose further refusals are in the log alone. */
  readonly full?: () => void;
}

export function createSecurityEvents({ store, log, failed, full }: SecurityEventsOptions): SecurityEvents {
  const refusals = createIpQuota(STORED_REFUSALS);
  const storedRefusals = { hour: Number.NEGATIVE_INFINITY, count: 0 };
  const recorder = randomBase62(8, randomBytes);
  let recorded = 0;
  const line = { waiting: [] as SecurityEvent[], beingWritten: 0 };
  const heldBy = ({ waiting, beingWritten }: typeof line) => waiting.length + beingWritten;
  watchBudget('security_events', line, heldBy);
  let writing: Promise<void> | undefined;

  /** Writes the queued events, all in one transaction, then the events that came meanwhile. */
  async function write(): Promise<void> {
    while (line.waiting.length > 0) {
      const batch = line.waiting;
      Object.assign(line, { waiting: [], beingWritten: batch.length });
      await withTimeout(store.addEvents(batch)).catch((error) => failed(error, batch.length));
      line.beingWritten = 0;
    }
  }

  function isStored({ outcome, from }: SecurityEvent, at: EpochMs): boolean {
    if (heldBy(line) >= BUDGETS.security_events.bound) return false;
    return outcome === 'done' || (refusals.charge(from, at).allowed && hasRoomFor(at));
  }

  /** Counts a refusal of any caller. @returns whether it is within the number stored per hour */
  function hasRoomFor(at: EpochMs): boolean {
    const hour = Math.floor(at / HOUR_MS);
    if (hour !== storedRefusals.hour) Object.assign(storedRefusals, { hour, count: 0 });
    storedRefusals.count += 1;
    if (storedRefusals.count === MOST_STORED_REFUSALS_PER_HOUR + 1) full?.();
    return storedRefusals.count <= MOST_STORED_REFUSALS_PER_HOUR;
  }

  const flush = async (): Promise<void> => {
    if (line.waiting.length === 0 && !writing) return;
    writing ??= write().finally(() => {
      writing = undefined;
    });
    await writing;
  };
  return {
    async record(happened, at) {
      recorded += 1;
      const event = { id: newSecurityEventId(at, recorded, recorder), at, ...happened };
      log(event);
      if (!isStored(event, at)) return;
      line.waiting.push(event);
      await flush();
    },
    isOwn: ({ id }) => id.endsWith(recorder),
    flush,
    sweep: (now) => store.sweepEvents(oldestSecurityEvent(now), MOST_REFUSED_EVENTS).catch((error) => failed(error, 0)),
  };
}
