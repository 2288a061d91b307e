import type { AreaRow } from './area-row.js';
import { GRIDS } from './rows/grids.data.js';
import { UTILITIES } from './rows/utilities.data.js';

/** Every area, in the order of the contract's tables. Adding an area is adding a row to one of the two lists. */
export const AREA_ROWS = [...GRIDS, ...UTILITIES] as const satisfies readonly AreaRow[];
