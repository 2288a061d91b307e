import type { Account } from '@loadcast/core';
import type { Reply } from '@loadcast/formats';
import { eventJson } from '../../access/events/event-json.js';
import type { AccountDeps, Call } from '../route.js';
import { success } from './success.js';

/** Events in one answer. */
const MOST_EVENTS = 200;

/** What happened to the caller's account, newest first: its own calls, refused ones with its e-mail, the operator's commands. */
export async function listEvents({ caller }: Call<Account, unknown>, { store, events }: AccountDeps): Promise<Reply> {
  await events.flush();
  const found = await store.events({ accountId: caller.id, limit: MOST_EVENTS });
  return success(200, found.map(eventJson));
}
