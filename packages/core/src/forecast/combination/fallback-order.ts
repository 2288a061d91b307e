import type { Member } from '../regression/member.js';
import type { EnsembleMember, MemberKind } from './ensemble.js';

/** The input tiers, most inputs first. A forecast falls back to the next one when a tier's inputs are not usable. */
export const TIER_NAMES = [
  'multi-day-weather',
  'operator-weather',
  'weather',
  'multi-day',
  'operator',
  'operator-today',
  'load-neighbours',
  'load',
] as const;

export type TierName = (typeof TIER_NAMES)[number];

/** The fitted members, by the inputs they read. */
export type MembersByKind = ReadonlyMap<MemberKind, Member>;

const LOAD: readonly MemberKind[] = ['grids', 'adjacent', 'global'];
const WEATHER: readonly MemberKind[] = ['weather'];
const OPERATOR: readonly MemberKind[] = ['operator', 'operatorNeighbours'];
const OPERATOR_TODAY: readonly MemberKind[] = ['operatorToday', 'operatorTodayNeighbours'];
const MULTI_DAY: readonly MemberKind[] = ['multiDay', 'multiDayNeighbours'];

/**
 * Primary members of the tiers above load, in fallback order: a tier needs at least one member of each list. The last list
 * is used beside them where it is there.
 */
const TIERS_ABOVE_LOAD: readonly (readonly [TierName, readonly (readonly MemberKind[])[], (readonly MemberKind[])?])[] =
  [
    ['multi-day-weather', [WEATHER, MULTI_DAY], [...OPERATOR, ...OPERATOR_TODAY]],
    ['operator-weather', [WEATHER, OPERATOR]],
    ['weather', [WEATHER]],
    ['multi-day', [MULTI_DAY], [...OPERATOR, ...OPERATOR_TODAY]],
    ['operator', [OPERATOR]],
    ['operator-today', [OPERATOR_TODAY]],
  ];

/**
 * The tiers that can be built from some members, in fallback order. The load tier is always the last; its members are
 * fallback members of the others, for lead days that their inputs do not reach.
 */
export function tiersOf(byKind: MembersByKind): { name: TierName; members: EnsembleMember[] }[] {
  const membersOf = (kinds: readonly MemberKind[], isFallback: boolean): EnsembleMember[] =>
    kinds.flatMap((kind) => {
      const member = byKind.get(kind);
      return member ? [{ kind, member, isFallback }] : [];
    });
  const above = TIERS_ABOVE_LOAD.flatMap(([name, inputs, beside = []]) => {
    const primary = inputs.map((kinds) => membersOf(kinds, false));
    const isComplete = primary.every((members) => members.length > 0);
    return isComplete
      ? [{ name, members: [...primary.flat(), ...membersOf(beside, false), ...membersOf(LOAD, true)] }]
      : [];
  });
  const load = membersOf(LOAD, false);
  return [...above, { name: load.length > 1 ? 'load-neighbours' : 'load', members: load }];
}
