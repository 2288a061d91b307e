import type { AreaId } from '../../areas/area.js';
import type { VintageStore } from '../../ports/vintage-store.js';
import type { EpochMs } from '../../time/instant.js';

/**
 * Whether a vintage that was available at an instant is newer than the newest that a cache has. A count that includes
 * it must not be kept beside the older one: results of the one may be cached under the other.
 *
 * @param cachedAt when the newest in the cache became available; undefined: it has none
 */
export async function isSuperseded(
  store: Pick<VintageStore, 'headers'>,
  areaId: AreaId,
  cachedAt: EpochMs | undefined,
  asOf: EpochMs,
): Promise<boolean> {
  const start = (cachedAt ?? -1) + 1;
  if (asOf < start) return false;
  return (await store.headers(areaId, { start, end: Math.min(asOf, Number.MAX_SAFE_INTEGER - 1) + 1 })).length > 0;
}
