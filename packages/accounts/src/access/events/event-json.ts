import type { SecurityEvent } from '@loadcast/core/quota';
import { isoUtc } from '@loadcast/formats';

/** A security event as JSON, in the account API, in `loadcast audit` and in the log. */
export function eventJson({ id, at, kind, outcome, accountId, via, from, keyId, detail }: SecurityEvent) {
  return { id, at: isoUtc(at), event: kind, outcome, account_id: accountId, via, from, key_id: keyId, detail };
}
