import { ServiceError } from '@loadcast/core';
import type { Reply } from '../../http.js';

/** What may be done with every path of a surface. */
export const ALLOWED_METHODS = 'GET, HEAD, OPTIONS';

/** The answer to OPTIONS, CORS preflight included. Free of charge. */
export function preflight(): Reply {
  return {
    status: 204,
    headers: {
      allow: ALLOWED_METHODS,
      'access-control-allow-methods': ALLOWED_METHODS,
      'access-control-allow-headers': 'Authorization, If-None-Match',
      'access-control-max-age': '86400',
    },
    body: '',
  };
}

/**
 * Lets the methods of a surface through.
 *
 * @throws {ServiceError} method_not_allowed
 */
export function requireReading(method: string): void {
  if (method === 'GET' || method === 'HEAD') return;
  throw new ServiceError('method_not_allowed', `Only ${ALLOWED_METHODS} are supported here`, {
    allow: ALLOWED_METHODS,
  });
}
