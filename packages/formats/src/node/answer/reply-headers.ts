import type { Route } from '../../http.js';
import { ignoredHeaders, ignoredNames } from '../../query/ignored-parameters.js';
import { remembered } from '../remembered.js';
import type { ReplyHeaders } from './quota.js';
import type { RequestContext } from './request-context.js';

/** Lets browsers show an answer to pages of this site only. */
export const ownSiteHeaders = remembered(
  (baseUrl): ReplyHeaders => ({ 'access-control-allow-origin': new URL(baseUrl).origin, vary: 'Cookie' }),
);

const NO_HEADERS: ReplyHeaders = {};

/** Headers of answers and errors alike. */
export function sharedHeaders(context: RequestContext): ReplyHeaders {
  const { mount, inner, route, quotaHeaders } = context;
  const surfaceHeaders = mount?.surface.headers?.(inner) ?? NO_HEADERS;
  const ignored = route && (inner.query !== '' || context.unreadNames) ? ignoredOf(context, route) : NO_HEADERS;
  const isPlain = isEmpty(surfaceHeaders) && isEmpty(ignored);
  return isPlain ? quotaHeaders : { ...surfaceHeaders, ...ignored, ...quotaHeaders };
}

function isEmpty(headers: ReplyHeaders): boolean {
  for (const _ in headers) return false;
  return true;
}

/** The headers that name parameters of the query and fields of the body that nothing read. */
function ignoredOf(context: RequestContext, route: Route): ReplyHeaders {
  const { unreadNames } = context;
  if (!unreadNames) return ignoredBy(route)(context.inner.query);
  const { names, known } = unreadNames;
  return ignoredHeaders([...ignoredNames(context.inner.query, route.parameters), ...names], known);
}

/** Headers for a query, cached per endpoint. */
const ignoredByParameters = new WeakMap<readonly string[], (query: string) => ReplyHeaders>();

function ignoredBy({ parameters, parametersInAnyCase: anyCase = false }: Route): (query: string) => ReplyHeaders {
  const known = ignoredByParameters.get(parameters);
  if (known) return known;
  const headers = remembered((query) => ignoredHeaders(ignoredNames(query, parameters, { anyCase }), parameters));
  ignoredByParameters.set(parameters, headers);
  return headers;
}
