/** One step of the store's format, in both dialects. Never edited after a release: a change is a new row. */
export interface Migration {
  /** 1, 2, 3, ... without gaps: the position in the list. */
  readonly version: number;
  readonly name: string;
  /** Statements separated by `;`. Runs in one transaction with the new version number. */
  readonly sqlite: string;
  readonly postgres: string;
}

/** What the dialects call differently in tables of the same shape. */
interface SqlDialect {
  /** 64 bits: instants, counts. */
  readonly integer: string;
  readonly bytes: string;
  readonly real: string;
  /** Text in the order of its bytes, with any locale of the server. */
  readonly ordered: string;
  /** What ends a table that is found by its key. */
  readonly keyed: string;
  /** What ends a table whose rows the engine numbers. */
  readonly numbered: string;
}

const SQLITE: SqlDialect = {
  integer: 'integer',
  bytes: 'blob',
  real: 'real',
  ordered: 'text',
  keyed: ' strict, without rowid',
  numbered: ' strict',
};

const POSTGRES: SqlDialect = {
  integer: 'bigint',
  bytes: 'bytea',
  real: 'double precision',
  ordered: 'text collate "C"',
  keyed: '',
  numbered: '',
};

/** A step that is the same in both dialects except for a few words. */
export function inBoth(statements: (words: SqlDialect) => string): Pick<Migration, 'sqlite' | 'postgres'> {
  return { sqlite: statements(SQLITE), postgres: statements(POSTGRES) };
}
