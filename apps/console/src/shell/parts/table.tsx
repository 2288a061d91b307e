import type { ComponentChildren, JSX } from 'preact';

export interface TableProps {
  /** Name of the part of the page that scrolls. */
  readonly label: string;
  readonly heads: readonly string[];
  readonly kind?: string | undefined;
  readonly caption?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Table({ label, heads, kind, caption, children }: TableProps): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="scroll" aria-label={label} tabIndex={0}>
      <table class={kind}>
        {caption && <caption>{caption}</caption>}
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ComponentChildren;
}

interface RowTableProps<Row> extends Omit<TableProps, 'heads' | 'children'> {
  readonly rows: readonly Row[];
  /** The first names the row. */
  readonly columns: readonly Column<Row>[];
}

export function RowTable<Row>({ rows, columns, ...table }: RowTableProps<Row>): JSX.Element {
  const [first, ...others] = columns;
  return (
    <Table {...table} heads={columns.map(({ name }) => name)}>
      {rows.map((row, at) => (
        <tr key={at}>
          <th scope="row">{first?.cell(row)}</th>
          {others.map(({ name, cell }) => (
            <td key={name}>{cell(row)}</td>
          ))}
        </tr>
      ))}
    </Table>
  );
}
