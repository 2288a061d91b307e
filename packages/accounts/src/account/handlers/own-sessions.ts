import { MINUTE_MS, ServiceError, type Session } from '@loadcast/core';
import { isoUtc, utcText } from '@loadcast/formats';
import { z } from 'zod';
import { readSession } from '../../access/sessions/session-cookie.js';
import { accountEndpoint } from '../account-endpoint.js';
import { messageAnswer, successAnswer } from './success.js';

const sessionSchema = z.strictObject({
  id: z.string(),
  created_at: utcText(),
  used_at: utcText(),
  ends_at: utcText(),
  from: z.string(),
  agent: z.string(),
  current: z.boolean().describe('Whether this request uses it.'),
});

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

export const listSessions = accountEndpoint({
  method: 'GET',
  path: '/sessions',
  name: 'listSessions',
  title: 'The sessions of the account',
  answer: successAnswer(z.array(sessionSchema)),
  async result({ request, caller, now }, { store }) {
    const own = await readSession(store, request.cookie, now);
    const sessions = await store.sessions(caller.id, now);
    return sessions.map((session) => ({ ...sessionJson(session), current: session.id === own?.id }));
  },
});

/** How long after a sign-in its session may end others. */
const RECENT_MS = 10 * MINUTE_MS;

/** A session ends itself at any time, and others soon after its own sign-in: a stolen one locks no owner out. */
export const endOwnSession = accountEndpoint({
  method: 'DELETE',
  path: '/sessions/{id}',
  name: 'endSession',
  title: 'End a session',
  event: 'session-ended',
  answer: messageAnswer,
  async result({ request, caller, id, now, note }, { store }) {
    const own = await readSession(store, request.cookie, now);
    if (own?.id !== id && !(own && now - own.createdAt < RECENT_MS)) {
      const message = 'To end another session, sign in again: this one is older than 10 minutes.';
      throw new ServiceError('unauthorized', message, undefined);
    }
    if (!(await store.endSessionById(caller.id, id))) {
      throw new ServiceError('not_found', 'There is no session with this id.', undefined);
    }
    note.detail = id;
    return { message: 'The session has ended.' };
  },
});
