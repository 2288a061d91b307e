import type { Sight } from '@loadcast/core/quota';
import type * as z from 'zod';
import type { EndpointDescription } from '../endpoint-description.js';
import type { AuthedRequest, Preparation, Route, Surface, SurfaceRequest } from '../http.js';
import { namesOf, readQuery } from '../query/query.js';

/** An endpoint as one value: its description, and the route that answers it over some dependencies. */
export interface Endpoint<Deps> extends EndpointDescription {
  route(deps: Deps): Route;
}

interface EndpointSpec<Query extends z.ZodObject> extends EndpointDescription {
  readonly query: Query;
}

export interface KeyEndpoint<Deps, Query extends z.ZodObject> extends EndpointSpec<Query> {
  readonly access: 'key';
  /** The data an answer would show, read from the parameters alone. The caller's plan is checked against it before `prepare` runs. */
  shows(query: z.output<Query>, request: AuthedRequest, deps: Deps): Sight;
  /** Whether the answer is for the asking account alone; default: it is not. */
  isPersonal?(query: z.output<Query>): boolean;
  prepare(deps: Deps, query: z.output<Query>, request: AuthedRequest): Preparation | Promise<Preparation>;
}

/** An endpoint that is the same for everyone. */
interface PublicEndpoint<Deps, Query extends z.ZodObject> extends EndpointSpec<Query> {
  readonly access: 'public';
  prepare(deps: Deps, query: z.output<Query>, request: SurfaceRequest): Preparation | Promise<Preparation>;
}

/**
 * Declares an endpoint. Documents, client types, conformance checks and the route itself are made from this one value.
 *
 * Equal requests of one second may share the answer of a conditional endpoint (`KeyRoute.isKept`): one without an entity tag
 * may be about the account that asks.
 */
export function endpoint<Deps, Query extends z.ZodObject>(
  spec: KeyEndpoint<Deps, Query> | PublicEndpoint<Deps, Query>,
): Endpoint<Deps> {
  const at = { pattern: spec.path, parameters: namesOf(spec.query) };
  return {
    ...spec,
    route: (deps) =>
      spec.access === 'key'
        ? {
            ...at,
            access: 'key',
            isKept: spec.conditional === true,
            hasBounds: spec.hasBounds === true,
            read: (request) => {
              const query = readQuery(spec.query, request);
              return {
                shows: spec.shows(query, request, deps),
                ...(spec.isPersonal?.(query) && { isPersonal: true }),
                prepare: () => spec.prepare(deps, query, request),
              };
            },
          }
        : {
            ...at,
            access: 'public',
            prepare: (request) => spec.prepare(deps, readQuery(spec.query, request), request),
          },
  };
}

export function routesOf<Deps>(
  endpoints: readonly Endpoint<Deps>[],
  deps: Deps,
): Required<Pick<Surface, 'endpoints' | 'route'>> {
  const paths = [...new Set(endpoints.map(({ path }) => path))].map((path) => ({
    path,
    matches: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/{}]+')}$`),
    routes: routesAt(endpoints.filter((each) => each.path === path).map((each) => each.route(deps))),
  }));
  const fixed = new Map(paths.filter(({ path }) => !path.includes('{')).map(({ path, routes }) => [path, routes]));
  const patterns = paths.filter(({ path }) => path.includes('{'));
  return {
    endpoints,
    route({ path, method }) {
      const routes = fixed.get(path) ?? patterns.find(({ matches }) => matches.test(path))?.routes;
      return routes?.get(method) ?? routes?.get(ANY_METHOD);
    },
  };
}

const ANY_METHOD = '';

const methodsOf = ({ method = 'GET' }: Route): readonly string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method]);

/** The routes of one path by method. A method that it has not finds another's route, which refuses it. */
function routesAt(routes: readonly Route[]): ReadonlyMap<string, Route> {
  const methods = routes.flatMap(methodsOf);
  const allow = [...methods, ...(routes.some(({ isOwnSite }) => isOwnSite) ? [] : ['OPTIONS'])].join(', ');
  const named = routes.map((route) => ({ ...route, allow }));
  const byMethod = named.flatMap((route) => methodsOf(route).map((method): [string, Route] => [method, route]));
  return new Map([...byMethod, ...named.slice(0, 1).map((route): [string, Route] => [ANY_METHOD, route])]);
}

/** The path of an endpoint with the examples of its segments, and a query: what a caller may ask. */
export function exampleTarget({ path, segmentExamples = {} }: EndpointDescription, query: string): string {
  const target = path.replace(/\{(\w+)\}/g, (segment, name: string) => segmentExamples[name] ?? segment);
  return query === '' ? target : `${target}?${query}`;
}
