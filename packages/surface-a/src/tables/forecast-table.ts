import { type ForecastView, forecastRows } from '@loadcast/core';
import { modelText, type Table, type TableColumn, tableOf } from '@loadcast/formats';
import { timeColumns } from '../parameters/wall-clock.js';

/** The rows of a view. p10 and p90 are absent where the plan does not include them; `extra` columns follow them. */
export function forecastTable(
  view: ForecastView,
  region: string,
  zone: string | undefined,
  extra: readonly TableColumn[],
): Table {
  const { valueMw, bounds } = forecastRows(view);
  const every = <T>(value: T): T[] => new Array<T>(view.rows).fill(value);
  const starts = Array.from(valueMw, (_, i) => view.start + i * view.stepMs);
  return tableOf(view.rows, [
    ...timeColumns(starts, zone),
    { name: 'region', kind: 'text', values: every(region) },
    { name: 'value_mw', kind: 'number', values: valueMw },
    bounds && { name: 'p10', kind: 'number', values: bounds.p10Mw },
    bounds && { name: 'p90', kind: 'number', values: bounds.p90Mw },
    ...extra,
    { name: 'issued_at', kind: 'instant', values: every(view.vintage.issuedAt) },
    { name: 'model', kind: 'text', values: every(modelText(view.vintage.model)) },
  ]);
}
