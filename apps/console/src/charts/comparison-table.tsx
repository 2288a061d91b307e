import type { JSX } from 'preact';
import type { Comparison } from '../data/comparison.js';
import { wholeMw } from '../time/megawatts.js';
import { dayAndHourText, HOUR_MS } from '../time/wall-clock.js';
import { DataTable } from './data-table.js';

interface ComparisonTableProps {
  readonly of: Comparison;
  readonly caption: string;
  readonly zone: string;
  readonly csvHref: string;
}

/** The numbers of a fan chart. */
export function ComparisonTable({ of, caption, zone, csvHref }: ComparisonTableProps): JSX.Element {
  const { startMs, count, actual, forecast, operator, p10, p90 } = of;
  return (
    <DataTable
      caption={caption}
      rowCount={count}
      columns={[
        { name: 'Hour', cell: (row) => dayAndHourText(startMs + row * HOUR_MS, zone) },
        { name: 'Measured', cell: (row) => wholeMw(actual[row]) },
        { name: 'Forecast', cell: (row) => wholeMw(forecast[row]) },
        { name: 'p10', cell: (row) => wholeMw(p10[row]) },
        { name: 'p90', cell: (row) => wholeMw(p90[row]) },
        { name: 'Operator', cell: (row) => wholeMw(operator[row]) },
      ]}
      csvHref={csvHref}
    />
  );
}
