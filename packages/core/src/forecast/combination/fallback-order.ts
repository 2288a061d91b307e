import type { Member } from '../regression/member.js';
import type { MemberKind, Part } from './ensemble.js';

/** The tiers of the fallback order, highest first. */
export const TIER_NAMES = [
  'operator-weather',
  'weather',
  'operator',
  'operator-today',
  'load-neighbours',
  'load',
] as const;

export type TierName = (typeof TIER_NAMES)[number];

/** The members there are, by what they read. */
export type Members = ReadonlyMap<MemberKind, Member>;

const LOAD: readonly MemberKind[] = ['grids', 'adjacent', 'pooled'];
const WEATHER: readonly MemberKind[] = ['weather'];
const OPERATOR: readonly MemberKind[] = ['operator', 'operatorNeighbours'];
const OPERATOR_TODAY: readonly MemberKind[] = ['operatorToday', 'operatorTodayNeighbours'];

/** First choice of the tiers above load, highest first: each kind of input must be there. */
const HIGHER: readonly (readonly [TierName, readonly (readonly MemberKind[])[]])[] = [
  ['operator-weather', [WEATHER, OPERATOR]],
  ['weather', [WEATHER]],
  ['operator', [OPERATOR]],
  ['operator-today', [OPERATOR_TODAY]],
];

/**
 * The tiers that can be built from some members, highest first. Load alone is always the last, and stands in wherever
 * a higher tier's inputs do not reach.
 */
export function tiersOf(members: Members): { name: TierName; parts: Part[] }[] {
  const partsOf = (kinds: readonly MemberKind[], isReserve: boolean): Part[] =>
    kinds.flatMap((kind) => {
      const member = members.get(kind);
      return member ? [{ kind, member, isReserve }] : [];
    });
  const higher = HIGHER.flatMap(([name, inputs]) => {
    const first = inputs.map((kinds) => partsOf(kinds, false));
    return first.every((parts) => parts.length > 0) ? [{ name, parts: [...first.flat(), ...partsOf(LOAD, true)] }] : [];
  });
  const load = partsOf(LOAD, false);
  return [...higher, { name: load.length > 1 ? 'load-neighbours' : 'load', parts: load }];
}
