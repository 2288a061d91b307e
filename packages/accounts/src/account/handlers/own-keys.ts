import { type Account, DAY_MS, type EpochMs, ServiceError } from '@loadcast/core';
import { LIMITS } from '@loadcast/core/budgets';
import { DEAD_KEY_DAYS, isLongDead } from '@loadcast/core/quota';
import { readInstant } from '@loadcast/core/time';
import { utcText } from '@loadcast/formats';
import { z } from 'zod';
import { issueKey, rotateKey } from '../../access/keys/issue-key.js';
import { issuedKeyJson, keyJson } from '../../access/keys/key-json.js';
import { readScope } from '../../access/keys/key-scope.js';
import type { AccountDeps } from '../account-endpoint.js';
import { accountEndpoint, jsonBody } from '../account-endpoint.js';
import { successAnswer } from './success.js';

const keyFields = {
  id: z.string(),
  last4: z.string().describe('The last four characters of the key.'),
  label: z.string(),
  state: z.string().describe('Whether it works.'),
  created_at: utcText(),
  expires_at: z.nullable(utcText()),
  revoked_at: z.nullable(utcText()),
  last_used_at: z.nullable(utcText()),
  replaced_by: z.nullable(z.string()).describe('The key that followed it by rotation.'),
};
const keySchema = z.strictObject(keyFields);
const issuedKeyAnswer = successAnswer(
  z.strictObject({ key: z.string().describe('The key itself, shown once.'), ...keyFields }),
);

const LONGEST_OVERLAP_SECONDS = (30 * DAY_MS) / 1000;

const words = z.array(z.string('a string').max(64), 'a list of strings');

export const keyWishes = z.object({
  label: z.string('a string').default(''),
  expires_at: z
    .string('an instant with an offset, 2027-01-01T00:00:00Z')
    .transform((text, context) => {
      const read = readInstant(text);
      if ('instant' in read) return read.instant;
      context.addIssue({ code: 'custom', message: read.expected });
      return z.NEVER;
    })
    .meta({ format: 'date-time' })
    .optional(),
  surfaces: words.optional(),
  regions: words.optional(),
  addresses: words.optional(),
});

export const rotation = z.object({
  overlap_seconds: z
    .number('a number')
    .int()
    .min(0)
    .max(LONGEST_OVERLAP_SECONDS, `0 to ${LONGEST_OVERLAP_SECONDS}`)
    .default(DAY_MS / 1000),
});

export const listKeys = accountEndpoint({
  method: 'GET',
  path: '/keys',
  name: 'listKeys',
  title: 'All keys, including expired and revoked ones',
  answer: successAnswer(z.array(keySchema)),
  async result({ caller, now }, { store, areas }) {
    const keys = await store.keys(caller.id);
    return keys.filter((key) => !isLongDead(key, now)).map((key) => keyJson(areas(), key, now));
  },
});

export const createKey = accountEndpoint({
  method: 'POST',
  path: '/keys',
  name: 'createKey',
  title: 'Create a key, shown once',
  event: 'key-made',
  body: jsonBody(keyWishes),
  status: 201,
  answer: issuedKeyAnswer,
  async result({ caller, body, now, trace }, deps) {
    const { store, areas } = deps;
    const { label, expires_at, ...scope } = body;
    await requireRoom(caller, now, deps);
    const expiry = expires_at === undefined ? {} : { expiresAt: expires_at };
    const wishes = { label, ...expiry, scope: readScope(areas(), scope) };
    const issued = await issueKey(store, caller, wishes, now);
    trace.keyId = issued.record.id;
    return issuedKeyJson(areas(), issued, now);
  },
});

export const rotateOwnKey = accountEndpoint({
  method: 'POST',
  path: '/keys/{id}/rotate',
  name: 'rotateKey',
  title: 'Replace a key; the old one keeps working for the overlap',
  event: 'key-rotated',
  body: jsonBody(rotation),
  status: 201,
  answer: issuedKeyAnswer,
  async result({ caller, id, body, now, trace, note }, deps) {
    const { store, areas, directory } = deps;
    trace.keyId = id;
    await requireRoom(caller, now, deps);
    const issued = await rotateKey(store, caller.id, id, body.overlap_seconds * 1000, now);
    note.detail = `successor ${issued.record.id}`;
    await directory.refresh();
    return issuedKeyJson(areas(), issued, now);
  },
});

export const revokeOwnKey = accountEndpoint({
  method: 'DELETE',
  path: '/keys/{id}',
  name: 'revokeKey',
  title: 'Revoke a key',
  event: 'key-revoked',
  answer: successAnswer(keySchema),
  async result({ caller, id, now, trace }, { store, areas, directory }) {
    trace.keyId = id;
    const key = await store.key(id);
    if (key?.accountId !== caller.id) throw new ServiceError('not_found', 'There is no key with this id.', undefined);
    await store.revokeKey(caller.id, key.id, now);
    await directory.refresh();
    return keyJson(areas(), { ...key, revokedAt: key.revokedAt ?? now }, now);
  },
});

const MOST_KEPT = LIMITS.kept_keys.bound;

/** @throws {ServiceError} rate_limited: too many keys were made in this hour or day; plan_limit: too many are kept */
async function requireRoom(caller: Account, now: EpochMs, { store, limits }: AccountDeps): Promise<void> {
  await limits.keysMade.charge(caller.id, now);
  const kept = (await store.keys(caller.id)).filter((key) => !isLongDead(key, now)).length;
  if (kept < MOST_KEPT) return;
  const message = `This account keeps ${MOST_KEPT} keys. Keys expired or revoked for ${DEAD_KEY_DAYS} days no longer count.`;
  throw new ServiceError('plan_limit', message, { plan: 'any' });
}
