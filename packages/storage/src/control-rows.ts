import type { Kysely } from 'kysely';
import type { ControlTables } from './accounts/control-tables.js';
import { CONTROL_TABLES, type ControlRow, type StoreContents } from './store-contents.js';

/** Rows in one insert: SQLite and PostgreSQL both take thousands of parameters, not millions. */
const ROWS_AT_A_TIME = 200;

/** The control plane's part of a store's contents, the same on both engines. */
export function controlContents(db: Kysely<ControlTables>): Pick<StoreContents, 'controlRows' | 'replaceControlRows'> {
  // The tables are handled by name, whatever their columns are.
  const anyTable = db as unknown as Kysely<Record<string, ControlRow>>;
  return {
    controlRows: (table) => anyTable.selectFrom(table).selectAll().execute(),
    async replaceControlRows(rows) {
      await anyTable.transaction().execute(async (trx) => {
        for (const table of CONTROL_TABLES.toReversed()) await trx.deleteFrom(table).execute();
        for (const table of CONTROL_TABLES) {
          const all = rows.get(table) ?? [];
          for (let from = 0; from < all.length; from += ROWS_AT_A_TIME) {
            await trx
              .insertInto(table)
              .values(all.slice(from, from + ROWS_AT_A_TIME))
              .execute();
          }
        }
      });
    },
  };
}
