import { createHash } from 'node:crypto';
import type { BulkStore } from '@loadcast/surface-a';
import { writeParquet } from './parquet/write-parquet.js';

/** A file in memory, for an answer as of an instant. */
export const encodeBulk: BulkStore['encode'] = async (columns, tables) => {
  const parts: Uint8Array[] = [];
  const hash = createHash('sha256');
  const rows = await writeParquet(columns, tables, (bytes) => {
    hash.update(bytes);
    parts.push(bytes);
  });
  return { bytes: Buffer.concat(parts), rows, sha256: hash.digest('hex') };
};
