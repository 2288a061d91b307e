import { expect, test } from 'vitest';
import { urlOf } from './url.js';

const date = new Date('2026-03-08T10:00:00Z');

test.each([
  ['a slash after the address', 'http://h/', '/v1/health', {}, 'http://h/v1/health'],
  ['an address with a path of its own', 'https://h/load/', '/v1/health', {}, 'https://h/load/v1/health'],
  [
    'a Date on surface A',
    'http://h',
    '/v1/demand/history',
    { start: date },
    'http://h/v1/demand/history?start=2026-03-08T10%3A00%3A00.000Z',
  ],
  [
    'a Date on surface C',
    'http://h',
    '/forecast/v1/demand',
    { startdatetime: date },
    'http://h/forecast/v1/demand?startdatetime=20260308T10%3A00-0000&resultformat=7',
  ],
  [
    'a plus of an offset',
    'http://h',
    '/v1/x',
    { as_of: '2026-03-08T10:00:00+01:00' },
    'http://h/v1/x?as_of=2026-03-08T10%3A00%3A00%2B01%3A00',
  ],
  ['an undefined parameter', 'http://h', '/v1/x', { region: 'PJM', as_of: undefined }, 'http://h/v1/x?region=PJM'],
  ['a list', 'http://h', '/v1/x', { include: ['actual', 'operator'] }, 'http://h/v1/x?include=actual%2Coperator'],
  ['a segment', 'http://h', '/v1/runs/{run_id}/proof', { run_id: 'a/b', n: 1 }, 'http://h/v1/runs/a%2Fb/proof?n=1'],
  ['a number', 'http://h', '/v1/x', { window: 7 }, 'http://h/v1/x?window=7'],
])('urlOf writes %s', (_name, baseUrl, path, query, url) => {
  expect(urlOf(baseUrl, path, query)).toBe(url);
});
