/**
 * Deletes all but so many entries of a map: those with the highest counts stay, of equal ones those that were added last.
 *
 * Nothing is sorted or copied: under a flood of names this runs again and again between answers.
 */
export function keepBusiest<K, V>(entries: Map<K, V>, most: number, countOf: (value: V) => number): void {
  const dropped = droppedByCount(entries, entries.size - most, countOf);
  for (const [key, value] of entries) {
    const count = countOf(value);
    const left = dropped.get(count) ?? 0;
    if (left === 0) continue;
    entries.delete(key);
    dropped.set(count, left - 1);
  }
}

/** How many entries of each count are to go. Counts that differ are few: most names of a flood are counted once. */
function droppedByCount<V>(
  entries: ReadonlyMap<unknown, V>,
  drop: number,
  countOf: (value: V) => number,
): Map<number, number> {
  const byCount = new Map<number, number>();
  for (const value of entries.values()) {
    const count = countOf(value);
    byCount.set(count, (byCount.get(count) ?? 0) + 1);
  }
  let left = Math.max(0, drop);
  const dropped = new Map<number, number>();
  for (const count of [...byCount.keys()].sort((one, two) => one - two)) {
    const gone = Math.min(left, byCount.get(count) ?? 0);
    dropped.set(count, gone);
    left -= gone;
  }
  return dropped;
}
