import { checksum } from '../codec/checksum.js';
import type { SqlValue, Statement, TableReader } from '../store-contents.js';
import type { StoredKind, WritableStore } from './stored-kind.js';

/** What a column holds; `?` when it may be null. */
export type ColumnType = 'text' | 'integer' | 'real' | 'bytes' | 'text?' | 'integer?' | 'real?' | 'bytes?';

/** A row by column. */
export type SqlRow<Row> = Readonly<Record<keyof Row, SqlValue>>;

/** A table whose rows stand for themselves. */
export interface Table<Row extends SqlRow<Row>> {
  readonly table: string;
  /** Every column but the numbers that an engine gives to rows. */
  readonly columns: Readonly<Record<keyof Row & string, ColumnType>>;
  /** The columns that name a row. */
  readonly key: readonly (keyof Row & string)[];
}

/** A kind that is one table. Without a codec its values are its rows. */
export interface TableKindSpec<Row extends SqlRow<Row>, Value> extends Table<Row> {
  /** Checks a row and gives its value. @throws {StoreError} `corrupt` */
  readonly decode: (row: Row) => Value;
  /** Checksum of a value. */
  readonly digest: (value: Value, position: number) => number;
  /** How values are written where a row is not all there is to write. */
  readonly write: (store: WritableStore, values: readonly Value[]) => Promise<unknown>;
  readonly isSeeded?: boolean;
}

/** A kind that is one table, and its definition. */
export interface TableKind<Row extends SqlRow<Row>, Value> extends StoredKind<Value>, Table<Row> {}

/** Rows fetched and written at a time: a few hundred kilobytes, and well under the parameters that an engine takes. */
const ROWS_AT_A_TIME = 200;

/** A kind that is one table with a codec of its own. */
export function tableKind<Row extends SqlRow<Row>, Value>(spec: TableKindSpec<Row, Value>): TableKind<Row, Value> {
  const { isSeeded = false } = spec;
  return {
    ...spec,
    tables: [spec.table],
    isSeeded,
    groupSize: ROWS_AT_A_TIME,
    async *read(source) {
      for await (const row of readRows(spec, source)) yield spec.decode(row);
    },
    assertDerived: async () => {},
  };
}

/** A kind that is one table, whose values are its rows. @param check refuses a damaged row with a `StoreError` */
export function rowKind<Row extends SqlRow<Row>>(
  table: Table<Row> & { readonly isSeeded?: boolean },
  check: (row: Row) => void = () => {},
): TableKind<Row, Row> {
  return tableKind<Row, Row>({
    ...table,
    decode(row) {
      check(row);
      return row;
    },
    digest: (row) => digestOfRow(table, row),
    write: ({ contents }, rows) => contents.execute([insertRows(table, rows)]),
  });
}

/** Every row in the order of the key, a few hundred at a time. */
async function* readRows<Row extends SqlRow<Row>>(
  { table, columns, key }: Table<Row>,
  source: TableReader,
): AsyncIterable<Row> {
  const names = key.join(', ');
  const page = (where: string): string =>
    `select ${Object.keys(columns).join(', ')} from ${table} ${where} order by ${names} limit ${ROWS_AT_A_TIME}`;
  const next = page(`where (${names}) > (${key.map(() => '?').join(', ')})`);
  let rows = await source.query<Row>(page(''));
  for (;;) {
    for (const row of rows) yield row;
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_A_TIME) return;
    rows = await source.query(
      next,
      key.map((column) => last[column]),
    );
  }
}

/** Writes rows, replacing rows with the same keys. */
export function insertRows<Row extends SqlRow<Row>>(
  { table, columns, key }: Table<Row>,
  rows: readonly Row[],
): Statement {
  const names = columnsOf(columns);
  const places = `(${names.map(() => '?').join(', ')})`;
  const updates = names.filter((name) => !key.includes(name)).map((name) => `${name} = excluded.${name}`);
  const action = updates.length === 0 ? 'nothing' : `update set ${updates.join(', ')}`;
  return {
    sql: `insert into ${table} (${names.join(', ')}) values ${rows.map(() => places).join(', ')}
      on conflict (${key.join(', ')}) do ${action}`,
    values: rows.flatMap((row) => names.map((name) => row[name])),
  };
}

function digestOfRow<Row extends SqlRow<Row>>({ columns }: Table<Row>, row: Row): number {
  const fields = columnsOf(columns).map((name): SqlValue => row[name]);
  const plain = fields.map((field) => (field instanceof Uint8Array ? checksum([], field) : field));
  return checksum([JSON.stringify(plain)]);
}

function columnsOf<Row extends SqlRow<Row>>(columns: Table<Row>['columns']): (keyof Row & string)[] {
  return Object.keys(columns) as (keyof Row & string)[];
}
