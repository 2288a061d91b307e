import type { Part } from './ensemble.js';
import type { Member } from './member.js';

/** The rungs of the ladder, highest first. */
export const RUNG_NAMES = [
  'operator-weather',
  'weather',
  'operator',
  'operator-today',
  'load-neighbours',
  'load',
] as const;

export type RungName = (typeof RUNG_NAMES)[number];

/** The members there are, by what they read. */
export interface Members {
  readonly grids: Member;
  readonly adjacent: Member | undefined;
  readonly operator: readonly Member[];
  readonly operatorToday: readonly Member[];
  readonly weather: Member | undefined;
}

/**
 * The rungs that can be built from some members, highest first. Load alone is always the last, and stands in wherever
 * a higher rung's inputs do not reach.
 */
export function rungsOf(members: Members): { name: RungName; parts: Part[] }[] {
  const load = members.adjacent ? [members.grids, members.adjacent] : [members.grids];
  const weather = members.weather ? [members.weather] : [];
  const firstChoices: readonly [RungName, readonly Member[]][] = [
    ['operator-weather', weather.length > 0 && members.operator.length > 0 ? [...weather, ...members.operator] : []],
    ['weather', weather],
    ['operator', members.operator],
    ['operator-today', members.operatorToday],
  ];
  const higher = firstChoices
    .filter(([, first]) => first.length > 0)
    .map(([name, first]) => ({
      name,
      parts: [
        ...first.map((member) => ({ member, isReserve: false })),
        ...load.map((member) => ({ member, isReserve: true })),
      ],
    }));
  const lowest: RungName = members.adjacent ? 'load-neighbours' : 'load';
  return [...higher, { name: lowest, parts: load.map((member) => ({ member, isReserve: false })) }];
}
