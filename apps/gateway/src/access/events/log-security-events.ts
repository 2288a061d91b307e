import type { EventStore } from '@loadcast/core/quota';
import type { Log } from '../../log.js';
import { eventJson } from './event-json.js';
import { createSecurityEvents, type SecurityEvents } from './security-events.js';

/** Security events go into the log, each in a line of its own, and into the store. */
export function logSecurityEvents(store: EventStore, log: Log): SecurityEvents {
  return createSecurityEvents({
    store,
    log: (event) => log.info(eventJson(event), 'security event'),
    failed: (err, count) => log.error({ err, events: count }, 'security events could not be stored or swept'),
  });
}
