import { randomBytes } from 'node:crypto';
import { type EpochMs, HOUR_MS, type Session, type SessionStore } from '@loadcast/core';
import { sha256 } from '../access/sha256.js';

/** `__Host-`: sent to this host only, over TLS (or to the machine itself), and set by no other host. */
export const COOKIE_NAME = '__Host-loadcast-session';

const LASTS_MS = 24 * HOUR_MS;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** Starts a session under a new random token. @returns the value of Set-Cookie */
export async function startSession(store: SessionStore, accountId: string, now: EpochMs): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await store.createSession({ sha256: sha256(token), accountId, createdAt: now, expiresAt: now + LASTS_MS });
  return `${COOKIE_NAME}=${token}; ${ATTRIBUTES}; Max-Age=${LASTS_MS / 1000}`;
}

/** The value of Set-Cookie that makes a browser drop its session cookie. */
export const FORGET_SESSION = `${COOKIE_NAME}=; ${ATTRIBUTES}; Max-Age=0`;

/** The session that a Cookie header names, if it has not ended. */
export async function readSession(
  store: SessionStore,
  cookie: string | undefined,
  now: EpochMs,
): Promise<Session | undefined> {
  const token = readToken(cookie);
  return token === undefined ? undefined : store.session(sha256(token), now);
}

/** Ends the session that a Cookie header names. */
export async function endSession(store: SessionStore, cookie: string | undefined): Promise<void> {
  const token = readToken(cookie);
  if (token !== undefined) await store.endSession(sha256(token));
}

function readToken(cookie: string | undefined): string | undefined {
  for (const pair of (cookie ?? '').split(';')) {
    const [name, value = ''] = pair.trim().split('=', 2);
    if (name === COOKIE_NAME && TOKEN.test(value)) return value;
  }
  return undefined;
}
