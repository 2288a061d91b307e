import type { Session, SessionStore } from '../../ports/control-store.js';
import type { KnownOrigin } from '../../ports/origin-store.js';
import type { EpochMs } from '../../time/instant.js';

/** Sessions that live and die with the process. */
export function memorySessionStore(
  keepOrigin: (origin: KnownOrigin) => Promise<void>,
): SessionStore & { sweepSessions(now: EpochMs): void } {
  const sessions = new Map<string, Session>();
  const isLive = ({ idleAt, expiresAt }: Session, now: EpochMs) => now < idleAt && now < expiresAt;
  return {
    async createSession(session, origins = []) {
      sessions.set(session.sha256, session);
      for (const origin of origins) await keepOrigin(origin);
    },
    async session(sha256, now) {
      const session = sessions.get(sha256);
      return session && isLive(session, now) ? session : undefined;
    },
    sessions: async (accountId, now) =>
      [...sessions.values()]
        .filter((session) => session.accountId === accountId && isLive(session, now))
        .sort((one, two) => two.createdAt - one.createdAt || (one.id < two.id ? 1 : -1)),
    async touchSession(sha256, usedAt, idleAt) {
      const session = sessions.get(sha256);
      if (session) sessions.set(sha256, { ...session, usedAt, idleAt });
    },
    async endSession(sha256) {
      sessions.delete(sha256);
    },
    async endSessionById(accountId, id) {
      const session = [...sessions.values()].find((each) => each.accountId === accountId && each.id === id);
      return session !== undefined && sessions.delete(session.sha256);
    },
    async endSessions(accountId) {
      for (const [sha256, session] of sessions) if (session.accountId === accountId) sessions.delete(sha256);
    },
    sweepSessions(now) {
      for (const [sha256, session] of sessions) if (!isLive(session, now)) sessions.delete(sha256);
    },
  };
}
