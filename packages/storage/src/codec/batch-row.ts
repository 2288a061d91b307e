import type { ObservationBatch } from '@loadcast/core';
import { StoreError } from '../store-error.js';
import { checksum } from './checksum.js';

export interface BatchRow {
  readonly source: string;
  readonly ingested_at: number;
  readonly provenance: string;
  readonly blocks: number;
  readonly crc: number;
}

export function encodeBatch({ source, ingestedAt, provenance, blocks }: ObservationBatch): BatchRow {
  const row = { source, ingested_at: ingestedAt, provenance: JSON.stringify(provenance), blocks: blocks.length };
  return { ...row, crc: checksum(Object.values(row)) };
}

/** @throws {StoreError} `corrupt`: the row is damaged, or blocks are missing */
export function decodeBatch(row: BatchRow, blocks: ObservationBatch['blocks']): ObservationBatch {
  const { source, ingested_at, provenance } = row;
  if (checksum([source, ingested_at, provenance, row.blocks]) !== row.crc || row.blocks !== blocks.length) {
    throw new StoreError('corrupt', `the batch from ${source} is damaged in the store`);
  }
  return { source, ingestedAt: ingested_at, provenance: JSON.parse(provenance), blocks };
}
