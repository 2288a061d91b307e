import type { TableReader } from '../store-contents.js';
import { type KindName, STORED_KINDS, type StoredKinds } from './stored-kinds.data.js';

export type StoreCounts = Readonly<Record<KindName, number>>;

/** Counts what a store holds. Kinds not in `STORED_KINDS` are counted under their names too. */
export async function countRows(source: TableReader, kinds: StoredKinds = STORED_KINDS): Promise<StoreCounts> {
  const counts = Object.entries(kinds).map(([name, { table }]) => `(select count(*) from ${table}) as ${name}`);
  const [row] = await source.query<StoreCounts>(`select ${counts.join(', ')}`);
  // A statement of counts alone has one row.
  return { ...row! };
}
