import { ServiceError } from '@loadcast/core';
import type { HttpRequest } from '@loadcast/formats/node';

/**
 * Refuses a request that comes from a page of another site: a change, or any read that uses a session.
 *
 * Browsers send the origin of a request: `Sec-Fetch-Site`, older ones `Origin`. A request with neither is not from a
 * browser page: a page in a browser without them cannot send JSON or DELETE to another site.
 *
 * @throws {ServiceError} unauthorized
 * @see OWASP CSRF Prevention Cheat Sheet, "Fetch Metadata"
 */
export function requireSameSite({ headers, baseUrl }: Pick<HttpRequest, 'headers' | 'baseUrl'>): void {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  const isOwn =
    site === undefined
      ? origin === undefined || isOwnOrigin(origin, headers.get('host'), baseUrl)
      : OWN_SITES.has(site);
  if (!isOwn) throw new ServiceError('unauthorized', 'This request comes from another site’s page.', undefined);
}

const OWN_SITES: ReadonlySet<string> = new Set(['same-origin', 'none']);

function isOwnOrigin(origin: string, host: string | undefined, baseUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.origin === new URL(baseUrl).origin || url.host === host?.toLowerCase();
}
