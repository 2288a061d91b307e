import type { EventStore, SecurityEvent } from '@loadcast/core/quota';
import type { Log } from '@loadcast/observe';
import { eventJson } from './event-json.js';
import { createSecurityEvents, type SecurityEvents } from './security-events.js';
import { sendEvents } from './send-events.js';

/**
 * The handling of each event as it happens, beside the store: it becomes a line of the log, and where an address is
 * set, it is sent there.
 */
export interface EventStream {
  readonly next: (event: SecurityEvent) => void;
  close(): Promise<void>;
}

export interface EventStreamSettings {
  readonly SECURITY_LOG_URL?: string | undefined;
}

export function openEventStream({ SECURITY_LOG_URL: url }: EventStreamSettings, log: Log): EventStream {
  // A line of its own, assembled here: under a flood of sign-ins each refusal is one.
  const line = (event: SecurityEvent): void => {
    const fields = { level: 30, time: new Date().toISOString(), ...eventJson(event), msg: 'security event' };
    log.line?.(`${JSON.stringify(fields)}\n`);
  };
  if (url === undefined) return { next: line, close: async () => undefined };
  const sent = sendEvents({
    url,
    failed: (err, events) => log.error({ err, events }, 'could not send security events to SECURITY_LOG_URL'),
  });
  return {
    next(event) {
      line(event);
      sent.send(event);
    },
    close: sent.close,
  };
}

export function logSecurityEvents(store: EventStore, log: Log, { next }: Pick<EventStream, 'next'>): SecurityEvents {
  return createSecurityEvents({
    store,
    log: next,
    failed: (err, count) => log.error({ err, events: count }, 'security events could not be stored or swept'),
    full: () => log.warn('too many refused account calls to store: the rest of this hour goes to the log only'),
  });
}
