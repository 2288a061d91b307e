import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AUTHORITY_POLICY, SUB_AREA_POLICY } from './policies.data.js';

const PAGE = readFileSync(new URL('../../../../docs/data.md', import.meta.url), 'utf8');

test.each([
  { flag: 'frozen', bound: 'frozenRunHours' },
  { flag: 'spike', bound: 'maxLogDeviation' },
  { flag: 'jump', bound: 'jumpFloor' },
] as const)('docs/data.md has the bounds of $flag', ({ flag, bound }) => {
  const row = PAGE.split('\n').find((line) => line.startsWith(`| \`${flag}\` |`));
  const [authorities, subAreas] = row!.split('|').slice(3, 5);
  expect([Number(authorities), Number(subAreas)]).toEqual([AUTHORITY_POLICY[bound], SUB_AREA_POLICY[bound]]);
});
