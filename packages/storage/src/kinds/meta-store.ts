import { insertion, tableOf } from '../codec/record-table.js';
import type { StoreContents } from '../store-contents.js';

/** A few facts about a whole store, such as where its data comes from. Small strings, newest wins. */
export interface MetaStore {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
}

/** The fact that says from which issue time on runs are kept: epoch ms. Absent: all of them. */
export const RUNS_KEPT_FROM = 'runs_kept_from';

export const META_TABLE = tableOf({
  table: 'meta',
  columns: { name: 'text', value: 'text' },
  key: ['name'],
});

/** Facts in the tables of a store, the same on every engine. */
export function metaStore({ query, execute }: StoreContents): MetaStore {
  return {
    get: async (name) => (await query<{ value: string }>('select value from meta where name = ?', [name]))[0]?.value,
    set: (name, value) => execute([insertion(META_TABLE, [{ name, value }])]),
  };
}
