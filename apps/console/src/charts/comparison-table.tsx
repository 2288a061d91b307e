import type { JSX } from 'preact';
import type { Comparison } from '../data/comparison.js';
import type { Values } from '../data/values.js';
import { Opened } from '../shell/parts/opened.js';
import { RowTable } from '../shell/parts/table.js';
import { wholeMw } from '../time/megawatts.js';
import { dayAndHourText, HOUR_MS } from '../time/wall-clock.js';

interface ComparisonTableProps {
  readonly of: Comparison;
  readonly caption: string;
  readonly zone: string;
  /** Address of the same numbers as CSV, of the public API. */
  readonly csvHref: string;
}

/** The numbers of a fan chart. Rows are made when it is opened: seven charts have some hundred rows. */
export function ComparisonTable({ of, caption, zone, csvHref }: ComparisonTableProps): JSX.Element {
  const column = (name: string, values: Values) => ({ name, cell: (row: number) => wholeMw(values[row]) });
  const link = (
    <p>
      <a href={csvHref} download>
        Download CSV
      </a>{' '}
      <span class="hint">opens in Excel; counts as one call</span>
    </p>
  );
  const summary = (
    <>
      Table and CSV<span class="unseen"> of {caption}</span>
    </>
  );
  return (
    <Opened kind="numbers" summary={summary} always={link}>
      {() => (
        <RowTable
          label={`Table of ${caption}`}
          caption={caption}
          rows={Array.from({ length: of.count }, (_, row) => row)}
          columns={[
            { name: 'Hour', cell: (row) => dayAndHourText(of.startMs + row * HOUR_MS, zone) },
            column('Measured', of.actual),
            column('Forecast', of.forecast),
            column('p10', of.p10),
            column('p90', of.p90),
            column('Operator', of.operator),
          ]}
        />
      )}
    </Opened>
  );
}
