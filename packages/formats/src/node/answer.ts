import { ServiceError, type SurfaceId } from '@loadcast/core';
import { renderError } from '../errors/error.js';
import { etagMatches, notModified } from '../etag.js';
import type { Principal, Reply, Surface, SurfaceRequest } from '../http.js';
import { PRIVATE_CACHE, PUBLIC_CACHE } from '../json.js';
import { type HttpRequest, mountOf, surfaceRequest } from './http-request.js';
import { preflight, requireReading } from './preflight.js';

export interface Mount {
  /** `/v1`: starts with a slash, does not end with one. */
  readonly prefix: string;
  readonly surface: Surface;
}

/** Who a caller is. @throws {ServiceError} `unauthorized`, `invalid_key` */
export type Authenticate = (authorization: string | undefined, surface: SurfaceId) => Principal | Promise<Principal>;

/**
 * Answers from mounted surfaces without quota: the whole request path of a thin server, and its only catch.
 *
 * Order: path, method, key, parameters, plan, 304, answer.
 */
export function answerFrom(
  mounts: readonly Mount[],
  authenticate: Authenticate,
): (request: HttpRequest) => Promise<Reply> {
  return async (request) => {
    const mount = mountOf(mounts, request.path);
    const inner = surfaceRequest(request, mount?.prefix ?? '');
    const reply = await answered(request, mount, inner);
    return { ...reply, headers: { ...reply.headers, ...mount?.surface.headers?.(inner) } };
  };

  async function answered(request: HttpRequest, mount: Mount | undefined, inner: SurfaceRequest): Promise<Reply> {
    try {
      const route = mount?.surface.route(inner);
      if (!mount || !route) throw new ServiceError('not_found', 'There is no such path', undefined);
      if (request.method === 'OPTIONS') return preflight();
      requireReading(request.method);
      const prepared =
        route.access === 'public'
          ? await route.prepare(inner)
          : await route.prepare({ ...inner, principal: await authenticate(request.authorization, mount.surface.id) });
      if (prepared.etag !== undefined && etagMatches(request.headers.get('if-none-match'), prepared.etag)) {
        return notModified(prepared.etag, route.access === 'public' ? PUBLIC_CACHE : PRIVATE_CACHE);
      }
      return await prepared.reply();
    } catch (thrown) {
      return renderError(thrown, mount?.surface.dialect(inner) ?? 'json', { ...request, request: inner });
    }
  }
}
