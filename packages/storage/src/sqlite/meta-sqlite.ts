import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { MetaStore } from '../meta-store.js';
import type { Transactions } from './connection/transactions.js';

export function metaSqlite(database: DatabaseSyncInstance, transactions: Transactions): MetaStore {
  const select = database.prepare('select name, value from meta order by name');
  const upsert = database.prepare(
    'insert into meta (name, value) values (?, ?) on conflict do update set value = excluded.value',
  );

  const all = (): ReadonlyMap<string, string> => {
    const rows: { name: string; value: string }[] = select.all();
    return new Map(rows.map(({ name, value }) => [name, value]));
  };
  return {
    async get(name) {
      return transactions.read(all).get(name);
    },
    async set(name, value) {
      await transactions.write(() => upsert.run(name, value));
    },
    async all() {
      return transactions.read(all);
    },
  };
}
