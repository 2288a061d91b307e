/** Response headers that a page of another origin may read. */
const EXPOSED = [
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'ETag',
  'X-Request-Id',
  'Deprecation',
  'Link',
  'Warning',
  'X-Ignored-Parameters',
  'X-Forecast-Issued-At',
  'X-Degraded-Because',
  'X-Rows-Expected',
  'X-Rows-Missing',
  'Server-Timing',
].join(', ');

/** On every answer of the API; a reply's own headers win. Keys are no cookies, so any origin may call. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'interest-cohort=()',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED,
};

/**
 * The security headers of a service at an address: under TLS also HSTS.
 *
 * @param baseUrl public address
 * @param hstsSubdomains whether HSTS binds the host's subdomains too: they may be other people's
 */
export function securityHeaders(baseUrl: string, hstsSubdomains = false): Readonly<Record<string, string>> {
  if (!baseUrl.startsWith('https://')) return SECURITY_HEADERS;
  const hsts = `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`;
  return { ...SECURITY_HEADERS, 'strict-transport-security': hsts };
}
