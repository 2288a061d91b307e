import type { BulkStore } from '@loadcast/surface-a';
import { writeParquet } from './parquet/write-parquet.js';

export const encodeBulk: BulkStore['encode'] = async (columns, tables) => {
  const parts: Uint8Array[] = [];
  const file = await writeParquet(columns, tables, (bytes) => void parts.push(bytes));
  return { ...file, bytes: Buffer.concat(parts) };
};
