import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Migration } from '../../migrations/migration.js';
import { MIGRATIONS } from '../../migrations/migrations.data.js';
import { StoreError } from '../../store-error.js';

/** Marks a file as a Loadcast store: `LCst`. */
export const APPLICATION_ID = 0x4c437374;

/**
 * Brings a store to today's format, one transaction a step, so that it can be interrupted and run again anywhere.
 *
 * @param file the store, as messages name it
 * @throws {StoreError} `newer_format`; `not_a_store`
 */
export function migrate(
  database: DatabaseSyncInstance,
  file: string,
  migrations: readonly Migration[] = MIGRATIONS,
): void {
  assertKnownFormat(database, file, migrations.length);
  for (const { version, sqlite } of migrations) {
    if (formatVersion(database) >= version) continue;
    database.exec('begin immediate');
    try {
      // Another process may have taken this step while we waited for our turn.
      if (formatVersion(database) < version) {
        database.exec(`${sqlite}; pragma application_id = ${APPLICATION_ID}; pragma user_version = ${version}`);
      }
      database.exec('commit');
    } catch (error) {
      if (database.isTransaction) database.exec('rollback');
      throw error;
    }
  }
}

/** Refuses what this program cannot read. @throws {StoreError} `newer_format`; `not_a_store` */
function assertKnownFormat(database: DatabaseSyncInstance, file: string, newest: number): void {
  const version = formatVersion(database);
  const application = readNumber(database, 'pragma application_id');
  const isEmpty = readNumber(database, 'select count(*) from sqlite_schema') === 0;
  if (!isEmpty && application !== APPLICATION_ID) {
    throw new StoreError('not_a_store', `${file} is a database of something else than Loadcast`);
  }
  if (version > newest) {
    throw new StoreError(
      'newer_format',
      `${file} was written by a newer Loadcast (format ${version}, this one reads up to ${newest}); upgrade, or restore a backup`,
    );
  }
}

/** How many migrations a store has been through. */
export function formatVersion(database: DatabaseSyncInstance): number {
  return readNumber(database, 'pragma user_version');
}

function readNumber(database: DatabaseSyncInstance, sql: string): number {
  return Number(Object.values(database.prepare(sql).get())[0]);
}
