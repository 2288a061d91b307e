import { checksum } from '../codec/checksum.js';
import { insertion, ROWS_AT_A_TIME, type Table, toRecord, type Values, valuesOf } from '../codec/record-table.js';
import type { SqlValue, TableReader } from '../store-contents.js';
import type { StoredKind, WritableStore } from './stored-kind.js';

export interface TableKindSpec<Row extends Values<Row>, Value> extends Table<Row> {
  /** Checks a row and gives its value. @throws {StoreError} `corrupt` */
  readonly decode: (row: Row) => Value;
  readonly digest: (value: Value, position: number) => number;
  /** How values are written where a row is not all there is to write. */
  readonly write: (store: WritableStore, values: readonly Value[]) => Promise<unknown>;
  readonly isSeeded?: boolean;
}

export interface TableKind<Row extends Values<Row>, Value> extends StoredKind<Value>, Table<Row> {}

export function tableKind<Row extends Values<Row>, Value>(spec: TableKindSpec<Row, Value>): TableKind<Row, Value> {
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

/** A kind that is one table of records. @param check refuses a damaged one with a `StoreError` */
export function recordKind<Row extends Values<Row>>(
  table: Table<Row> & { readonly isSeeded?: boolean },
  check: (record: Row) => void = () => {},
): TableKind<Row, Row> {
  return tableKind<Row, Row>({
    ...table,
    decode(row) {
      const record = toRecord(table, row);
      check(record);
      return record;
    },
    digest: (record) => checksum([JSON.stringify(valuesOf(table, record).map(plain))]),
    write: ({ contents }, records) => contents.execute([insertion(table, records)]),
  });
}

const plain = (value: SqlValue): string | number | null => (value instanceof Uint8Array ? checksum([], value) : value);

/** Every row in the order of the key, a few hundred at a time. */
async function* readRows<Row extends Values<Row>>(
  { table, columns, key }: Table<Row>,
  source: TableReader,
): AsyncIterable<Row> {
  const names = key.join(', ');
  const page = (where: string): string =>
    `select ${Object.keys(columns).join(', ')} from ${table} ${where} order by ${names} limit ${ROWS_AT_A_TIME}`;
  const next = page(`where (${names}) > (${key.map(() => '?').join(', ')})`);
  let rows = await source.query<Row & Record<string, SqlValue>>(page(''));
  for (;;) {
    for (const row of rows) yield row;
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_A_TIME) return;
    rows = await source.query(
      next,
      key.map((column) => last[column]!),
    );
  }
}
