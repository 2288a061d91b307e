import type { KeyRoute, PublicRoute, Route, Surface } from '../http.js';
import { namesOf } from '../query/query.js';
import type { EndpointDescription } from './endpoint-description.js';

/** An endpoint with what answers it. */
export interface DescribedRoute {
  readonly endpoint: EndpointDescription;
  readonly route: Route;
}

/**
 * An endpoint that needs a key. Equal requests of one second may share its answer (`KeyRoute.isKept`) where it is
 * conditional: one without an entity tag may be about the account that asks.
 */
export function keyRoute(
  endpoint: EndpointDescription & { readonly access: 'key' },
  prepare: KeyRoute['prepare'],
): DescribedRoute {
  return {
    endpoint,
    route: { ...pathAndParameters(endpoint), access: 'key', isKept: endpoint.conditional === true, prepare },
  };
}

/** An endpoint that is the same for everyone. */
export function publicRoute(
  endpoint: EndpointDescription & { readonly access: 'public' },
  prepare: PublicRoute['prepare'],
): DescribedRoute {
  return { endpoint, route: { ...pathAndParameters(endpoint), access: 'public', prepare } };
}

const pathAndParameters = ({ path, query }: EndpointDescription) => ({
  pattern: path,
  parameters: query ? namesOf(query) : [],
});

/** The endpoints of a surface, each at its path: none can be served without a description, nor described without being served. */
export function routesOf(rows: readonly DescribedRoute[]): Pick<Surface, 'endpoints' | 'route'> {
  const routes = new Map(rows.map(({ endpoint, route }) => [endpoint.path, route]));
  const patterns = rows
    .filter(({ endpoint }) => endpoint.path.includes('{'))
    .map(({ endpoint: { path }, route }) => ({
      matches: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/{}]+')}$`),
      route,
    }));
  return {
    endpoints: rows.map(({ endpoint }) => endpoint),
    route: ({ path }) => routes.get(path) ?? patterns.find(({ matches }) => matches.test(path))?.route,
  };
}

/** The path of an endpoint with the examples of its segments, and a query: what a caller may ask. */
export function exampleTarget({ path, segmentExamples = {} }: EndpointDescription, query: string): string {
  const target = path.replace(/\{(\w+)\}/g, (segment, name: string) => segmentExamples[name] ?? segment);
  return query === '' ? target : `${target}?${query}`;
}
