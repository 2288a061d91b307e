import type { EpochMs } from '@loadcast/core';
import type { Sight } from '@loadcast/core/quota';
import { refused } from './query.js';
import type { WireInstant } from './wire-time.js';

/**
 * The instant whose knowledge an answer is made of: `as_of`, or when the request arrived.
 *
 * @param asOf as sent; undefined when the parameter is absent
 * @param receivedAt epoch ms
 * @throws {ServiceError} `invalid_parameter` when it lies in the future, whose data do not exist yet
 */
export function asOfInstant(asOf: WireInstant | undefined, receivedAt: EpochMs): EpochMs {
  if (!asOf) return receivedAt;
  if (asOf.instant <= receivedAt) return asOf.instant;
  throw refused('as_of', 'a time that is not in the future');
}

/** The sight of an answer about `as_of`, or now, and later hours. @throws {ServiceError} `invalid_parameter` */
export function newestSight(
  { as_of }: { readonly as_of?: WireInstant | undefined },
  { receivedAt }: { readonly receivedAt: EpochMs },
): Sight {
  const asOf = asOfInstant(as_of, receivedAt);
  return { asOf, from: asOf };
}
