import type { ColumnType, Table } from '../../codec/record-table.js';

const TYPES = {
  text: { sqlite: 'text', postgres: 'text' },
  integer: { sqlite: 'integer', postgres: 'bigint' },
  real: { sqlite: 'real', postgres: 'double precision' },
  bytes: { sqlite: 'blob', postgres: 'bytea' },
} as const;

/**
 * The statements that create the table of a kind, for its migration. Once released, a migration is history: a table that
 * changes later is altered by another one.
 */
export function createTable({ table, columns, key }: Pick<Table<Record<string, never>>, 'table' | 'columns' | 'key'>): {
  readonly sqlite: string;
  readonly postgres: string;
} {
  const lines = (engine: 'sqlite' | 'postgres'): string[] => [
    ...Object.entries<ColumnType>(columns).map(([name, column]) => {
      const { type, isNullable } = readType(column);
      // Texts sort by their bytes, as in SQLite, with any locale of the server.
      const collation = engine === 'postgres' && type === 'text' ? ' collate "C"' : '';
      return `${name} ${TYPES[type][engine]}${collation}${isNullable ? '' : ' not null'}`;
    }),
    `primary key (${key.join(', ')})`,
  ];
  return {
    sqlite: `create table ${table} (${lines('sqlite').join(', ')}) strict, without rowid`,
    postgres: `create table ${table} (${lines('postgres').join(', ')})`,
  };
}

/** The plain type of a column, and whether it may be null. */
export function readType(column: ColumnType): { readonly type: keyof typeof TYPES; readonly isNullable: boolean } {
  switch (column) {
    case 'text?':
      return { type: 'text', isNullable: true };
    case 'integer?':
      return { type: 'integer', isNullable: true };
    default:
      return { type: column, isNullable: false };
  }
}
