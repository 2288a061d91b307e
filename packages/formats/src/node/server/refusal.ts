import { ServiceError } from '@loadcast/core';
import { renderError } from '../../errors/error.js';
import type { Reply } from '../../http.js';

/** The errors of requests that HTTP itself forbids, or that are beyond what the server takes. */
export type RefusalCode =
  | 'bad_request'
  | 'request_timeout'
  | 'payload_too_large'
  | 'expectation_failed'
  | 'misdirected_request'
  | 'header_too_large'
  | 'not_implemented'
  | 'version_not_supported';

export interface Refusal {
  readonly code: RefusalCode;
  /** The reason; contains no text of the request. */
  readonly what: string;
  readonly expected: string;
}

export function refusalError({ code, what, expected }: Refusal): ServiceError<RefusalCode> {
  return new ServiceError(code, `${what}: expected ${expected}`, { expected });
}

/** The answer to a refused request, in JSON. The connection is closed after it. */
export function refusalReply(refusal: Refusal, facts: { requestId: string; baseUrl: string }): Reply {
  const reply = renderError(refusalError(refusal), 'json', facts);
  return { ...reply, headers: { ...reply.headers, connection: 'close' } };
}
