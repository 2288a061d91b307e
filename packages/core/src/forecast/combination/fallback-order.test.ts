import { expect, test } from 'vitest';
import { Member } from '../regression/member.js';
import type { MemberKind } from './ensemble.js';
import { tiersOf } from './fallback-order.js';

const member = Object.create(Member.prototype) as Member;
const tiersWith = (kinds: readonly MemberKind[]) => tiersOf(new Map(kinds.map((kind) => [kind, member])));

test.each<{ kinds: MemberKind[]; tiers: string[] }>([
  { kinds: ['grids'], tiers: ['load'] },
  { kinds: ['grids', 'adjacent', 'global'], tiers: ['load-neighbours'] },
  { kinds: ['grids', 'operatorToday'], tiers: ['operator-today', 'load'] },
  { kinds: ['grids', 'operator', 'operatorNeighbours'], tiers: ['operator', 'load'] },
  { kinds: ['grids', 'weather'], tiers: ['weather', 'load'] },
  {
    kinds: ['grids', 'global', 'operator', 'weather'],
    tiers: ['operator-weather', 'weather', 'operator', 'load-neighbours'],
  },
])('members $kinds give the tiers $tiers, in this order', ({ kinds, tiers }) => {
  expect(tiersWith(kinds).map(({ name }) => name)).toEqual(tiers);
});

test('members of the load tier are fallback members of the tiers above it, and primary in their own', () => {
  const [weather, load] = tiersWith(['grids', 'global', 'weather']);
  expect(weather!.members.map(({ kind, isFallback }) => [kind, isFallback])).toEqual([
    ['weather', false],
    ['grids', true],
    ['global', true],
  ]);
  expect(load!.members.every(({ isFallback }) => !isFallback)).toBe(true);
});
