import { type Account, type ControlStore, type EpochMs, ServiceError } from '@loadcast/core';
import { createDemoAccount, DEMO_EMAIL } from './create-account.js';
import { operatorName } from './events/operator.js';
import type { SecurityEvents } from './events/security-events.js';
import { type IssuedKey, issueKey } from './keys/issue-key.js';

const LABEL = 'demo';
/** Demo keys of earlier starts that still work beside the one of this start. */
const EARLIER_KEYS = 2;

/**
 * Makes the demo account on a store that never had an account, and a key of this start for it: keys are kept as
 * digests, so that the one of an earlier start cannot be shown again. The newest two earlier keys still work.
 *
 * @returns the key; undefined when the store has other accounts and no demo account, or no place for a key
 */
export async function openDemoAccount(
  store: ControlStore,
  events: SecurityEvents,
  now: EpochMs,
): Promise<IssuedKey | undefined> {
  const made = { outcome: 'done', via: 'cli', from: operatorName(), detail: 'serve --demo' } as const;
  const created = await createDemoAccount(store, now);
  const account = created ?? (await store.accountByEmail(DEMO_EMAIL));
  if (!account || account.suspendedAt !== null) return undefined;
  const accountId = account.id;
  if (created) await events.record({ ...made, kind: 'account-made', accountId, keyId: null }, now);
  for (const keyId of await endEarlierKeys(store, account, now)) {
    await events.record({ ...made, kind: 'key-revoked', accountId, keyId }, now);
  }
  const issued = await issueUnlessFull(store, account, now);
  if (!issued) return undefined;
  await events.record({ ...made, kind: 'key-made', accountId, keyId: issued.record.id }, now);
  return issued;
}

/** The account may have as many other keys as its plans allow: that is no reason not to start. */
async function issueUnlessFull(store: ControlStore, account: Account, now: EpochMs): Promise<IssuedKey | undefined> {
  try {
    return await issueKey(store, account, { label: LABEL }, now);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'plan_limit') return undefined;
    throw error;
  }
}

/** @returns the ids of the keys that were revoked */
async function endEarlierKeys(store: ControlStore, account: Account, now: EpochMs): Promise<string[]> {
  const live = (await store.keys(account.id)).filter(({ label, revokedAt }) => label === LABEL && revokedAt === null);
  const ended = live.slice(0, Math.max(0, live.length - EARLIER_KEYS));
  for (const { id } of ended) await store.revokeKey(account.id, id, now);
  return ended.map(({ id }) => id);
}
