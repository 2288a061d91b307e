import type { SeriesKey } from '@loadcast/core';

/** A series, and how many blocks it has. */
export interface SeriesRow extends SeriesKey {
  readonly id: number;
  readonly blocks: number;
}
