import { PLANS, type Plan } from '@loadcast/core';
import type { Route } from '../../http.js';
import { ignoredHeaders, ignoredNames } from '../../query/ignored-parameters.js';
import type { ReplyHeaders } from '../quota.js';
import { remembered } from '../remembered.js';
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
  const unbounded = withoutBounds(context);
  const isPlain = unbounded === undefined && isEmpty(surfaceHeaders) && isEmpty(ignored);
  if (isPlain) return quotaHeaders;
  const warning = [ignored['warning'], unbounded].filter((each) => each !== undefined).join(', ');
  return { ...surfaceHeaders, ...ignored, ...(warning !== '' && { warning }), ...quotaHeaders };
}

/** The warning that an answer lacks p10 and p90, which other plans include. */
function withoutBounds({ route, caller, trace }: RequestContext): string | undefined {
  const plan = caller?.principal?.plan;
  if (route?.access !== 'key' || !route.hasBounds || !plan || plan.quantiles || trace.errorCode) return undefined;
  return boundsWarning(plan);
}

/** @example boundsWarning(findPlan('a', 'free')) // => '299 - "p10 and p90 are not part of the Free plan. The Developer plan includes them."' */
function boundsWarning({ surface, name }: Plan): string {
  const enough = PLANS.find((other) => other.surface === surface && other.quantiles);
  const way = enough ? ` The ${enough.name} plan includes them.` : '';
  return `299 - "p10 and p90 are not part of the ${name} plan.${way}"`;
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
