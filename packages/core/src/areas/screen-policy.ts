import { AUTHORITY_POLICY, SUB_AREA_POLICY } from '../screening/policies.data.js';
import type { ScreenPolicy } from '../screening/policy.js';
import { AREAS } from './area.js';

const bySeries = new Map(AREAS.map(({ series, screening }) => [series, screening]));

/**
 * The bounds of a series: its area's own if the area has any, else the bounds of its kind.
 *
 * @param series EIA-930 id; `PARENT-SUBAREA` is a sub-area
 * @example
 * screenPolicy('CISO-VEA').frozenRunHours // => 6
 */
export function screenPolicy(series: string): ScreenPolicy {
  return bySeries.get(series) ?? (series.includes('-') ? SUB_AREA_POLICY : AUTHORITY_POLICY);
}
