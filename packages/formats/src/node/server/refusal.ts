import { ServiceError } from '@loadcast/core';
import { renderError } from '../../errors/error.js';
import type { Reply } from '../../http.js';

/** A request that HTTP itself forbids, or that is beyond what the server takes. */
export interface Refusal {
  readonly status: 400 | 408 | 417 | 421 | 431 | 501 | 505;
  /** What is wrong, in our own words: nothing of the caller's. */
  readonly what: string;
  readonly expected: string;
}

/** The answer to it, in JSON, with the status HTTP has for it. The connection must be closed after it. */
export function refusalReply(refusal: Refusal, facts: { requestId: string; baseUrl: string }): Reply {
  const { status, what, expected } = refusal;
  const error = new ServiceError('invalid_parameter', `${what}: expected ${expected}`, { parameter: what, expected });
  const reply = renderError(error, 'json', facts);
  return { ...reply, status, headers: { ...reply.headers, connection: 'close' } };
}
