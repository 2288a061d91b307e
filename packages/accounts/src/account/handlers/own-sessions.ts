import { type Account, MINUTE_MS, ServiceError, type Session } from '@loadcast/core';
import { isoUtc, type Reply } from '@loadcast/formats';
import { readSession } from '../../access/sessions/session-cookie.js';
import type { AccountDeps, Call } from '../route.js';
import { success } from './success.js';

type OwnerCall = Call<Account, unknown>;

/** A session as JSON, in the account API and on the command line. */
export function sessionJson({ id, createdAt, usedAt, idleAt, expiresAt, from, agent }: Session) {
  return {
    id,
    created_at: isoUtc(createdAt),
    used_at: isoUtc(usedAt),
    ends_at: isoUtc(Math.min(idleAt, expiresAt)),
    from,
    agent,
  };
}

export async function listSessions({ request, caller, now }: OwnerCall, { store }: AccountDeps): Promise<Reply> {
  const own = await readSession(store, request.cookie, now);
  const sessions = await store.sessions(caller.id, now);
  return success(
    200,
    sessions.map((session) => ({ ...sessionJson(session), current: session.id === own?.id })),
  );
}

/** How long after a sign-in its session may end others. */
const RECENT_MS = 10 * MINUTE_MS;

/** A session ends itself at any time, and others soon after its own sign-in: a stolen one locks no owner out. */
export async function endOwnSession(
  { request, caller, id, now, note }: OwnerCall,
  { store }: AccountDeps,
): Promise<Reply> {
  const own = await readSession(store, request.cookie, now);
  if (own?.id !== id && !(own && now - own.createdAt < RECENT_MS)) {
    const message = 'To end another session, sign in again: this one is older than 10 minutes.';
    throw new ServiceError('unauthorized', message, undefined);
  }
  if (!(await store.endSessionById(caller.id, id))) {
    throw new ServiceError('not_found', 'There is no session with this id.', undefined);
  }
  note.detail = id;
  return success(200, { message: 'The session has ended.' });
}
