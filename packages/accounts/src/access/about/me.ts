import type { Areas, ControlStore, EpochMs } from '@loadcast/core';
import { planOfAccount } from '@loadcast/core/quota';
import { isoUtc, json, type Principal, type Reply } from '@loadcast/formats';
import { keyJson, scopeJson } from '../keys/key-json.js';
import { CONSOLE_KEY } from '../sessions/session-caller.js';
import { SURFACE_IDS } from '../surface-ids.js';
import { planJson } from './plan-json.js';

/** What a key is and may see. A key that was deleted meanwhile has nothing. */
export async function meReply(
  { store, areas }: { readonly store: ControlStore; readonly areas: Areas },
  principal: Principal,
  now: EpochMs,
): Promise<Reply> {
  const [key, account] = await Promise.all([store.key(principal.keyId), store.account(principal.accountId)]);
  const scope = key?.scope ?? {};
  const { id, last4, label, expires_at } = key ? keyJson(areas, key, now) : { ...NOTHING, ...named(principal) };
  const opened = SURFACE_IDS.filter((surface) => scope.surfaces?.includes(surface) ?? true);
  const plans = opened.flatMap((surface) => (account && planOfAccount(account, surface)) ?? []).map(planJson);
  const data = { key: { id, last4, label, expires_at, scope: scopeJson(areas, scope) }, plans };
  return ownReply(data, now);
}

/** Answers a key or its account about itself. No shared cache may keep the answer. */
export function ownReply(data: object, now: EpochMs, meta: object = {}): Reply {
  const body = { status: 'success', data, meta: { ...meta, generated_at: isoUtc(now) } };
  return json(200, body, { 'cache-control': 'private, no-store' });
}

/** A browser session has no key, but is counted as one. */
const named = ({ keyId }: Principal) => (keyId === CONSOLE_KEY ? { id: keyId, label: keyId } : {});

const NOTHING = { id: '', last4: '', label: '', expires_at: null };
