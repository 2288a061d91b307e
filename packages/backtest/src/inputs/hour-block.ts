import { type EpochMs, HOUR_MS, type KnownRule, type ObservationBlock } from '@loadcast/core';

/** The value of a key, made when there is none. */
export function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

/** Hours that became known together, from the first to the last of them. */
export function blockOf<Row>(
  rows: ReadonlyMap<EpochMs, Row>,
  read: (row: Row) => number,
  known: KnownRule,
): ObservationBlock {
  let [start, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const hour of rows.keys()) {
    start = Math.min(start, hour);
    last = Math.max(last, hour);
  }
  const values = new Float64Array((last - start) / HOUR_MS + 1).fill(Number.NaN);
  for (const [hour, row] of rows) values[(hour - start) / HOUR_MS] = read(row);
  return { start, values, known };
}
