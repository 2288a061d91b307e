import { expect, test } from 'vitest';
import { noSuchPath } from './no-such-path.js';

const KNOWN = [
  '/v1/demand/forecast',
  '/v1/demand/history',
  '/v1/health',
  '/v1/me',
  '/oasis',
  '/demo/v1/demand/forecast',
];

test.each([
  { path: '/v1/demand/forcast', meant: '/v1/demand/forecast' },
  { path: '/v1/demand/Forecast', meant: '/v1/demand/forecast' },
  { path: '/v1/demand/forecast/', meant: '/v1/demand/forecast' },
  { path: '/v1/demand/forecas%74', meant: '/v1/demand/forecast' },
  { path: '//v1/demand/history', meant: '/v1/demand/history' },
  { path: '/oasys', meant: '/oasis' },
  { path: '/v1/', meant: undefined },
  { path: '/wp-login.php', meant: undefined },
  { path: `/v1/demand/forecast${'/'.repeat(80)}`, meant: undefined },
])('$path is taken for $meant', ({ path, meant }) => {
  const { message, code } = noSuchPath(path, KNOWN);
  expect([code, message]).toEqual([
    'not_found',
    meant === undefined ? 'There is nothing at this path' : `There is nothing at this path; did you mean ${meant}?`,
  ]);
});
