import { expect, test } from 'vitest';
import { Member } from '../regression/member.js';
import type { MemberKind } from './ensemble.js';
import { TIER_NAMES, tiersOf } from './fallback-order.js';

const member = Object.create(Member.prototype) as Member;
const KINDS: readonly MemberKind[] = [
  'grids',
  'adjacent',
  'global',
  'operator',
  'operatorNeighbours',
  'operatorToday',
  'operatorTodayNeighbours',
  'multiDay',
  'multiDayNeighbours',
  'weather',
];
const tiersWith = (kinds: readonly MemberKind[]) => tiersOf(new Map(kinds.map((kind) => [kind, member])));

test.each<{ kinds: MemberKind[]; tiers: string[] }>([
  { kinds: ['grids'], tiers: ['load'] },
  { kinds: ['grids', 'adjacent', 'global'], tiers: ['load-neighbours'] },
  { kinds: ['grids', 'operatorToday'], tiers: ['operator-today', 'load'] },
  { kinds: ['grids', 'operator', 'operatorNeighbours'], tiers: ['operator', 'load'] },
  { kinds: ['grids', 'operatorNeighbours'], tiers: ['operator', 'load'] },
  { kinds: ['grids', 'weather'], tiers: ['weather', 'load'] },
  { kinds: ['grids', 'weather', 'operatorToday'], tiers: ['weather', 'operator-today', 'load'] },
  { kinds: ['grids', 'multiDay'], tiers: ['multi-day', 'load'] },
  {
    kinds: ['grids', 'multiDay', 'operatorToday', 'weather'],
    tiers: ['multi-day-weather', 'weather', 'multi-day', 'operator-today', 'load'],
  },
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

test.each<{ tier: string; primary: MemberKind[] }>([
  { tier: 'operator-weather', primary: ['weather', 'operator', 'operatorNeighbours'] },
  {
    tier: 'multi-day',
    primary: [
      'multiDay',
      'multiDayNeighbours',
      'operator',
      'operatorNeighbours',
      'operatorToday',
      'operatorTodayNeighbours',
    ],
  },
  { tier: 'weather', primary: ['weather'] },
  { tier: 'operator', primary: ['operator', 'operatorNeighbours'] },
  { tier: 'operator-today', primary: ['operatorToday', 'operatorTodayNeighbours'] },
  { tier: 'load-neighbours', primary: ['grids', 'adjacent', 'global'] },
])('with every kind of member, primary in $tier are $primary', ({ tier, primary }) => {
  const { members } = tiersWith(KINDS).find(({ name }) => name === tier)!;
  expect(members.flatMap(({ kind, isFallback }) => (isFallback ? [] : [kind]))).toEqual(primary);
});

test('whichever members there are, tiers are in the order of names and the last one’s members are all primary', () => {
  for (let bits = 0; bits < 2 ** KINDS.length; bits++) {
    const tiers = tiersWith(KINDS.filter((kind, i) => kind === 'grids' || (bits >> i) & 1));
    const places = tiers.map(({ name }) => TIER_NAMES.indexOf(name));
    expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
    expect(places.filter((place) => place >= TIER_NAMES.indexOf('load-neighbours'))).toHaveLength(1);
    expect(tiers.at(-1)!.members.some(({ isFallback }) => isFallback)).toBe(false);
  }
});

test('the order in which members were added does not change the tiers', () => {
  expect(tiersWith([...KINDS].reverse())).toEqual(tiersWith(KINDS));
});
