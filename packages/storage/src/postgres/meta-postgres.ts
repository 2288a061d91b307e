import type { MetaStore } from '../meta-store.js';
import type { Connections } from './connections.js';

/** Facts about the store in PostgreSQL. */
export function metaPostgres(connections: Connections): MetaStore {
  const all = async (): Promise<ReadonlyMap<string, string>> => {
    const rows = await connections.query<{ name: string; value: string }>('select name, value from meta order by name');
    return new Map(rows.map(({ name, value }) => [name, value]));
  };
  return {
    get: async (name) => (await all()).get(name),
    async set(name, value) {
      await connections.query(
        'insert into meta (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
        [name, value],
      );
    },
    all,
  };
}
