import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Table } from '../shell/parts/table.js';

export interface TableColumn {
  readonly name: string;
  readonly cell: (row: number) => string;
}

export interface DataTableProps {
  /** What the table is of, for its caption and the name of the button. */
  readonly caption: string;
  readonly rowCount: number;
  /** The first column names the row. */
  readonly columns: readonly TableColumn[];
  /** Address of the same numbers as CSV, of the public API. */
  readonly csvHref?: string | undefined;
}

/** A chart's numbers. Rows are made when it is opened: seven charts have some hundred rows. */
export function DataTable({ caption, rowCount, columns, csvHref }: DataTableProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="numbers" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Table and CSV<span class="unseen"> of {caption}</span>
      </summary>
      {csvHref && (
        <p>
          <a href={csvHref} download>
            Download CSV
          </a>{' '}
          <span class="hint">opens in Excel; counts as one call</span>
        </p>
      )}
      {isOpen && <Rows caption={caption} rowCount={rowCount} columns={columns} />}
    </details>
  );
}

function Rows({ caption, rowCount, columns }: DataTableProps): JSX.Element {
  const [first, ...others] = columns;
  return (
    <Table label={`Table of ${caption}`} caption={caption} heads={columns.map(({ name }) => name)}>
      {Array.from({ length: rowCount }, (_, row) => (
        <tr key={row}>
          <th scope="row">{first?.cell(row)}</th>
          {others.map(({ name, cell }) => (
            <td key={name}>{cell(row)}</td>
          ))}
        </tr>
      ))}
    </Table>
  );
}
