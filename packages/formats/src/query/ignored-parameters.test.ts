import { expect, test } from 'vitest';
import { ignoredHeaders, ignoredNames } from './ignored-parameters.js';

const KNOWN = ['region', 'horizon', 'as_of'];
const headersOf = (query: string) => ignoredHeaders(ignoredNames(query, KNOWN), KNOWN);

test.each([
  { name: 'nothing but known names', query: 'region=PJM&horizon=7d', ignored: undefined, warning: undefined },
  { name: 'no query', query: '', ignored: undefined, warning: undefined },
  {
    name: 'a misspelt name',
    query: 'region=PJM&horizn=7d',
    ignored: 'horizn',
    warning: '299 - "horizn: did you mean horizon?"',
  },
  {
    name: 'a name in capitals',
    query: 'REGION=PJM',
    ignored: 'REGION',
    warning: '299 - "REGION: did you mean region?"',
  },
  { name: 'a name like none', query: 'region=PJM&_=17', ignored: '_', warning: undefined },
  {
    name: 'several, in order, each once',
    query: 'foo=1&asof=2&foo=3&horizn=4',
    ignored: 'foo, asof, horizn',
    warning: '299 - "asof: did you mean as_of?", 299 - "horizn: did you mean horizon?"',
  },
  { name: 'a known name in brackets, which is refused elsewhere', query: 'region[]=PJM', ignored: undefined },
  { name: 'a query that does not decode, which is refused elsewhere', query: 'foo=%zz', ignored: undefined },
  { name: 'a property of objects', query: '__proto__=1&toString=2', ignored: '__proto__, toString' },
  { name: 'what would end a header', query: 'a%0d%0aset-cookie:%20b=1', ignored: 'a??set-cookie:?b'.replace(':', '?') },
  {
    name: 'what would end a quoted text',
    query: 'horizo%22=1',
    ignored: 'horizo?',
    warning: '299 - "horizo?: did you mean horizon?"',
  },
  {
    name: 'text outside ASCII',
    query: 'r%C3%A9gion=1',
    ignored: 'r?gion',
    warning: '299 - "r?gion: did you mean region?"',
  },
  { name: 'a key, cut', query: 'lc_live_0123456789abcdef=1', ignored: 'lc_live_[cut]' },
])('$name: $ignored', ({ query, ignored, warning }) => {
  expect(headersOf(query)).toEqual({
    ...(ignored !== undefined && { 'x-ignored-parameters': ignored }),
    ...(warning !== undefined && { warning }),
  });
});

test('at most 20 names are listed, each at most 64 characters', () => {
  const query = Array.from({ length: 30 }, (_, i) => `n${i}${'x'.repeat(100)}=1`).join('&');
  const names = headersOf(query)['x-ignored-parameters']!.split(', ');
  expect(names).toHaveLength(20);
  expect(Math.max(...names.map(({ length }) => length))).toBe(67);
});

test('where case does not count, a name in capitals is known', () => {
  expect(ignoredNames('REGION=1&Foo=2', KNOWN, { anyCase: true })).toEqual(['Foo']);
});
