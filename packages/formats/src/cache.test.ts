import { expect, test } from 'vitest';
import { CACHE_HEADERS, etagMatches, notModified, withCacheHeaders } from './cache.js';

test.each([
  { header: 'W/"a"', match: true },
  { header: '"a"', match: true },
  { header: '"b", W/"a"', match: true },
  { header: ' * ', match: true },
  { header: 'W/"a-gzip"', match: true },
  { header: '"b", "a-br"', match: true },
  { header: '"a-zstd"', match: false },
  { header: '"a-br-br"', match: false },
  { header: '"ab"', match: false },
  { header: 'a', match: false },
  { header: '', match: false },
  { header: undefined, match: false },
])('If-None-Match $header matches W/"a": $match', ({ header, match }) => {
  expect(etagMatches(header, 'W/"a"')).toBe(match);
});

test.each(['W/"x-br"', 'W/"x-gzip"'])('a tag that ends like one of a compressed answer, %s, matches itself', (etag) => {
  expect(etagMatches(etag, etag)).toBe(true);
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
