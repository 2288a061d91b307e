import type { SqlValue, Statement, TableReader } from '../store-contents.js';

/** What a column holds; `?` when it may be null. */
interface ColumnTypes {
  readonly text: string;
  readonly integer: number;
  readonly real: number;
  readonly bytes: Uint8Array;
  readonly 'text?': string | null;
  readonly 'integer?': number | null;
}

export type ColumnType = keyof ColumnTypes;
export type Columns = Readonly<Record<string, ColumnType>>;

/** The column of a field: `account_id` for `accountId`. */
type Column<Field extends string> = Field extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Column<Rest>}`
  : Field;

/** The field of a column. */
type Field<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Field<Rest>>}`
  : Name;

/** A row as engines give it. */
export type RowOf<C extends Columns> = { readonly [Name in keyof C]: ColumnTypes[C[Name]] };

/** A record of a table. */
export type RecordOf<T extends { readonly record?: unknown }> = NonNullable<T['record']>;

export type Values<Row> = Readonly<Record<keyof Row, SqlValue>>;

export interface Table<Row> {
  readonly table: string;
  /** Every column but the numbers that an engine gives to rows. */
  readonly columns: Readonly<Record<Column<keyof Row & string>, ColumnType>>;
  /** The columns that name a row. */
  readonly key: readonly Column<keyof Row & string>[];
  /** A record of the table: only its type counts. */
  readonly record?: Row;
}

/** A table whose records have the fields and the types of its columns. */
export function tableOf<const C extends Columns>(table: {
  readonly table: string;
  readonly columns: C;
  readonly key: readonly (keyof C)[];
}) {
  type Row = { readonly [Name in keyof C & string as Field<Name>]: ColumnTypes[C[Name]] };
  return table as unknown as Table<Row>;
}

/** Rows fetched and written at a time: a few hundred kilobytes, and well under the parameters that an engine takes. */
export const ROWS_AT_A_TIME = 200;

const fieldOf = (column: string): string => column.replace(/_./g, ([, letter]) => letter!.toUpperCase());

export function toRecord<Row extends Values<Row>>({ columns }: Table<Row>, row: object): Row {
  const values = row as Readonly<Record<string, SqlValue>>;
  return Object.fromEntries(Object.keys(columns).map((column) => [fieldOf(column), values[column]])) as Row;
}

/** Records of a table. @param rest of the statement, after the table's name: conditions, an order, a limit */
export async function readRecords<Row extends Values<Row>>(
  reader: TableReader,
  table: Table<Row>,
  rest: string,
  values: readonly SqlValue[] = [],
): Promise<Row[]> {
  const rows = await reader.query<object>(`select * from ${table.table} ${rest}`, values);
  return rows.map((row) => toRecord(table, row));
}

/** Rows in slices of as many as are written at a time. */
export function slices<T>(rows: readonly T[]): (readonly T[])[] {
  const count = Math.ceil(rows.length / ROWS_AT_A_TIME);
  return Array.from({ length: count }, (_, i) => rows.slice(i * ROWS_AT_A_TIME, (i + 1) * ROWS_AT_A_TIME));
}

export function valuesOf<Row extends Values<Row>>({ columns }: Table<Row>, record: Row): SqlValue[] {
  return Object.keys(columns).map((column) => record[fieldOf(column) as keyof Row]);
}

/** Writes records, replacing those with the same keys. */
export function insertion<Row extends Values<Row>>(table: Table<Row>, records: readonly Row[]): Statement {
  const names = Object.keys(table.columns);
  const updates = names
    .filter((name) => !(table.key as readonly string[]).includes(name))
    .map((name) => `${name} = excluded.${name}`);
  const action = updates.length === 0 ? 'nothing' : `update set ${updates.join(', ')}`;
  const { sql, values } = strictInsertion(table, records);
  return { sql: `${sql} on conflict (${table.key.join(', ')}) do ${action}`, values };
}

/** Writes records, of which none may be there. */
export function strictInsertion<Row extends Values<Row>>(table: Table<Row>, records: readonly Row[]): Statement {
  const names = Object.keys(table.columns);
  const places = `(${names.map(() => '?').join(', ')})`;
  return {
    sql: `insert into ${table.table} (${names.join(', ')}) values ${records.map(() => places).join(', ')}`,
    values: records.flatMap((record) => valuesOf(table, record)),
  };
}
