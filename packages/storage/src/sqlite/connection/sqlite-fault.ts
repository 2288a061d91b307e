import { StoreError, type StoreFault } from '../../store-error.js';

/** SQLite's primary result codes that an operator can act on, and their texts. https://www.sqlite.org/rescode.html */
const FAULTS: readonly { code: number; text: string; fault: StoreFault; says: string }[] = [
  { code: 5, text: 'database is locked', fault: 'busy', says: 'another process is writing to it for too long' },
  {
    code: 8,
    text: 'attempt to write a readonly database',
    fault: 'read_only',
    says: 'it cannot be written (check who owns it and how it is mounted)',
  },
  { code: 10, text: 'disk I/O error', fault: 'failed', says: 'the disk did not read or write as it should' },
  { code: 11, text: 'database disk image is malformed', fault: 'corrupt', says: 'it is damaged; restore a backup' },
  { code: 13, text: 'database or disk is full', fault: 'full', says: 'the disk is full' },
  {
    code: 14,
    text: 'unable to open database file',
    fault: 'missing',
    says: 'it cannot be opened (check that the folder exists and who owns it)',
  },
  { code: 26, text: 'file is not a database', fault: 'not_a_store', says: 'it is not a Loadcast store' },
];

/**
 * The store fault behind an error of SQLite. Anything else comes back as it is.
 *
 * @param file the store, as the message names it
 */
export function sqliteFault(file: string, thrown: unknown): unknown {
  if (!(thrown instanceof Error) || thrown instanceof StoreError) return thrown;
  const code = 'sqliteExtendedCode' in thrown ? thrown.sqliteExtendedCode : undefined;
  // Errors of `all()` and `iterate()` have the text of a code only.
  const row = FAULTS.find((each) =>
    typeof code === 'number' ? each.code === (code & 0xff) : each.text === thrown.message,
  );
  return row ? new StoreError(row.fault, `${file}: ${row.says}`, { cause: thrown }) : thrown;
}
