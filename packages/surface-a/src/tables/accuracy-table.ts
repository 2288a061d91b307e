import { type Table, type TableColumn, tableOf } from '@loadcast/formats';

/** The members of an accuracy as one row: `region`, `mape_pct`, ..., `baseline_metrics_mape_pct`; nested names are joined by `_`. */
export function accuracyTable(data: Readonly<Record<string, unknown>>): Table {
  return tableOf(1, columnsOf(data, ''));
}

function columnsOf(members: object, prefix: string): TableColumn[] {
  return Object.entries(members).flatMap(([name, value]): TableColumn[] => {
    const full = prefix === '' || name === 'region' ? name : `${prefix}_${name}`;
    if (typeof value === 'object' && value !== null)
      return columnsOf(value, name === 'metrics' && prefix === '' ? '' : full);
    if (typeof value === 'string') return [{ name: full, kind: 'text', values: [value] }];
    return [{ name: full, kind: 'number', values: [typeof value === 'number' ? value : Number.NaN] }];
  });
}
