import type { ErrorCode } from '@loadcast/core';

/** The HTTP status of each failure. A code without one is a compile error. */
export const STATUS = {
  unauthorized: 401,
  invalid_key: 401,
  rate_limited: 429,
  invalid_query: 400,
  missing_parameter: 400,
  invalid_parameter: 400,
  plan_limit: 403,
  no_data: 404,
  not_found: 404,
  method_not_allowed: 405,
  unavailable: 503,
  internal_error: 500,
} as const satisfies Record<ErrorCode, number>;
