import { randomBytes } from 'node:crypto';
import { type EpochMs, HOUR_MS, MINUTE_MS, type Session, type SessionStore } from '@loadcast/core';
import { newId } from '@loadcast/service';
import { sha256 } from '../sha256.js';
import { KNOWN_MS, originsOf } from './known-origins.js';

/** `__Host-`: sent to this host only, over TLS (or to the machine itself), and set by no other host. */
export const COOKIE_NAME = '__Host-loadcast-session';

const LASTS_MS = 24 * HOUR_MS;
const IDLE_MS = 2 * HOUR_MS;
/** A use is recorded once in so long. */
const TOUCH_MS = MINUTE_MS;
const LONGEST_AGENT = 120;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** Where a session is started from. */
export interface SessionOrigin {
  /** `networkOf` the caller's address: the account knows it from then on. */
  readonly network: string;
  readonly from: string;
  readonly agent: string;
}

/**
 * Starts a session under a new random token. The cookie outlives the session, so that the device is known at the next
 * sign-in.
 *
 * @returns the value of Set-Cookie
 */
export async function startSession(
  store: SessionStore,
  accountId: string,
  { from, agent, network }: SessionOrigin,
  now: EpochMs,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const session = {
    sha256: sha256(token),
    id: newId('ses'),
    accountId,
    createdAt: now,
    usedAt: now,
    idleAt: now + IDLE_MS,
    expiresAt: now + LASTS_MS,
    from,
    agent: agent.replace(/\p{C}/gu, '').slice(0, LONGEST_AGENT),
  };
  await store.createSession(session, originsOf({ accountId, network, token }, now));
  return `${COOKIE_NAME}=${token}; ${ATTRIBUTES}; Max-Age=${KNOWN_MS / 1000}`;
}

/** The value of Set-Cookie that makes a browser drop its session cookie. */
export const FORGET_SESSION = `${COOKIE_NAME}=; ${ATTRIBUTES}; Max-Age=0`;

/** The session that a Cookie header names, if it has not ended; this is a use of it. */
export async function readSession(
  store: SessionStore,
  cookie: string | undefined,
  now: EpochMs,
): Promise<Session | undefined> {
  const token = readToken(cookie);
  const session = token === undefined ? undefined : await store.session(sha256(token), now);
  if (session && now - session.usedAt >= TOUCH_MS) await store.touchSession(session.sha256, now, now + IDLE_MS);
  return session;
}

export async function endSession(store: SessionStore, cookie: string | undefined): Promise<void> {
  const token = readToken(cookie);
  if (token !== undefined) await store.endSession(sha256(token));
}

/** The token of a session cookie, whether its session has ended or not. */
export function readToken(cookie: string | undefined): string | undefined {
  for (const pair of (cookie ?? '').split(';')) {
    const [name, value = ''] = pair.trim().split('=', 2);
    if (name === COOKIE_NAME && TOKEN.test(value)) return value;
  }
  return undefined;
}
