import { ServiceError } from '@loadcast/core';
import type { Route } from '../route.js';

/**
 * The route of a method and a path below the mount, and the path's `:id`. HEAD is answered as GET.
 *
 * @throws {ServiceError} not_found; method_not_allowed, naming the methods that the path has
 */
export function findRoute<R extends Pick<Route, 'method' | 'path'>>(
  routes: readonly R[],
  method: string,
  path: string,
): { readonly route: R; readonly id: string } {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const allowed: string[] = [];
  for (const route of routes) {
    const id = matchPath(route.path, path);
    if (id === undefined) continue;
    if (route.method === wanted) return { route, id };
    allowed.push(...(route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]));
  }
  if (allowed.length === 0) throw new ServiceError('not_found', 'There is nothing at this path', undefined);
  const allow = allowed.join(', ');
  throw new ServiceError('method_not_allowed', `Only ${allow} is supported here`, { allow });
}

/** The text at `:id`, empty where the pattern has none; undefined where the path does not match. */
function matchPath(pattern: string, path: string): string | undefined {
  if (!pattern.includes(':id')) return pattern === path ? '' : undefined;
  const [before = '', after = ''] = pattern.split(':id');
  if (!path.startsWith(before) || !path.endsWith(after)) return undefined;
  const id = path.slice(before.length, path.length - after.length);
  return /^[A-Za-z0-9_]{1,64}$/.test(id) ? id : undefined;
}
