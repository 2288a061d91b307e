import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlStore, Session } from '../ports/control-store.js';
import { DAY_MS, HOUR_MS } from '../time/instant.js';
import { testAccount } from './test-accounts.js';

const NOW = Date.UTC(2026, 10, 1, 8, 30);

let made = 0;

/** A session that no other test uses. The digest is none of a real cookie. */
export function testSession(accountId: string, fields: Partial<Session> = {}): Session {
  made += 1;
  return {
    sha256: `session-${made}`,
    id: `ses_${made}`,
    accountId,
    createdAt: NOW,
    usedAt: NOW,
    idleAt: NOW + HOUR_MS,
    expiresAt: NOW + DAY_MS,
    from: '192.0.2.1',
    agent: 'a browser',
    ...fields,
  };
}

/** What every adapter of `SessionStore` must do. */
export function describeSessionStore(
  name: string,
  open: () => Promise<{ store: ControlStore; close(): Promise<void> }>,
): void {
  describe(`session store: ${name}`, () => {
    let opened: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened?.close());

    const withSession = async (fields: Partial<Session> = {}) => {
      const account = testAccount();
      await opened.store.createAccount(account, 'hash');
      const session = testSession(account.id, fields);
      await opened.store.createSession(session);
      return session;
    };

    test.each([
      { name: 'at its end', fields: { idleAt: NOW + 99, expiresAt: NOW + 10 }, lastAt: NOW + 9 },
      { name: 'without a use', fields: { idleAt: NOW + 10 }, lastAt: NOW + 9 },
    ])('a session ends $name', async ({ fields, lastAt }) => {
      const { store } = opened;
      const session = await withSession(fields);
      expect(await store.session(session.sha256, lastAt)).toEqual(session);
      expect(await store.session(session.sha256, lastAt + 1)).toBeUndefined();
      expect(await store.sessions(session.accountId, lastAt + 1)).toEqual([]);
    });

    test('a session makes its origins known', async () => {
      const { store } = opened;
      const { accountId } = await withSession();
      const origins = ['one', 'two'].map((name) => ({ sha256: `${accountId} ${name}`, accountId, expiresAt: NOW + 9 }));
      const session = testSession(accountId);
      await store.createSession(session, origins);
      expect(await store.session(session.sha256, NOW)).toEqual(session);
      for (const { sha256 } of origins) expect(await store.isKnownOrigin(accountId, [sha256], NOW)).toBe(true);
    });

    test('a use moves the end without a use, and never the end', async () => {
      const { store } = opened;
      const session = await withSession({ idleAt: NOW + 10, expiresAt: NOW + 20 });
      await store.touchSession(session.sha256, NOW + 5, NOW + 100);
      expect(await store.session(session.sha256, NOW + 19)).toEqual({ ...session, usedAt: NOW + 5, idleAt: NOW + 100 });
      expect(await store.session(session.sha256, NOW + 20)).toBeUndefined();
    });

    test('sign-out, a new password and the end of all end it', async () => {
      const { store } = opened;
      const [left, changed, ended] = [await withSession(), await withSession(), await withSession()];
      await store.endSession(left.sha256);
      await store.setPasswordHash(changed.accountId, 'other');
      await store.endSessions(ended.accountId);
      for (const { sha256 } of [left, changed, ended]) expect(await store.session(sha256, NOW)).toBeUndefined();
      expect(await store.passwordHash(changed.accountId)).toBe('other');
    });

    test('an account lists its sessions, the newest first, and ends one of them by its id, never one of another', async () => {
      const { store } = opened;
      const first = await withSession();
      const second = testSession(first.accountId, { createdAt: NOW + 1 });
      await store.createSession(second);
      const other = await withSession();
      expect(await store.sessions(first.accountId, NOW)).toEqual([second, first]);
      expect(await store.endSessionById(first.accountId, other.id)).toBe(false);
      expect(await store.endSessionById(first.accountId, first.id)).toBe(true);
      expect(await store.endSessionById(first.accountId, first.id)).toBe(false);
      expect(await store.sessions(first.accountId, NOW)).toEqual([second]);
      expect(await store.sessions(other.accountId, NOW)).toEqual([other]);
    });

    test('a sweep deletes what has ended and nothing else', async () => {
      const { store } = opened;
      const over = await withSession({ idleAt: NOW + 5 });
      const live = await withSession({ idleAt: NOW + 6 });
      await store.sweep(NOW + 5);
      expect(await store.session(over.sha256, NOW)).toBeUndefined();
      expect(await store.session(live.sha256, NOW)).toEqual(live);
    });
  });
}
