import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../accounts/account.js';
import type { ApiKey } from '../keys/api-key.js';
import type { ControlStore } from '../ports/control-store.js';
import { DAY_MS, type EpochMs } from '../time/instant.js';
import { describeEventStore } from './describe-event-store.js';
import { describeLinkStore } from './describe-link-store.js';
import { describeSecondFactorStore } from './describe-second-factor-store.js';
import { describeSessionStore, testSession } from './describe-session-store.js';
import { testAccount, testKey } from './test-accounts.js';

const NOW: EpochMs = Date.UTC(2026, 10, 1, 8, 30);

/** What every adapter of `ControlStore` must do. */
export function describeControlStore(
  name: string,
  open: () => Promise<{ store: ControlStore; close(): Promise<void> }>,
): void {
  describeEventStore(name, open);
  describeSessionStore(name, open);
  describeLinkStore(name, open);
  describeSecondFactorStore(name, open);
  describe(`control store: ${name}`, () => {
    let opened: Awaited<ReturnType<typeof open>>;
    let store: ControlStore;
    beforeAll(async () => {
      opened = await open();
      store = opened.store;
    });
    afterAll(() => opened?.close());

    const withAccount = async (plans?: Partial<Account['plans']>) => {
      const account = testAccount(plans);
      expect(await store.createAccount(account, 'hash')).toBe(true);
      return account;
    };
    const withKey = async (accountId: string, fields?: Partial<ApiKey>) => {
      const key = testKey(accountId, fields);
      expect(await store.createKey(key, null)).toBe(true);
      return key;
    };

    test('an account comes back as it was written, by id and by e-mail', async () => {
      const account = { ...testAccount({ a: 'enterprise', c: 'trial' }), overrides: { a: { requestsPerHour: 7 } } };
      await store.createAccount(account, null);
      expect(await store.account(account.id)).toEqual(account);
      expect(await store.accountByEmail(account.email)).toEqual(account);
      expect((await store.accounts()).at(-1)).toEqual(account);
      expect(await store.passwordHash(account.id)).toBeNull();
    });

    test('an e-mail belongs to one live account: of many at once one is made, and a deleted one frees it', async () => {
      const account = testAccount();
      const twins = Array.from({ length: 5 }, (_, n) => ({ ...account, id: `${account.id}-${n}` }));
      const made = await Promise.all(twins.map((twin) => store.createAccount(twin, null)));
      expect(made.filter(Boolean)).toHaveLength(1);
      const winner = twins[made.indexOf(true)]!;
      expect(await store.deleteAccount(winner.id, NOW)).toBe(true);
      expect(await store.deleteAccount(winner.id, NOW)).toBe(false);
      expect(await store.createAccount({ ...account, id: `${account.id}-again` }, null)).toBe(true);
    });

    test('plans and agreed numbers are replaced', async () => {
      const account = await withAccount();
      expect(await store.setPlans(account.id, { a: 'team', b: null, c: 'trial' }, {})).toBe(true);
      expect((await store.account(account.id))?.plans).toEqual({ a: 'team', b: null, c: 'trial' });
      expect(await store.setPlans('acc_none', account.plans, {})).toBe(false);
    });

    test('a key is found by its digest with its account, and by its id', async () => {
      const account = await withAccount();
      const key = await withKey(account.id, { expiresAt: NOW + DAY_MS });
      expect(await store.keyBySha256(key.sha256)).toEqual({ key, account });
      expect(await store.key(key.id)).toEqual(key);
      expect(await store.keyBySha256('digest of nothing')).toBeUndefined();
    });

    test('the scope of a key comes back as it was written', async () => {
      const account = await withAccount();
      const scope = { surfaces: ['a'], regions: ['pjm', 'miso'], addresses: ['192.0.2.0/24'] } as const;
      const key = await withKey(account.id, { scope });
      expect(await store.key(key.id)).toEqual(key);
      expect((await store.keyBySha256(key.sha256))?.key.scope).toEqual(scope);
    });

    test('a sweep deletes keys that are dead for 90 days, and no others', async () => {
      const account = await withAccount();
      const later = NOW + 90 * DAY_MS;
      const revoked = await withKey(account.id);
      await store.revokeKey(account.id, revoked.id, NOW);
      await withKey(account.id, { expiresAt: NOW });
      const kept = [await withKey(account.id), await withKey(account.id, { expiresAt: NOW + 1 })];
      await store.sweep(later);
      expect(await store.keys(account.id)).toEqual(kept);
      expect(await store.keyBySha256(revoked.sha256)).toBeUndefined();
    });

    test('of many keys made at once only as many as there are places are kept', async () => {
      const account = await withAccount();
      const made = await Promise.all(Array.from({ length: 6 }, () => store.createKey(testKey(account.id), 2)));
      expect(made.filter(Boolean)).toHaveLength(2);
      expect(await store.keys(account.id)).toHaveLength(2);
    });

    test('revoked, expired and rotated keys take no place', async () => {
      const account = await withAccount();
      const revoked = await withKey(account.id);
      await store.revokeKey(account.id, revoked.id, NOW);
      await withKey(account.id, { expiresAt: NOW });
      const rotated = await withKey(account.id);
      expect(await store.rotateKey(rotated.id, testKey(account.id), NOW + DAY_MS)).toBe(true);
      expect(await store.createKey(testKey(account.id), 1)).toBe(false);
      expect(await store.createKey(testKey(account.id), 2)).toBe(true);
    });

    // docs/faults.md: fault 88
    test('rotation keeps the old key for the overlap or its own earlier expiry, and works once', async () => {
      const account = await withAccount();
      const long = await withKey(account.id);
      const short = await withKey(account.id, { expiresAt: NOW + DAY_MS / 2 });
      const successor = testKey(account.id);
      await store.rotateKey(long.id, successor, NOW + DAY_MS);
      await store.rotateKey(short.id, testKey(account.id), NOW + DAY_MS);
      expect(await store.key(long.id)).toMatchObject({ expiresAt: NOW + DAY_MS, replacedBy: successor.id });
      expect(await store.key(short.id)).toMatchObject({ expiresAt: NOW + DAY_MS / 2 });
      expect(await store.rotateKey(long.id, testKey(account.id), NOW + DAY_MS)).toBe(false);
    });

    test("another account's keys can be neither revoked nor rotated", async () => {
      const owner = await withAccount();
      const other = await withAccount();
      const key = await withKey(owner.id);
      expect(await store.revokeKey(other.id, key.id, NOW)).toBe(false);
      expect(await store.rotateKey(key.id, testKey(other.id), NOW)).toBe(false);
      expect((await store.key(key.id))?.revokedAt).toBeNull();
    });

    test('deleting an account revokes its keys, ends its sessions and forgets its password', async () => {
      const account = await withAccount();
      const key = await withKey(account.id);
      const sha256 = `session-${key.id}`;
      await store.createSession(testSession(account.id, { sha256 }));
      await store.deleteAccount(account.id, NOW + 1);
      expect((await store.key(key.id))?.revokedAt).toBe(NOW + 1);
      expect(await store.session(sha256, NOW)).toBeUndefined();
      expect(await store.passwordHash(account.id)).toBeNull();
      expect(await store.createKey(testKey(account.id), null)).toBe(false);
    });

    test('a deleted account leaves no e-mail, link or known origin behind', async () => {
      const account = await withAccount();
      const { id: accountId, email } = account;
      const common = { passwordHash: 'hash', createdAt: NOW, expiresAt: NOW + 5 };
      await store.keepLink({ ...common, sha256: `reset ${accountId}`, purpose: 'reset', accountId, email: null });
      await store.keepLink({ ...common, sha256: `confirm ${accountId}`, purpose: 'confirm', accountId: null, email });
      await store.keepOrigin({ sha256: `origin ${accountId}`, accountId, expiresAt: NOW + 5 });
      const before = await store.version();
      await store.deleteAccount(accountId, NOW + 1);
      expect((await store.changesSince(before)).accounts).toEqual([{ ...account, email: '', deletedAt: NOW + 1 }]);
      expect(await store.link(`reset ${accountId}`, 'reset', NOW)).toBeUndefined();
      expect(await store.link(`confirm ${accountId}`, 'confirm', NOW)).toBeUndefined();
      expect(await store.originsOf(accountId, 9, NOW)).toEqual([]);
    });

    test('a suspended account keeps its keys and plans, its sessions end, and it is resumed as it was', async () => {
      const account = await withAccount();
      const session = testSession(account.id);
      await store.createSession(session);
      const before = await store.version();
      expect(await store.setSuspended(account.id, NOW)).toBe(true);
      expect(await store.account(account.id)).toEqual({ ...account, suspendedAt: NOW });
      expect(await store.session(session.sha256, NOW)).toBeUndefined();
      expect((await store.changesSince(before)).accounts).toEqual([{ ...account, suspendedAt: NOW }]);
      expect(await store.setSuspended(account.id, null)).toBe(true);
      expect(await store.account(account.id)).toEqual(account);
      expect(await store.passwordHash(account.id)).toBe('hash');
      expect(await store.setSuspended('acc_none', NOW)).toBe(false);
    });

    test('last use only moves forward', async () => {
      const account = await withAccount();
      const key = await withKey(account.id);
      await store.touchKeys(new Map([[key.id, NOW + 5]]));
      await store.touchKeys(
        new Map([
          [key.id, NOW + 3],
          ['key_none', NOW],
        ]),
      );
      expect((await store.key(key.id))?.lastUsedAt).toBe(NOW + 5);
    });

    test('changes since a version are the rows as they are now, and only those', async () => {
      const account = await withAccount();
      const quiet = await withKey(account.id);
      const before = await store.version();
      const key = await withKey(account.id);
      await store.revokeKey(account.id, key.id, NOW);
      await store.setPlans(account.id, { ...account.plans, a: 'team' }, {});
      await store.touchKeys(new Map([[quiet.id, NOW]]));
      const changes = await store.changesSince(before);
      expect(changes.keys).toEqual([{ ...key, revokedAt: NOW }]);
      expect(changes.accounts.map(({ plans }) => plans.a)).toEqual(['team']);
      expect(changes.version).toBe(before + 3);
      expect(await store.version()).toBe(changes.version);
    });

    test('a refused change does not count as one', async () => {
      const before = await store.version();
      await store.setPlans('acc_none', { a: null, b: null, c: null }, {});
      await store.revokeKey('acc_none', 'key_none', NOW);
      expect(await store.version()).toBe(before);
    });
  });
}
