import type { AreaId } from '../areas/area.js';
import type { EpochMs } from '../time/instant.js';
import type { Vintage } from '../vintages/vintage.js';
import { type RunDeps, VINTAGES_PER_PAUSE } from './runs-forecast.js';

export type InstantDeps = Pick<RunDeps, 'pause'> & {
  readonly vintages: Pick<RunDeps['vintages'], 'newest' | 'headers'>;
};

/**
 * The newest run that was available at each of some instants, or undefined: the same runs as from `newest`.
 *
 * Headers say where the newest run changes, so that a run is read once however many instants it counts for.
 *
 * @param instants in any order; NaN gives undefined
 */
export async function vintagesAt(
  deps: InstantDeps,
  areaId: AreaId,
  instants: readonly EpochMs[],
): Promise<(Vintage | undefined)[]> {
  const order = [...instants.keys()]
    .filter((index) => !Number.isNaN(instants[index]!))
    .sort((a, b) => instants[a]! - instants[b]!);
  const found: (Vintage | undefined)[] = new Array(instants.length).fill(undefined);
  if (order.length === 0) return found;
  const [first, last] = [instants[order[0]!]!, instants[order.at(-1)!]!];
  const later = last > first ? await deps.vintages.headers(areaId, { start: first + 1, end: last + 1 }) : [];
  const coming = [...later].sort((a, b) => a.availableAt - b.availableAt);
  let current = await deps.vintages.newest(areaId, first);
  let next = 0;
  let reads = 1;
  for (const index of order) {
    const instant = instants[index]!;
    let issuedAt = current?.issuedAt ?? Number.NEGATIVE_INFINITY;
    for (; next < coming.length && coming[next]!.availableAt <= instant; next++) {
      issuedAt = Math.max(issuedAt, coming[next]!.issuedAt);
    }
    if (issuedAt > (current?.issuedAt ?? Number.NEGATIVE_INFINITY)) {
      if (reads++ % VINTAGES_PER_PAUSE === 0) await deps.pause?.();
      current = await deps.vintages.newest(areaId, instant);
    }
    found[index] = current;
  }
  return found;
}
