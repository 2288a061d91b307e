import type { ApiKey, EpochMs } from '@loadcast/core';
import { keyStateOf } from '@loadcast/core/quota';
import { isoUtc } from '@loadcast/formats';
import type { IssuedKey } from './issue-key.js';

/** An API key as JSON, in the account API and on the command line: never the key itself. */
export function keyJson(key: ApiKey, now: EpochMs) {
  return {
    id: key.id,
    last4: key.last4,
    label: key.label,
    state: keyStateOf(key, now),
    created_at: isoUtc(key.createdAt),
    expires_at: timeOrNull(key.expiresAt),
    revoked_at: timeOrNull(key.revokedAt),
    last_used_at: timeOrNull(key.lastUsedAt),
    replaced_by: key.replacedBy,
  };
}

/** A key that was just issued, as JSON: the only place where the key itself is written. */
export function issuedKeyJson({ key, record }: IssuedKey, now: EpochMs) {
  return { key, ...keyJson(record, now) };
}

function timeOrNull(instant: EpochMs | null): string | null {
  return instant === null ? null : isoUtc(instant);
}
