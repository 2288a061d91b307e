import { ServiceError } from '@loadcast/core';
import type { Reply } from '../../http.js';

/** What may be done with every path of a surface. */
export const ALLOWED_METHODS = 'GET, HEAD, OPTIONS';

/** Always allowed to scripts of other origins. */
const ALWAYS_ALLOWED = ['Authorization', 'If-None-Match'];
const MOST_NAMES = 32;

/**
 * The answer to OPTIONS, CORS preflight included. Free of charge.
 *
 * Any other requested header is allowed too: none changes an answer, and tracing libraries add some to every request.
 * Cookies are no matter of this: they need `access-control-allow-credentials`, which is never sent.
 *
 * @param requested of `Access-Control-Request-Headers`
 */
export function preflight(requested = ''): Reply {
  return {
    status: 204,
    headers: {
      allow: ALLOWED_METHODS,
      'access-control-allow-methods': ALLOWED_METHODS,
      'access-control-allow-headers': allowedHeaders(requested).join(', '),
      'access-control-max-age': '86400',
      ...(requested === '' ? {} : { vary: 'Access-Control-Request-Headers' }),
    },
    body: '',
  };
}

function allowedHeaders(requested: string): string[] {
  const names = requested.split(',', MOST_NAMES).map((name) => name.trim());
  const known = new Set(ALWAYS_ALLOWED.map((name) => name.toLowerCase()));
  return [...ALWAYS_ALLOWED, ...names.filter((name) => /^[\w-]{1,64}$/.test(name) && !known.has(name.toLowerCase()))];
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
