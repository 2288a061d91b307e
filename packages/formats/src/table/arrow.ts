import { columnFromArray, float64, TimeUnit, tableFromColumns, tableToIPC, timestamp, utf8 } from '@uwdata/flechette';
import type { RequestScope } from '../http.js';
import { createPause } from '../pause.js';
import { roundMw } from '../report/rows/mw.js';
import type { Table, TableColumn } from './table.js';

const TYPES = {
  instant: timestamp(TimeUnit.MILLISECOND, 'UTC'),
  wall: timestamp(TimeUnit.MILLISECOND),
  number: float64(),
  text: utf8(),
} as const satisfies Record<TableColumn['kind'], unknown>;

/**
 * A table as one Arrow IPC stream. Every column may hold nulls, so that the schema depends on the columns alone. Columns are
 * made one after another, so that a long table does not delay other requests.
 *
 * @param scope ends the work; absent where callers cannot disconnect
 */
export async function arrowStream({ columns }: Table, scope?: RequestScope): Promise<Uint8Array> {
  const pause = createPause(scope);
  const named: [string, ReturnType<typeof columnFromArray>][] = [];
  for (const column of columns) {
    named.push([column.name, columnFromArray(valuesOrNull(column), TYPES[column.kind])]);
    await pause();
  }
  return tableToIPC(tableFromColumns(named), { format: 'stream' })!;
}

function valuesOrNull(column: TableColumn): (number | string | null)[] {
  if (column.kind === 'text') return Array.from(column.values, (value) => value ?? null);
  const isRounded = column.kind === 'number';
  return Array.from(column.values, (value) => (Number.isNaN(value) ? null : isRounded ? roundMw(value) : value));
}
