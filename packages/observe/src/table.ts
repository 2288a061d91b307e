export interface Column {
  readonly head: string;
  readonly align: 'left' | 'right';
}

export type Cell = string | number;

export const left = (...heads: readonly string[]): Column[] => heads.map((head) => ({ head, align: 'left' }));
export const right = (...heads: readonly string[]): Column[] => heads.map((head) => ({ head, align: 'right' }));

/** A number with some decimals; `-` where there is none. */
export const fixed = (value: number, decimals: number): string => (Number.isNaN(value) ? '-' : value.toFixed(decimals));

/** Columns of numbers: the head of each, its value in a row and how many decimals are shown. */
export type Figures<R> = readonly (readonly [head: string, value: (row: R) => number, decimals: number])[];

export const figureColumns = (figures: readonly (readonly [head: string, ...rest: unknown[]])[]): Column[] =>
  right(...figures.map(([head]) => head));

export const figureCells = <R>(figures: Figures<R>, row: R): string[] =>
  figures.map(([, value, decimals]) => fixed(value(row), decimals));

/** Lines of a table: the heads, then the rows, in columns as wide as their widest cell. */
export function table(columns: readonly Column[], rows: readonly (readonly Cell[])[]): string[] {
  return aligned(columns, [columns.map(({ head }) => head), ...rows]);
}

/** A list as JSON, and as a table with a line for each entry. */
export function listing<T>(
  heads: readonly string[],
  entries: readonly T[],
  cellsOf: (entry: T, at: number) => readonly Cell[],
): { readonly json: readonly T[]; readonly text: readonly string[] } {
  return { json: entries, text: table(left(...heads), entries.map(cellsOf)) };
}

/** Rows in columns as wide as their widest cell, two spaces apart. A last column of words is not padded. */
export function aligned(columns: readonly Pick<Column, 'align'>[], rows: readonly (readonly Cell[])[]): string[] {
  const texts = rows.map((row) => row.map(String));
  const widths = columns.map((_, at) => Math.max(0, ...texts.map((row) => row[at]?.length ?? 0)));
  const padded = (text: string, at: number): string =>
    columns[at]?.align === 'right' ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0);
  const lines = texts.map((row) => row.map(padded).join('  '));
  return columns.at(-1)?.align === 'right' ? lines : lines.map((line) => line.trimEnd());
}
