import { createHash } from 'node:crypto';
import type { Table } from '@loadcast/formats';
import type { BulkColumns, BulkFile, BulkType } from '@loadcast/surface-a';
import { COLUMN_TYPES, valuesOf } from './column-types.data.js';
import { ByteWriter, ParquetWriter } from './library.js';

/** Named in each file, and in no other way part of it: equal rows give equal bytes. */
const CREATED_BY = 'loadcast';

/**
 * Writes tables as a Parquet file: a row group a table, compressed with Snappy. The bytes depend on the rows alone.
 *
 * @param columns of every table, in this order
 * @param onBytes called with the next bytes, which it owns; its promise is awaited
 * @returns how many rows were written, of none the file is whole, too; how many bytes, and their SHA-256
 * @throws {RangeError} a table has other columns, or a row lacks a value that is not optional
 */
export async function writeParquet(
  columns: BulkColumns,
  tables: AsyncIterable<Table>,
  onBytes: (bytes: Uint8Array) => void | Promise<void>,
): Promise<Pick<BulkFile, 'rows' | 'bytes' | 'sha256'>> {
  const names = Object.keys(columns);
  const types = names.map((name) => readType(columns[name]!));
  const elements = types.map(({ type, isOptional }, at) => ({
    name: names[at]!,
    ...COLUMN_TYPES[type].physical,
    repetition_type: isOptional ? ('OPTIONAL' as const) : ('REQUIRED' as const),
  }));
  const written = new ByteWriter();
  const hash = createHash('sha256');
  let length = 0;
  const give = async (): Promise<void> => {
    const bytes = taken(written);
    hash.update(bytes);
    length += bytes.byteLength;
    await onBytes(bytes);
  };
  const writer = new ParquetWriter({
    writer: written,
    schema: [{ name: 'root', num_children: names.length }, ...elements],
    createdBy: CREATED_BY,
  });
  let rows = 0;
  for await (const table of tables) {
    if (table.rowCount === 0) continue;
    requireColumns(names, table);
    const columnData = table.columns.map((column, at) => {
      const { type, isOptional } = types[at]!;
      const data = valuesOf(type, column);
      if (!isOptional && data.includes(null)) throw new RangeError(`${column.name}: a row has no value`);
      return { name: column.name, data };
    });
    writer.write({ columnData, rowGroupSize: table.rowCount });
    rows += table.rowCount;
    await give();
  }
  writer.finish();
  await give();
  return { rows, bytes: length, sha256: hash.digest('hex') };
}

function taken(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}

function readType(text: string): { readonly type: BulkType; readonly isOptional: boolean } {
  const isOptional = text.endsWith('?');
  const type = (isOptional ? text.slice(0, -1) : text) as BulkType;
  return { type, isOptional };
}

function requireColumns(names: readonly string[], { columns }: Table): void {
  const given = columns.map(({ name }) => name).join();
  if (given !== names.join()) throw new RangeError(`columns: expected ${names.join()}, given ${given}`);
}
