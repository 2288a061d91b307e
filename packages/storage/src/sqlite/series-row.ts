import type { SeriesKey } from '@loadcast/core';

/** What a series holds: how many blocks, and the chained checksum of them. */
export interface SeriesRow extends SeriesKey {
  readonly id: number;
  readonly blocks: number;
  readonly chain: number;
  readonly crc: number;
}
