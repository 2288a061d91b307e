import { StoreError, type StoreFault } from '../../store-error.js';

/** SQLite's primary result codes that an operator can act on. https://www.sqlite.org/rescode.html */
const FAULTS: Readonly<Record<number, { fault: StoreFault; says: string }>> = {
  5: { fault: 'busy', says: 'another process is writing to it for too long' },
  8: { fault: 'read_only', says: 'it cannot be written (check who owns it and how it is mounted)' },
  10: { fault: 'failed', says: 'the disk did not read or write as it should' },
  11: { fault: 'corrupt', says: 'it is damaged; restore a backup' },
  13: { fault: 'full', says: 'the disk is full' },
  14: { fault: 'missing', says: 'it cannot be opened (check that the folder exists and who owns it)' },
  26: { fault: 'not_a_store', says: 'it is not a Loadcast store' },
};

/**
 * The store fault behind an error of SQLite. Anything else comes back as it is.
 *
 * @param file the store, as the message names it
 */
export function sqliteFault(file: string, thrown: unknown): unknown {
  const code = sqliteCode(thrown);
  const row = code === undefined ? undefined : FAULTS[code & 0xff];
  if (!row || thrown instanceof StoreError) return thrown;
  return new StoreError(row.fault, `${file}: ${row.says}`, { cause: thrown });
}

function sqliteCode(thrown: unknown): number | undefined {
  const code = thrown instanceof Error && 'sqliteExtendedCode' in thrown ? thrown.sqliteExtendedCode : undefined;
  return typeof code === 'number' ? code : undefined;
}
