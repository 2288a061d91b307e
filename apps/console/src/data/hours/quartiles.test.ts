import { expect, test } from 'vitest';
import { quartiles } from './quartiles.js';

test.each([
  { name: 'as in the engine’s own example', median: 100, bound: 121, is: 110 },
  { name: 'below the median', median: 100, bound: 81, is: 90 },
  { name: 'of an hour without bounds', median: 100, bound: null, is: null },
  { name: 'of an hour without a forecast', median: null, bound: 81, is: null },
  { name: 'of a load that is negative', median: -5, bound: -9, is: null },
])('the quartile $name is $is', ({ median, bound, is }) => expect(quartiles([median], [bound])).toEqual([is]));
