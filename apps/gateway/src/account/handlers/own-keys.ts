import { type Account, DAY_MS, ServiceError } from '@loadcast/core';
import type { Reply } from '@loadcast/formats';
import { z } from 'zod';
import { issueKey, rotateKey } from '../../access/keys/issue-key.js';
import { issuedKeyJson, keyJson } from '../../access/keys/key-json.js';
import type { AccountDeps, Call } from '../route.js';
import { success } from './success.js';

type OwnerCall<Body = unknown> = Call<Account, Body>;

const LONGEST_OVERLAP_SECONDS = (30 * DAY_MS) / 1000;

export const keyWishes = z.object({
  label: z.string('a string').default(''),
  expires_at: z.iso
    .datetime({ offset: true, error: 'an instant with an offset, 2027-01-01T00:00:00Z' })
    .transform((text) => Date.parse(text))
    .optional(),
});

export const rotation = z.object({
  overlap_seconds: z
    .number('a number')
    .int()
    .min(0)
    .max(LONGEST_OVERLAP_SECONDS, `0 to ${LONGEST_OVERLAP_SECONDS}`)
    .default(DAY_MS / 1000),
});

export async function listKeys({ caller, now }: OwnerCall, { store }: AccountDeps): Promise<Reply> {
  const keys = await store.keys(caller.id);
  return success(
    200,
    keys.map((key) => keyJson(key, now)),
  );
}

export async function createKey(
  { caller, body, now }: OwnerCall<z.output<typeof keyWishes>>,
  { store }: AccountDeps,
): Promise<Reply> {
  const { label, expires_at } = body;
  const wishes = { label, ...(expires_at === undefined ? {} : { expiresAt: expires_at }) };
  return success(201, issuedKeyJson(await issueKey(store, caller, wishes, now), now));
}

export async function rotateOwnKey(
  { caller, id, body, now }: OwnerCall<z.output<typeof rotation>>,
  { store, directory }: AccountDeps,
): Promise<Reply> {
  const issued = await rotateKey(store, caller.id, id, body.overlap_seconds * 1000, now);
  await directory.refresh();
  return success(201, issuedKeyJson(issued, now));
}

export async function revokeOwnKey({ caller, id, now }: OwnerCall, { store, directory }: AccountDeps): Promise<Reply> {
  const key = await store.key(id);
  if (key?.accountId !== caller.id) throw new ServiceError('not_found', 'There is no key with this id.', undefined);
  await store.revokeKey(caller.id, key.id, now);
  await directory.refresh();
  return success(200, keyJson({ ...key, revokedAt: key.revokedAt ?? now }, now));
}
