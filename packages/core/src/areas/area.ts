import type { AreaRow } from './area-row.js';
import { AREA_ROWS } from './areas.data.js';

export type AreaId = (typeof AREA_ROWS)[number]['id'];

export type SurfaceId = 'a' | 'b' | 'c';

/** One area, as its row of the registry says. */
export interface Area extends AreaRow {
  readonly id: AreaId;
}

/** Every area, in the order of the contract's tables. */
export const AREAS: readonly Area[] = AREA_ROWS;
