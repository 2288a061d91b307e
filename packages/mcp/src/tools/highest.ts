import type { Cell, Columns } from '../small-answer.js';

/** A row by the names of its columns, without empty cells. */
export type Row = Readonly<Record<string, Exclude<Cell, null>>>;

/** The row at which a column is highest: its times and numbers. Undefined where the column has no value. */
export function highest({ data }: Columns, column: string): Row | undefined {
  const at = (data[column] ?? []).reduce<number | undefined>((best, cell, i, all) => {
    if (typeof cell !== 'number') return best;
    return best === undefined || cell > Number(all[best]) ? i : best;
  }, undefined);
  return at === undefined ? undefined : rowAt(data, at, ['time_utc', 'time_local', column, 'p10', 'p90']);
}

export function rowOf({ data }: Columns, timeUtc: Cell): Row {
  const at = (data['time_utc'] ?? []).indexOf(timeUtc);
  return at < 0 ? {} : rowAt(data, at, Object.keys(data));
}

/** Cells of a row by name, without empty ones. */
export function rowAt(data: Columns['data'], at: number, names: readonly string[]): Row {
  const cells = names.map((name) => [name, data[name]?.[at] ?? null] as const);
  return Object.fromEntries(cells.filter((pair): pair is [string, string | number] => pair[1] !== null));
}
