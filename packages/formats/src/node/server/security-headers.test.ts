import { expect, test } from 'vitest';
import { SECURITY_HEADERS, securityHeaders } from './security-headers.js';

test.each([
  { baseUrl: 'https://api.example', hsts: true },
  { baseUrl: 'http://api.example', hsts: false },
])('$baseUrl: Strict-Transport-Security is sent $hsts', ({ baseUrl, hsts }) => {
  const headers = securityHeaders(baseUrl);
  expect(headers).toMatchObject(SECURITY_HEADERS);
  expect('strict-transport-security' in headers).toBe(hsts);
});

test.each([
  { name: 'this host alone, unless a setting asks', hstsSubdomains: undefined, value: 'max-age=31536000' },
  { name: 'its subdomains where a setting asks', hstsSubdomains: true, value: 'max-age=31536000; includeSubDomains' },
])('Strict-Transport-Security is of $name', ({ hstsSubdomains, value }) => {
  expect(securityHeaders('https://api.example', hstsSubdomains)['strict-transport-security']).toBe(value);
});

test.each([
  'RateLimit',
  'X-RateLimit-Remaining',
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
])('a page of another origin may read %s', (name) =>
  expect(SECURITY_HEADERS['access-control-expose-headers']).toContain(name),
);
