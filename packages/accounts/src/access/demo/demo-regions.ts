import type { AreaId, Areas } from '@loadcast/core';

export type DemoRegions = readonly AreaId[] | 'all' | 'none';

const REAL = 'CAISO';

/**
 * Reads `DEMO_REGIONS`: codes of surface A, `all` or `none`. Absent: all of a grid that may be shown to everybody, one region elsewhere.
 *
 * @throws {RangeError} a code is not one of surface A
 */
export function readDemoRegions(areas: Areas, setting: string | undefined, isOpen: boolean): DemoRegions {
  const text = setting?.trim().toLowerCase() ?? (isOpen ? 'all' : REAL);
  if (text === 'none' || text === 'all') return text;
  const ids = text.split(',').map((word) => {
    const found = areas.find('a', word);
    if (!found) throw new RangeError(`no such region: ${word}`);
    return found.area.id;
  });
  return [...new Set(ids)];
}
