import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlStore } from '../ports/control-store.js';
import type { Link } from '../ports/link-store.js';
import { testAccount } from './test-accounts.js';

const NOW = Date.UTC(2026, 10, 1, 8, 30);

let made = 0;

function testLink(fields: Partial<Link> = {}): Link {
  made += 1;
  const [createdAt, expiresAt] = [NOW, NOW + 10];
  const common = { accountId: null, email: `user-of-link-${made}@example.org`, passwordHash: null };
  return { sha256: `link-${made}`, purpose: 'confirm', ...common, createdAt, expiresAt, ...fields };
}

/** What every adapter of `LinkStore` and `OriginStore` must do. */
export function describeLinkStore(
  name: string,
  open: () => Promise<{ store: ControlStore; close(): Promise<void> }>,
): void {
  describe(`link store: ${name}`, () => {
    let opened: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened?.close());

    const withAccount = async () => {
      const account = testAccount();
      await opened.store.createAccount(account, 'hash');
      return account.id;
    };

    test('a link is read any number of times and taken once, by one of many at once', async () => {
      const { store } = opened;
      const link = testLink({ passwordHash: 'hash' });
      await store.keepLink(link);
      expect(await store.link(link.sha256, 'confirm', NOW)).toEqual(link);
      const taken = await Promise.all([1, 2, 3, 4].map(() => store.takeLink(link.sha256, 'confirm', NOW)));
      expect(taken.filter((each) => each !== undefined)).toEqual([link]);
      expect(await store.link(link.sha256, 'confirm', NOW)).toBeUndefined();
    });

    test('a link opens nothing for another purpose or after its end', async () => {
      const { store } = opened;
      const link = testLink();
      await store.keepLink(link);
      expect(await store.takeLink(link.sha256, 'reset', NOW)).toBeUndefined();
      expect(await store.takeLink(link.sha256, 'confirm', NOW + 10)).toBeUndefined();
      expect(await store.takeLink(link.sha256, 'confirm', NOW + 9)).toEqual(link);
    });

    test('a newer reset or invitation of the same account or e-mail ends the older, and no other', async () => {
      const { store } = opened;
      const accountId = await withAccount();
      const ofAccount = (fields: Partial<Link> = {}) =>
        testLink({ purpose: 'reset', accountId, email: null, ...fields });
      const [old, replaced] = [ofAccount(), testLink({ purpose: 'invite', email: 'twice@example.org' })];
      const [next, again, other] = [
        ofAccount(),
        testLink({ purpose: 'invite', email: 'twice@example.org' }),
        testLink(),
      ];
      const invitations = [1, 2].map(() => testLink({ purpose: 'invite', email: null }));
      for (const link of [old, replaced, other, ...invitations, next, again]) await store.keepLink(link);
      for (const { sha256, purpose } of [old, replaced]) {
        expect(await store.link(sha256, purpose, NOW)).toBeUndefined();
      }
      for (const link of [next, again, other, ...invitations]) {
        expect(await store.link(link.sha256, link.purpose, NOW)).toEqual(link);
      }
      await store.setPasswordHash(accountId, 'other');
      expect(await store.link(next.sha256, 'reset', NOW)).toBeUndefined();
    });

    test('sign-ups of one e-mail wait side by side until an account has it', async () => {
      const { store } = opened;
      const account = testAccount();
      const signUps = [1, 2].map(() => testLink({ email: account.email }));
      const found = () => Promise.all(signUps.map(({ sha256 }) => store.link(sha256, 'confirm', NOW)));
      for (const link of signUps) await store.keepLink(link);
      expect(await found()).toEqual(signUps);
      await store.createAccount(account, 'hash');
      expect(await found()).toEqual([undefined, undefined]);
    });

    test('a new password ends every known origin of the account, and no other', async () => {
      const { store } = opened;
      const [accountId, other] = [await withAccount(), await withAccount()];
      for (const owner of [accountId, other]) {
        await store.keepOrigin({ sha256: `before ${owner}`, accountId: owner, expiresAt: NOW + 5 });
      }
      await store.setPasswordHash(accountId, 'other');
      expect(await store.originsOf(accountId, 9, NOW)).toEqual([]);
      expect(await store.originsOf(other, 9, NOW)).toEqual([`before ${other}`]);
    });

    test('an origin is known to the account that it belongs to, until its end, and its end moves', async () => {
      const { store } = opened;
      const [accountId, other] = [await withAccount(), await withAccount()];
      const sha256 = `origin-of-${accountId}`;
      await store.keepOrigin({ sha256, accountId, expiresAt: NOW + 5 });
      expect(await store.isKnownOrigin(accountId, ['nothing', sha256], NOW + 4)).toBe(true);
      expect(await store.isKnownOrigin(accountId, [sha256], NOW + 5)).toBe(false);
      await store.keepOrigin({ sha256, accountId, expiresAt: NOW + 50 });
      expect(await store.isKnownOrigin(accountId, [sha256], NOW + 5)).toBe(true);
      expect(await store.isKnownOrigin(other, [sha256], NOW)).toBe(false);
      expect(await store.isKnownOrigin(accountId, [], NOW)).toBe(false);
    });

    test('the origins of an account are those that have not ended, so many at most', async () => {
      const { store } = opened;
      const [accountId, other] = [await withAccount(), await withAccount()];
      const digests = [1, 2, 3].map((n) => `origin-${n}-of-${accountId}`);
      for (const sha256 of digests) await store.keepOrigin({ sha256, accountId, expiresAt: NOW + 5 });
      await store.keepOrigin({ sha256: `ended-${accountId}`, accountId, expiresAt: NOW });
      await store.keepOrigin({ sha256: `other-${accountId}`, accountId: other, expiresAt: NOW + 5 });
      expect((await store.originsOf(accountId, 9, NOW)).toSorted()).toEqual(digests);
      expect(await store.originsOf(accountId, 2, NOW)).toHaveLength(2);
      expect(await store.originsOf(accountId, 9, NOW + 5)).toEqual([]);
      expect(await store.originsOf('nobody', 9, NOW)).toEqual([]);
    });

    test('a sweep deletes links and origins that have ended', async () => {
      const { store } = opened;
      const accountId = await withAccount();
      const [over, live] = [testLink({ expiresAt: NOW + 3 }), testLink({ expiresAt: NOW + 4 })];
      for (const link of [over, live]) await store.keepLink(link);
      await store.keepOrigin({ sha256: 'swept', accountId, expiresAt: NOW + 3 });
      await store.sweep(NOW + 3);
      expect(await store.link(over.sha256, 'confirm', NOW)).toBeUndefined();
      expect(await store.isKnownOrigin(accountId, ['swept'], NOW)).toBe(false);
      expect(await store.link(live.sha256, 'confirm', NOW)).toEqual(live);
    });
  });
}
