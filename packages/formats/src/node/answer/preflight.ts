import { ServiceError } from '@loadcast/core';
import type { Reply, Route } from '../../http.js';

/** The methods of a path that is only read. */
const ALLOWED_METHODS = 'GET, HEAD, OPTIONS';

/** Always allowed to scripts of other origins. */
const ALWAYS_ALLOWED = ['Authorization', 'If-None-Match'];
const MOST_NAMES = 32;

/**
 * The answer to OPTIONS, CORS preflight included. Free of charge.
 *
 * Any other requested header is allowed too: none changes an answer, and tracing libraries add some to every request.
 * Cookies are no matter of this: they need `access-control-allow-credentials`, which is never sent.
 *
 * @param allow the methods of the path
 * @param requested of `Access-Control-Request-Headers`
 */
export function preflight(allow = ALLOWED_METHODS, requested = ''): Reply {
  return {
    status: 204,
    headers: {
      allow,
      'access-control-allow-methods': allow,
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
 * Lets the method of a route through, and HEAD in place of GET.
 *
 * @throws {ServiceError} method_not_allowed
 */
export function requireMethod(
  method: string,
  { method: own = 'GET', allow = ALLOWED_METHODS }: Pick<Route, 'method' | 'allow'>,
): void {
  if (method === own || (method === 'HEAD' && own === 'GET')) return;
  const verb = allow.includes(',') ? 'are' : 'is';
  throw new ServiceError('method_not_allowed', `Only ${allow} ${verb} supported here`, { allow });
}
