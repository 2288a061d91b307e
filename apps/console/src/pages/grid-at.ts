import type { Grid, PageState } from '../data/facts.js';

/** The grid whose code is in a path such as `/r/PJM`, or undefined. */
export function gridAt({ path, facts }: PageState): Grid | undefined {
  const code = path.split('/')[2]?.toUpperCase();
  return facts.grids.find((grid) => grid.code === code);
}
