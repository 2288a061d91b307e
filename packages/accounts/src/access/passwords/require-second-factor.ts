import { ServiceError } from '@loadcast/core';
import type { SecondFactorStore } from '@loadcast/core/quota';

/** @throws {ServiceError} second_factor_required: the account has no confirmed one */
export async function requireSecondFactor(store: SecondFactorStore, accountId: string): Promise<void> {
  const factor = await store.secondFactor(accountId);
  if (factor !== undefined && factor.confirmedAt !== null) return;
  const message = 'This service requires a second factor: set up an authenticator app for your account first.';
  throw new ServiceError('second_factor_required', message, undefined);
}
