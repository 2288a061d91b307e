import type { Grid, PageState } from '../data/facts.js';

export function findGrid({ path, facts }: Pick<PageState, 'path' | 'facts'>): Grid | undefined {
  const code = path.split('/')[2]?.toUpperCase();
  return [...facts.grids, ...facts.utilities].find((grid) => grid.code === code);
}

/** The grid of a page of one: `pageAt` finds such a page for a known grid alone. */
export function gridAt(state: PageState): Grid {
  const grid = findGrid(state);
  if (!grid) throw new Error(`no grid at ${state.path}`);
  return grid;
}
