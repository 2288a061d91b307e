import { expect, test } from 'vitest';
import { CACHE_HEADERS, notModified, tagKnownTo, withCacheHeaders } from './cache.js';

test.each([
  { header: 'W/"a"', tag: 'W/"a"' },
  { header: '"a"', tag: 'W/"a"' },
  { header: '"b", W/"a"', tag: 'W/"a"' },
  { header: ' * ', tag: 'W/"a"' },
  { header: 'W/"a-gzip"', tag: 'W/"a-gzip"' },
  { header: '"b", "a-br"', tag: 'W/"a-br"' },
  { header: '"a-gzip", "a"', tag: 'W/"a-gzip"' },
  { header: '"ab"', tag: undefined },
  { header: '"a-"', tag: undefined },
  { header: '"-gzip"', tag: undefined },
  { header: '"a-gzipped"', tag: undefined },
  { header: '"a-1-gzip"', tag: undefined },
  { header: '"a-gzip-gzip-gzip"', tag: undefined },
  { header: '"b, a"', tag: undefined },
  { header: '', tag: undefined },
  { header: undefined, tag: undefined },
])('the caller who sends If-None-Match $header has W/"a" as $tag', ({ header, tag }) => {
  expect(tagKnownTo(header, 'W/"a"')).toBe(tag);
});

test.each([
  { proxy: 'nginx gzip, Cloudflare, HAProxy, CloudFront', etag: '"abc"', sent: 'W/"abc"' },
  { proxy: 'Apache mod_deflate, Caddy, lighttpd, gzhttp', etag: '"abc"', sent: '"abc-gzip"' },
  { proxy: 'the same, a weak tag', etag: 'W/"abc"', sent: 'W/"abc-gzip"' },
  { proxy: 'Apache mod_brotli', etag: 'W/"abc"', sent: 'W/"abc-br"' },
  { proxy: 'Caddy zstd', etag: 'W/"abc"', sent: 'W/"abc-zstd"' },
  { proxy: 'lighttpd deflate', etag: '"abc"', sent: '"abc-deflate"' },
  { proxy: 'Apache, the tag of a 304', etag: '"abc"', sent: '"abc-gzip-gzip"', tag: '"abc-gzip"' },
  { proxy: 'Apache before an answer in Brotli', etag: 'W/"abc"', sent: 'W/"abc-br-gzip"', tag: 'W/"abc-br"' },
  { proxy: 'Apache 2.2, behind the quote', etag: '"abc"', sent: '"abc"-gzip', tag: '"abc-gzip"' },
  { proxy: 'Jetty', etag: 'W/"abc"', sent: 'W/"abc--gzip"' },
  { proxy: 'Jetty with ETAG_SEPARATOR=:', etag: 'W/"abc"', sent: 'W/"abc:br"' },
  { proxy: 'the example of RFC 9110, 8.8.3.3', etag: '"123-a"', sent: '"123-a;gzip"' },
  { proxy: 'a slash', etag: '"abc"', sent: '"abc/gzip"' },
  { proxy: 'a client that strips quotes', etag: 'W/"abc"', sent: 'abc', tag: 'W/"abc"' },
  { proxy: 'a client that strips quotes alone', etag: 'W/"abc"', sent: 'W/abc', tag: 'W/"abc"' },
  { proxy: 'a list without blanks', etag: 'W/"abc"', sent: '"x","abc-gzip"', tag: 'W/"abc-gzip"' },
  { proxy: 'a tag with a comma before it', etag: '"abc"', sent: '"x,y", "abc"', tag: '"abc"' },
])('$proxy: who sends $sent for $etag has it', ({ etag, sent, tag = sent }) => {
  expect(tagKnownTo(sent, etag)).toBe(tag);
});

test.each(['W/"x-br"', 'W/"x-gzip"'])('a tag that ends like one of a compressed answer, %s, is itself', (etag) => {
  expect(tagKnownTo(etag, etag)).toBe(etag);
});

test.each(['public', 'key'] as const)('304 of a %s route has the caching headers of its 200, and no body', (access) => {
  const { status, headers, body } = notModified('"a"', access);
  expect({ status, headers, body }).toEqual({
    status: 304,
    headers: { ...CACHE_HEADERS[access], etag: '"a"' },
    body: '',
  });
});

test.each([
  { name: 'a plain reply gets all of them', headers: {}, etag: '"a"', added: { ...CACHE_HEADERS.key, etag: '"a"' } },
  { name: 'without a tag there is none', headers: {}, etag: undefined, added: { ...CACHE_HEADERS.key } },
  {
    name: 'its own cache-control keeps the others away',
    headers: { 'cache-control': 'no-store' },
    etag: '"a"',
    added: { 'cache-control': 'no-store', etag: '"a"' },
  },
  {
    name: 'its own vary wins',
    headers: { vary: '*' },
    etag: undefined,
    added: { ...CACHE_HEADERS.key, vary: '*' },
  },
])('caching headers of a reply: $name', ({ headers, etag, added }) => {
  expect(withCacheHeaders({ status: 200, headers, body: '' }, 'key', etag).headers).toEqual(added);
});
