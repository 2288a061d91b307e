import { randomBytes } from 'node:crypto';
import { type Account, type ApiKey, type ControlStore, type EpochMs, findPlan, ServiceError } from '@loadcast/core';
import { type KeyScope, maxKeysOfAccount, newApiKey, planOfAccount, plansOf } from '@loadcast/core/quota';
import { newId } from '@loadcast/service';
import { sha256 } from '../sha256.js';

/** A key that was just made, with its record. The key itself is in no store. */
export interface IssuedKey {
  readonly key: string;
  readonly record: ApiKey;
}

export interface KeyWishes {
  readonly label?: string;
  readonly expiresAt?: EpochMs;
  readonly scope?: KeyScope | undefined;
}

export const MAX_LABEL_LENGTH = 80;

/**
 * Makes a key for an account.
 *
 * @throws {ServiceError} plan_limit: the account has as many active keys as its plans allow
 * @throws {ServiceError} invalid_parameter: the label is too long, or the expiry is not in the future
 */
export async function issueKey(
  store: ControlStore,
  account: Account,
  wishes: KeyWishes,
  now: EpochMs,
): Promise<IssuedKey> {
  const issued = draw(account.id, wishes, now);
  const places = maxKeysOfAccount(account);
  if (await store.createKey(issued.record, places)) return issued;
  throw noPlaceLeft(account, places);
}

/**
 * Makes a key that takes the place of another, which still works for `overlapMs`.
 *
 * @throws {ServiceError} not_found: the account has no such key, or it is not active
 */
export async function rotateKey(
  store: ControlStore,
  accountId: string,
  keyId: string,
  overlapMs: number,
  now: EpochMs,
): Promise<IssuedKey> {
  const old = (await store.keys(accountId)).find(({ id }) => id === keyId);
  const issued = draw(accountId, { label: old?.label ?? '', scope: old?.scope }, now);
  if (old && (await store.rotateKey(keyId, issued.record, now + overlapMs))) return issued;
  throw new ServiceError('not_found', 'There is no active key with this id.', undefined);
}

function draw(accountId: string, { label = '', expiresAt, scope }: KeyWishes, now: EpochMs): IssuedKey {
  const text = label.trim();
  if (text.length > MAX_LABEL_LENGTH || /\p{C}/u.test(text)) {
    const expected = `${MAX_LABEL_LENGTH} printable characters or fewer`;
    throw new ServiceError('invalid_parameter', `label: ${expected}`, { parameter: 'label', expected });
  }
  if (expiresAt !== undefined && !(expiresAt > now)) {
    const expected = 'a time in the future';
    throw new ServiceError('invalid_parameter', `expires_at: ${expected}`, { parameter: 'expires_at', expected });
  }
  const key = newApiKey(randomBytes);
  const record: ApiKey = {
    id: newId('key'),
    accountId,
    sha256: sha256(key),
    last4: key.slice(-4),
    label: text,
    createdAt: now,
    expiresAt: expiresAt ?? null,
    revokedAt: null,
    lastUsedAt: null,
    replacedBy: null,
    ...(scope && { scope }),
  };
  return { key, record };
}

function noPlaceLeft(account: Account, places: number | null): ServiceError<'plan_limit'> {
  const surface = account.plans.a !== null ? 'a' : account.plans.b !== null ? 'b' : 'c';
  const plan = planOfAccount(account, surface) ?? findPlan('a', 'free');
  const larger = plansOf(surface).find(({ maxKeys }) => maxKeys === null || (places !== null && maxKeys > places));
  const way = larger ? ` The ${larger.name} plan allows more.` : '';
  return new ServiceError(
    'plan_limit',
    `This account already has ${places} active keys, as many as its plans allow. Revoke one first.${way}`,
    { plan: plan?.name ?? '', requiredPlan: larger?.name ?? '' },
  );
}
