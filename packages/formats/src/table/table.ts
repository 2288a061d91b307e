/**
 * One column of a table: its name and a value a row.
 *
 * `instant`: epoch ms, written as UTC. `wall`: a wall clock as epoch ms of the same fields in UTC. `number`: at most two
 * decimals. NaN and undefined are missing values.
 */
export type TableColumn =
  | { readonly name: string; readonly kind: 'instant' | 'wall' | 'number'; readonly values: ArrayLike<number> }
  | { readonly name: string; readonly kind: 'text'; readonly values: ArrayLike<string | undefined> };

export interface Table {
  readonly rowCount: number;
  readonly columns: readonly TableColumn[];
}

/**
 * A table of columns; undefined columns are left out.
 *
 * @throws {RangeError} when a column has another number of values
 */
export function tableOf(rowCount: number, columns: readonly (TableColumn | undefined)[]): Table {
  const given = columns.filter((column) => column !== undefined);
  for (const { name, values } of given) {
    if (values.length !== rowCount) throw new RangeError(`${name}: ${values.length} values in ${rowCount} rows`);
  }
  return { rowCount, columns: given };
}
