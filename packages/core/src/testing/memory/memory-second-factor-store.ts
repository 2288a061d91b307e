import type { SecondFactor, SecondFactorStore } from '../../ports/second-factor-store.js';

/** Second factors that live and die with the process. */
export function memorySecondFactorStore(): SecondFactorStore {
  const factors = new Map<string, SecondFactor & { readonly lastStep: number }>();
  const codes = new Map<string, Set<string>>();
  return {
    async secondFactor(accountId) {
      const factor = factors.get(accountId);
      return factor && { secret: factor.secret, confirmedAt: factor.confirmedAt };
    },
    async offerSecondFactor(accountId, secret) {
      if ((factors.get(accountId)?.confirmedAt ?? null) !== null) return false;
      factors.set(accountId, { secret, confirmedAt: null, lastStep: 0 });
      return true;
    },
    async confirmSecondFactor(accountId, at, codeDigests) {
      const factor = factors.get(accountId);
      if (!factor || factor.confirmedAt !== null) return false;
      factors.set(accountId, { ...factor, confirmedAt: at });
      codes.set(accountId, new Set(codeDigests));
      return true;
    },
    async removeSecondFactor(accountId) {
      factors.delete(accountId);
      codes.delete(accountId);
    },
    async useTotpStep(accountId, step) {
      const factor = factors.get(accountId);
      if (!factor || factor.lastStep >= step) return false;
      factors.set(accountId, { ...factor, lastStep: step });
      return true;
    },
    useRecoveryCode: async (accountId, sha256) => codes.get(accountId)?.delete(sha256) ?? false,
    recoveryCodesLeft: async (accountId) => codes.get(accountId)?.size ?? 0,
    secondFactorAccounts: async () => [...factors.keys()],
    async replaceSecret(accountId, from, to) {
      const factor = factors.get(accountId);
      if (factor?.secret !== from) return false;
      factors.set(accountId, { ...factor, secret: to });
      return true;
    },
  };
}
