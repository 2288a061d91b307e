import type { Measure } from '@loadcast/core';

/** What a series holds: how many blocks, and the chained checksum of them. */
export interface SeriesRow {
  readonly id: number;
  readonly series: string;
  readonly measure: Measure;
  readonly blocks: number;
  readonly chain: number;
  readonly crc: number;
}
