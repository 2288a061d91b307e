import { insertion, type Table } from '../codec/record-table.js';
import type { StoreContents } from '../store-contents.js';

/** A few facts about a whole store, such as where its data comes from. Small strings, newest wins. */
export interface MetaStore {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
  /** Every fact, by name. */
  all(): Promise<ReadonlyMap<string, string>>;
}

export const META_TABLE: Table<{ readonly name: string; readonly value: string }> = {
  table: 'meta',
  columns: { name: 'text', value: 'text' },
  key: ['name'],
};

/** Facts in the tables of a store, the same on every engine. */
export function metaStore({ query, execute }: StoreContents): MetaStore {
  const all = async (): Promise<ReadonlyMap<string, string>> => {
    const rows = await query<{ name: string; value: string }>('select name, value from meta order by name');
    return new Map(rows.map(({ name, value }) => [name, value]));
  };
  return {
    get: async (name) => (await all()).get(name),
    set: (name, value) => execute([insertion(META_TABLE, [{ name, value }])]),
    all,
  };
}
