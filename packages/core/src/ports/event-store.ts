import type { SecurityEvent, SecurityEventFilter } from '../accounts/security-event.js';
import type { EpochMs } from '../time/instant.js';

/** Where security events are kept. Events are only appended, until a sweep deletes them. Adapters pass `describeEventStore`. */
export interface EventStore {
  /** Keeps events; one that is kept already changes nothing. */
  addEvents(events: readonly SecurityEvent[]): Promise<void>;
  /** The newest events that fit, newest first. */
  events(filter: SecurityEventFilter): Promise<SecurityEvent[]>;
  /** Deletes events before an instant, and the oldest refusals and failures beyond a number. */
  sweepEvents(before: EpochMs, mostRefused: number): Promise<void>;
}
