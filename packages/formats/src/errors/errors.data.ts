import type { ErrorCode } from '@loadcast/core';

/**
 * Whose fault an error is; it decides what the request costs.
 *
 * `query`: the query is wrong or beyond the plan; charged like an answer. `request`: refused by key, quota, path or
 * method before the query is read; free. `data`: there is nothing to answer with; free. `service`: the service failed; free.
 */
export type ErrorFault = 'query' | 'request' | 'data' | 'service';

export interface ErrorRow {
  readonly status: number;
  readonly fault: ErrorFault;
  /** The meaning and the remedy, for people: `documentation_url` leads to it. */
  readonly explanation: string;
}

/** Every error that a caller can get. A code without a row does not compile. */
export const ERRORS = {
  unauthorized: {
    status: 401,
    fault: 'request',
    explanation: 'The request carries no API key, or a malformed one. Send the header Authorization: Bearer <API_KEY>.',
  },
  invalid_key: {
    status: 401,
    fault: 'request',
    explanation: 'The key was revoked, has expired, is unknown, or its account has no plan for this API.',
  },
  rate_limited: {
    status: 429,
    fault: 'request',
    explanation: 'A limit of the plan is used up. Wait for Retry-After seconds; the message says which limit it was.',
  },
  invalid_query: { status: 400, fault: 'query', explanation: 'There is no report with this queryname.' },
  missing_parameter: {
    status: 400,
    fault: 'query',
    explanation: 'A required parameter is missing. The message names it.',
  },
  invalid_parameter: {
    status: 400,
    fault: 'query',
    explanation:
      'A parameter has a value that is not allowed, is given twice, or a range is wrong. The message names the parameter, the given value and the allowed values.',
  },
  plan_limit: {
    status: 403,
    fault: 'query',
    explanation:
      'The plan does not include this horizon, resolution or history depth. The message names the plan that does.',
  },
  key_scope: {
    status: 403,
    fault: 'query',
    explanation: 'The key is limited to other APIs, regions or addresses. The message names the allowed ones.',
  },
  second_factor_required: {
    status: 403,
    fault: 'request',
    explanation:
      'This service requires a second factor to sign in, and this account has none: set up an authenticator app under /account first. API keys are not affected.',
  },
  no_data: {
    status: 404,
    fault: 'data',
    explanation:
      'There is no data for this request. details.reason says why: not_issued (there was no forecast at that run’s gate, and none is backdated), source_late, source_gap, not_loaded (these hours were never loaded), not_covered (beyond the newest forecast or measurement) or before_history. details.expected_at, where known, says when to try again. 100 an hour are free; each further one costs 1.',
  },
  not_found: { status: 404, fault: 'request', explanation: 'There is nothing at this path.' },
  method_not_allowed: {
    status: 405,
    fault: 'request',
    explanation: 'This path does not take the method. The Allow header lists the methods that it takes.',
  },
  unavailable: {
    status: 503,
    fault: 'service',
    explanation: 'A part of the service is temporarily unavailable. Try again after Retry-After seconds.',
  },
  internal_error: {
    status: 500,
    fault: 'service',
    explanation: 'The fault is on our side and is logged under the request id. Free of charge.',
  },
  bad_request: {
    status: 400,
    fault: 'request',
    explanation: 'The HTTP request is malformed. details.expected names the expected form. Free of charge.',
  },
  request_timeout: {
    status: 408,
    fault: 'request',
    explanation: 'The rest of the request did not arrive within 10 seconds. The connection is closed. Free of charge.',
  },
  payload_too_large: {
    status: 413,
    fault: 'request',
    explanation: 'The body is larger than this endpoint accepts. The connection is closed. Free of charge.',
  },
  expectation_failed: {
    status: 417,
    fault: 'request',
    explanation: 'Expect has a value other than 100-continue. Free of charge.',
  },
  misdirected_request: {
    status: 421,
    fault: 'request',
    explanation: 'The request names another host than this service. Free of charge.',
  },
  header_too_large: {
    status: 431,
    fault: 'request',
    explanation: 'There are more than 100 headers, or more than 16 KiB of them, the query included. Free of charge.',
  },
  not_implemented: {
    status: 501,
    fault: 'request',
    explanation: 'This service supports neither such a method nor such a transfer coding. Free of charge.',
  },
  version_not_supported: {
    status: 505,
    fault: 'request',
    explanation: 'Use HTTP/1.0 or HTTP/1.1. Free of charge.',
  },
} as const satisfies Record<ErrorCode, ErrorRow>;
