import type { SecondFactorStore } from '@loadcast/core/quota';
import { isSealed, openSealed, type Seal } from '@loadcast/service';
import { newTotpSecret } from '../passwords/totp.js';

/**
 * Second factors whose secrets are sealed in the store. One that was kept before it was sealed is read as it is.
 *
 * @param failed called with the account whose secret cannot be opened: no code fits then, and recovery codes still do
 */
export function sealedSecondFactors<Store extends SecondFactorStore>(
  store: Store,
  seal: Seal,
  failed: (accountId: string) => void,
): Store {
  return {
    ...store,
    async secondFactor(accountId: string) {
      const factor = await store.secondFactor(accountId);
      if (!factor || !isSealed(factor.secret)) return factor;
      // A secret that does not exist stands for one that cannot be opened: an empty one could be guessed.
      return { ...factor, secret: openSealed(seal, factor.secret, accountId, failed) ?? newTotpSecret() };
    },
    offerSecondFactor: (accountId: string, secret: string) =>
      store.offerSecondFactor(accountId, seal.seal(secret, accountId)),
  };
}

/** Seals secrets kept in the open, as stores of earlier versions do. @returns how many were sealed */
export async function sealSecondFactors(store: SecondFactorStore, seal: Seal): Promise<number> {
  let sealed = 0;
  for (const accountId of await store.secondFactorAccounts()) {
    const factor = await store.secondFactor(accountId);
    if (!factor || isSealed(factor.secret)) continue;
    if (await store.replaceSecret(accountId, factor.secret, seal.seal(factor.secret, accountId))) sealed += 1;
  }
  return sealed;
}
