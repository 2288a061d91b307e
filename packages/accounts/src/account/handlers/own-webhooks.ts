import type { Account } from '@loadcast/core';
import type { Reply } from '@loadcast/formats';
import { regionsParameter, typesParameter } from '@loadcast/service';
import { z } from 'zod';
import type { AccountDeps, Call } from '../route.js';
import type { rotation } from './own-keys.js';
import { success } from './success.js';

type OwnerCall<Body = unknown> = Call<Account, Body>;

export const webhookWishes = z.object({
  url: z.string('a string').max(2_000),
  /** Comma lists, as in the query of `/v1/events`. */
  types: typesParameter().optional(),
  regions: regionsParameter().optional(),
});

export const replayWish = z.object({ event: z.string('the id of an event').max(40) });

export async function listWebhooks({ caller }: OwnerCall, { webhooks }: AccountDeps): Promise<Reply> {
  return success(200, await webhooks.list(caller.id));
}

export async function createWebhook(
  { caller, body, now, note }: OwnerCall<z.output<typeof webhookWishes>>,
  { webhooks, limits }: AccountDeps,
): Promise<Reply> {
  await limits.keysMade.charge(caller.id, now);
  const { url, types, regions } = body;
  const made = await webhooks.create(caller.id, { url, types, areas: regions }, now);
  note.detail = made.id;
  return success(201, made);
}

/** @throws {ServiceError} rate_limited: too many keys and secrets were made in this hour or day */
export async function rotateWebhook(
  { caller, id, body, now, note }: OwnerCall<z.output<typeof rotation>>,
  { webhooks, limits }: AccountDeps,
): Promise<Reply> {
  await limits.keysMade.charge(caller.id, now);
  const rotated = await webhooks.rotate(caller.id, id, body.overlap_seconds * 1000, now);
  note.detail = id;
  return success(200, rotated);
}

export async function removeWebhook({ caller, id, note }: OwnerCall, { webhooks }: AccountDeps): Promise<Reply> {
  await webhooks.remove(caller.id, id);
  note.detail = id;
  return success(200, { message: 'The webhook was deleted.' });
}

export async function listDeliveries({ caller, id }: OwnerCall, { webhooks }: AccountDeps): Promise<Reply> {
  return success(200, await webhooks.deliveries(caller.id, id));
}

/** @throws {ServiceError} rate_limited: the account has restarted its webhooks too often in this hour or day */
export async function replayWebhook(
  { caller, id, body, now }: OwnerCall<z.output<typeof replayWish>>,
  { webhooks, limits }: AccountDeps,
): Promise<Reply> {
  await limits.webhookRestarts.charge(caller.id, now);
  return success(200, await webhooks.replay(caller.id, id, body.event));
}

/** @throws {ServiceError} rate_limited: the account has tried its webhooks too often in this hour or day */
export async function testWebhook({ caller, id, now }: OwnerCall, { webhooks, limits }: AccountDeps): Promise<Reply> {
  await limits.webhookTests.charge(caller.id, now);
  return success(200, await webhooks.test(caller.id, id, now));
}

/** @throws {ServiceError} rate_limited, as a replay */
export async function resumeWebhook({ caller, id, now }: OwnerCall, { webhooks, limits }: AccountDeps): Promise<Reply> {
  await limits.webhookRestarts.charge(caller.id, now);
  return success(200, await webhooks.resume(caller.id, id));
}
