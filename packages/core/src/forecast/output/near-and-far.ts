import { LEAD_DAYS } from '../settings.data.js';
import type { LogParts } from './contributions.js';

const NEAR_OUTPUTS = 24 * (LEAD_DAYS.lastNear + 1);

/**
 * The near lead days of one forecast and the far ones of another, lead day by hour.
 *
 * The known hours of the issue day matter for the near lead days only; later lead days come from the reference hour.
 */
export function joinLeads(near: Float64Array, far: Float64Array): Float64Array {
  const joined = far.slice();
  joined.set(near.subarray(0, NEAR_OUTPUTS));
  return joined;
}

/** Likewise, part by part. */
export function joinParts(near: LogParts, far: LogParts): LogParts {
  return {
    recentLoad: joinLeads(near.recentLoad, far.recentLoad),
    neighbours: joinLeads(near.neighbours, far.neighbours),
    operator: joinLeads(near.operator, far.operator),
    weather: joinLeads(near.weather, far.weather),
  };
}
