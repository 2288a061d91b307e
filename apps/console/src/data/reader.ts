import type { Facts, Grid } from './facts.js';

/** The reader's account: none, one whose plan has no bounds (Free), or one that has them. */
export type Reader = 'guest' | 'free' | 'full';

const KEPT = 'loadcast-reader';

let isTakenOver = false;

/** The script owns the page from here on: until then it is a guest's page, as the gateway rendered it. */
export function takeOver(): void {
  isTakenOver = true;
}

/** Who this browser signed in as and has not been refused since. The cookie itself is out of a script's reach. */
export function reader(): Reader {
  const kept = isTakenOver ? localStorage.getItem(KEPT) : null;
  return kept === 'free' || kept === 'full' ? kept : 'guest';
}

export function keepReader(who: Reader): void {
  if (who !== 'guest') localStorage.setItem(KEPT, who);
  else {
    localStorage.removeItem(KEPT);
    keepKey(undefined);
  }
}

const KEPT_KEY = 'loadcast-key';

/** Keeps a new key until the tab is closed: pages of the reference put it into their samples. */
export function keepKey(key: string | undefined): void {
  if (key === undefined) sessionStorage.removeItem(KEPT_KEY);
  else sessionStorage.setItem(KEPT_KEY, key);
}

/**
 * Where calls about some grids go. An account never sees less than a guest: what the demo shows of its grids is asked of the
 * demo where the account's plan has no bounds.
 */
export function rootOf(codes: readonly string[], { demo }: Facts, who: Reader = reader()): '/v1' | '/demo/v1' {
  if (who === 'guest') return '/demo/v1';
  return who === 'free' && codes.every((code) => demo.includes(code)) ? '/demo/v1' : '/v1';
}

const codesOf = (areas: readonly Grid[]): readonly string[] => areas.map(({ code }) => code);
const areasOf = ({ grids, utilities }: Facts): readonly Grid[] => [...grids, ...utilities];

/** Whether this reader may ask for an area. */
export const mayRead = (code: string, { demo }: Facts, who: Reader = reader()): boolean =>
  who !== 'guest' || demo.includes(code);

/** The grids that this reader may ask for. */
export function gridsOf(facts: Facts, who: Reader = reader()): readonly string[] {
  return codesOf(facts.grids).filter((code) => mayRead(code, facts, who));
}

/** Areas of the stream of events that all pages of this reader share. @param root where it is read */
export const streamedAreas = (root: '/v1' | '/demo/v1', facts: Facts): readonly string[] =>
  root === '/v1' ? codesOf(areasOf(facts)) : facts.demo;

/** The grids that this reader may ask for, those first that one call can be about: the demo's, then the account's own. */
export function callsOf(facts: Facts, who: Reader = reader()): readonly (readonly string[])[] {
  const codes = gridsOf(facts, who);
  if (who !== 'free') return [codes];
  const isShown = (code: string): boolean => facts.demo.includes(code);
  return [codes.filter(isShown), codes.filter((code) => !isShown(code))];
}

/** The areas whose scores and odds this reader may see: four weeks of the past, p10 and p90. */
export const scoredAreasOf = (facts: Facts, who: Reader = reader()): readonly Grid[] =>
  areasOf(facts).filter(({ code }) => who === 'full' || facts.demo.includes(code));

/** Hours a Free plan may read: a day of history with the hour that has begun, and two days ahead. */
const FREE_HOURS = { back: 23, ahead: 48 };

/** Hours before or after now that the plan may read of a grid, `wanted` at most. */
export function hoursOf(
  code: string,
  facts: Facts,
  { side, wanted }: { readonly side: 'back' | 'ahead'; readonly wanted: number },
  who: Reader = reader(),
): number {
  const isPlain = who === 'free' && rootOf([code], facts, who) === '/v1';
  return isPlain ? Math.min(wanted, FREE_HOURS[side]) : wanted;
}
