/** A tool answers with less than 4 KB. */
export const MOST_BYTES = 4_096 - 1;

export type Cell = string | number | null;

/** Rows of an endpoint with `format=columns`: one array a column. */
export interface Columns {
  readonly data: Readonly<Record<string, readonly Cell[]>>;
  readonly meta: Readonly<Record<string, Cell>>;
}

/**
 * The text of facts. Load of 1,000 MW and more is in whole MW, since models pay by the character; choices by load, such
 * as the highest hour, are made before that.
 */
export const textOf = (facts: Facts): string =>
  JSON.stringify(facts, (_, value) =>
    typeof value === 'number' && Math.abs(value) >= 1_000 ? Math.round(value) : value,
  );

/** Properties of an answer, as JSON Schema. */
export type Output = Readonly<Record<string, object>>;

export type Facts = Readonly<Record<string, unknown>>;

/** Columns that say the same of most rows: one that does is written once, before the rows. */
const ONCE = ['region', 'issued_at', 'model', 'operator_issued_at', 'naive_issued_at', 'state'];

/** The fields of `rowsText`, as JSON Schema. */
export const ROWS_OUTPUT: Output = {
  unit: { type: 'string', const: 'MW' },
  columns: { type: 'array', items: { type: 'string' }, description: 'The names of the cells of each row.' },
  rows: { type: 'array', items: { type: 'array', items: { type: ['string', 'number', 'null'] } } },
  rows_left_out: { type: 'integer', description: 'Rows that did not fit. Ask for them from `next_start`.' },
  next_start: { type: 'string', format: 'date-time' },
  ...Object.fromEntries(ONCE.map((name) => [name, { type: 'string', description: 'The same in all rows.' }])),
};

/**
 * The text of an answer: facts, then as many of the first rows as fit. Rows left out are counted, with the time of the
 * first of them, so that the caller can ask for the rest.
 *
 * @param names of the columns that may be shown, in their order; absent, all. A column without a value is left out
 */
export function rowsText(facts: Facts, { data }: Columns, names = Object.keys(data)): string {
  const shown = names.filter((name) => data[name]?.some((cell) => cell !== null));
  const length = data[shown[0] ?? '']?.length ?? 0;
  const once = shown.filter((name) => ONCE.includes(name) && new Set(data[name]).size === 1);
  const columns = shown.filter((name) => !once.includes(name));
  const head = { ...Object.fromEntries(once.map((name) => [name, data[name]![0]])), ...facts, columns };
  const rows = Array.from({ length }, (_, row) => columns.map((name) => data[name]![row]!));
  for (let count = length; ; count -= 1) {
    const from = data['time_utc']?.[count];
    const leftOut =
      count < length ? { rows_left_out: length - count, ...(from !== undefined && { next_start: from }) } : {};
    const text = textOf({ ...head, ...leftOut, rows: rows.slice(0, count) });
    if (count === 0 || Buffer.byteLength(text) <= MOST_BYTES) return text;
  }
}
