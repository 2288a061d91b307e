import type { EventStore, SecurityEvent } from '@loadcast/core/quota';
import type { Log } from '../../log.js';
import { eventJson } from './event-json.js';
import { createSecurityEvents, type SecurityEvents } from './security-events.js';

/** Writes a security event as a line of its own. */
export function securityEventLine(log: Pick<Log, 'info'>): (event: SecurityEvent) => void {
  return (event) => log.info(eventJson(event), 'security event');
}

/** Security events go into the log, each in a line of its own, and into the store. */
export function logSecurityEvents(store: EventStore, log: Log): SecurityEvents {
  return createSecurityEvents({
    store,
    log: securityEventLine(log),
    failed: (err, count) => log.error({ err, events: count }, 'security events could not be stored or swept'),
  });
}
