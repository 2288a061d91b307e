import type { ApiKey, Areas, EpochMs } from '@loadcast/core';
import { type KeyScope, keyStateOf } from '@loadcast/core/quota';
import { isoUtc } from '@loadcast/formats';
import type { IssuedKey } from './issue-key.js';

/** An API key as JSON, in the account API and on the command line: never the key itself. */
export function keyJson(areas: Areas, key: ApiKey, now: EpochMs) {
  const state: string = keyStateOf(key, now);
  return {
    id: key.id,
    last4: key.last4,
    label: key.label,
    state,
    created_at: isoUtc(key.createdAt),
    expires_at: timeOrNull(key.expiresAt),
    revoked_at: timeOrNull(key.revokedAt),
    last_used_at: timeOrNull(key.lastUsedAt),
    replaced_by: key.replacedBy,
    ...(key.scope && { scope: scopeJson(areas, key.scope) }),
  };
}

/** A key that was just issued, as JSON: the only place where the key itself is written. */
export function issuedKeyJson(areas: Areas, { key, record }: IssuedKey, now: EpochMs) {
  return { key, ...keyJson(areas, record, now) };
}

/** What a key is limited to, regions as surface A writes them; null is no limit. */
export function scopeJson(areas: Areas, { surfaces, regions, addresses }: KeyScope) {
  return {
    surfaces: surfaces ?? null,
    regions: regions?.map((id) => areas.codeOf(id)) ?? null,
    addresses: addresses ?? null,
  };
}

function timeOrNull(instant: EpochMs | null): string | null {
  return instant === null ? null : isoUtc(instant);
}
