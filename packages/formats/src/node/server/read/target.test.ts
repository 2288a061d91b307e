import { expect, test } from 'vitest';
import { splitTarget } from './target.js';

// docs/faults.md: fault 65
test.each([
  { target: '/v1/regions', path: '/v1/regions', query: '' },
  { target: '/v1/regions?a=1?b', path: '/v1/regions', query: 'a=1?b' },
  { target: '//evil/v1/health', path: '//evil/v1/health', query: '' },
  { target: '/v1/../v1/health', path: '/v1/../v1/health', query: '' },
  { target: '/v1/%2e%2e/health', path: '/v1/%2e%2e/health', query: '' },
  { target: 'http://API.example:80/v1/health?x', path: '/v1/health', query: 'x', authority: 'api.example:80' },
  { target: 'http://api.example', path: '/', query: '', authority: 'api.example' },
  { target: '*', path: '*', query: '' },
])('$target is split as written', ({ target, ...parts }) => expect(splitTarget(target)).toEqual(parts));

test.each(['', 'v1/health', 'ftp://host/x', 'http://user@host/x', 'http:///x', 'host:443', '/a#b', '/a b', '/a\x7f'])(
  '%j is no target',
  (target) => expect(splitTarget(target)).toBeUndefined(),
);
