import { type AreaId, areaById } from '@loadcast/core';

/** The code of an area in events: surface A's, or for a utility its own. */
export function regionCode(areaId: AreaId): string {
  return areaById(areaId).codes.a[0]?.code ?? areaId.toUpperCase();
}
