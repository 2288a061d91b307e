interface StepName {
  /** 1, 2, 3, ... without gaps: the position in the list. */
  readonly version: number;
  readonly name: string;
}

/** One step of the store's format, in both dialects. */
export interface Migration extends StepName {
  /** Statements separated by `;`. Runs in one transaction with the new version number. */
  readonly sqlite: string;
  readonly postgres: string;
}

/** A step as it is written: `both` is the same in the dialects except for a few words. Never edited after a release: a change is a new row. */
export type MigrationStep = Migration | (StepName & { both(words: SqlDialect): string });

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

export function toMigration(step: MigrationStep): Migration {
  if (!('both' in step)) return step;
  const { both, ...named } = step;
  return { ...named, sqlite: both(SQLITE), postgres: both(POSTGRES) };
}
