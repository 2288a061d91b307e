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
  { header: '"a-zstd"', tag: undefined },
  { header: '"a-br-br"', tag: undefined },
  { header: '"ab"', tag: undefined },
  { header: 'a', tag: undefined },
  { header: '', tag: undefined },
  { header: undefined, tag: undefined },
])('the caller who sends If-None-Match $header has W/"a" as $tag', ({ header, tag }) => {
  expect(tagKnownTo(header, 'W/"a"')).toBe(tag);
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
