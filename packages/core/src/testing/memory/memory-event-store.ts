import type { SecurityEvent } from '../../accounts/security-event.js';
import type { EventStore } from '../../ports/event-store.js';

/** Security events that live and die with the process. */
export function memoryEventStore(): EventStore {
  const kept = new Map<string, SecurityEvent>();
  const newestFirst = () => [...kept.values()].sort((one, two) => (one.id < two.id ? 1 : -1));
  return {
    async addEvents(events) {
      for (const event of events) if (!kept.has(event.id)) kept.set(event.id, event);
    },
    async events({ accountId, kind, outcome, from = -Infinity, until = Infinity, limit }) {
      return newestFirst()
        .filter((event) => accountId === undefined || event.accountId === accountId)
        .filter((event) => kind === undefined || event.kind === kind)
        .filter((event) => outcome === undefined || event.outcome === outcome)
        .filter(({ at }) => at >= from && at < until)
        .slice(0, limit);
    },
    async sweepEvents(before, mostRefused) {
      for (const { id, at } of newestFirst()) if (at < before) kept.delete(id);
      const refused = newestFirst().filter(({ outcome }) => outcome !== 'done');
      for (const { id } of refused.slice(mostRefused)) kept.delete(id);
    },
  };
}
