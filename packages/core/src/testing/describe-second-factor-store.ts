import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlStore } from '../ports/control-store.js';
import { testAccount } from './test-accounts.js';

/** What every adapter of `SecondFactorStore` must do. */
export function describeSecondFactorStore(
  name: string,
  open: () => Promise<{ store: ControlStore; close(): Promise<void> }>,
): void {
  describe(`second factor store: ${name}`, () => {
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
    const withFactor = async (codes: readonly string[] = []) => {
      const id = await withAccount();
      await opened.store.offerSecondFactor(id, 'SECRET');
      expect(
        await opened.store.confirmSecondFactor(
          id,
          7,
          codes.map((code) => `${id} ${code}`),
        ),
      ).toBe(true);
      return id;
    };

    test('a secret is kept in another form, confirmed as it was, unless it is another one by then', async () => {
      const { store } = opened;
      const id = await withFactor();
      expect(await store.secondFactorAccounts()).toContain(id);
      expect(await store.replaceSecret(id, 'OTHER', 'SEALED')).toBe(false);
      expect(await store.secondFactor(id)).toEqual({ secret: 'SECRET', confirmedAt: 7 });
      expect(await store.replaceSecret(id, 'SECRET', 'SEALED')).toBe(true);
      expect(await store.secondFactor(id)).toEqual({ secret: 'SEALED', confirmedAt: 7 });
      expect(await store.secondFactorAccounts()).not.toContain(await withAccount());
    });

    test('a secret is offered, replaced by another offer, and confirmed once', async () => {
      const { store } = opened;
      const id = await withAccount();
      expect(await store.secondFactor(id)).toBeUndefined();
      expect(await store.confirmSecondFactor(id, 5, [])).toBe(false);
      expect(await store.offerSecondFactor(id, 'FIRST')).toBe(true);
      expect(await store.offerSecondFactor(id, 'SECOND')).toBe(true);
      expect(await store.secondFactor(id)).toEqual({ secret: 'SECOND', confirmedAt: null });
      expect(await store.confirmSecondFactor(id, 5, [])).toBe(true);
      expect(await store.secondFactor(id)).toEqual({ secret: 'SECOND', confirmedAt: 5 });
      expect(await store.confirmSecondFactor(id, 6, [])).toBe(false);
      expect(await store.offerSecondFactor(id, 'THIRD')).toBe(false);
    });

    test('a step works once, of many at once too, and no earlier one after it', async () => {
      const { store } = opened;
      const id = await withFactor();
      const used = await Promise.all([1, 2, 3].map(() => store.useTotpStep(id, 100)));
      expect(used.filter(Boolean)).toHaveLength(1);
      expect(await store.useTotpStep(id, 99)).toBe(false);
      expect(await store.useTotpStep(id, 101)).toBe(true);
      expect(await store.useTotpStep('acc_none', 1)).toBe(false);
    });

    test('a recovery code works once, for its account', async () => {
      const { store } = opened;
      const [id, other] = [await withFactor(['one', 'two']), await withFactor(['one'])];
      expect(await store.useRecoveryCode(other, `${id} one`)).toBe(false);
      expect(await store.useRecoveryCode(id, `${id} one`)).toBe(true);
      expect(await store.useRecoveryCode(id, `${id} one`)).toBe(false);
      expect([await store.recoveryCodesLeft(id), await store.recoveryCodesLeft(other)]).toEqual([1, 1]);
    });

    test('removed and with its account deleted, nothing of it is left', async () => {
      const { store } = opened;
      const [removed, deleted] = [await withFactor(['one']), await withFactor(['one'])];
      await store.removeSecondFactor(removed);
      await store.deleteAccount(deleted, 9);
      for (const id of [removed, deleted]) {
        expect([await store.secondFactor(id), await store.recoveryCodesLeft(id)]).toEqual([undefined, 0]);
      }
    });
  });
}
