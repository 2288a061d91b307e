import { type Area, HOUR_MS } from '@loadcast/core';
import type { Comparison } from '@loadcast/core/insight';
import { modelText, type Table, type TableColumn, tableOf } from '@loadcast/formats';
import { wallColumn } from './wall-column.js';

export interface CompareLook {
  readonly hasBounds: boolean;
  zoneFor(area: Area): string | undefined;
}

type AreaComparison = Comparison & { readonly area: Area; readonly code: string };

/** A row an hour and area, also where nothing is known of it: a time axis without holes. */
export function compareTable(parts: readonly AreaComparison[], { hasBounds, zoneFor }: CompareLook): Table {
  const rows = parts.flatMap((part) => part.forecast.vintages.map((vintage, hour) => ({ part, hour, vintage })));
  const starts = rows.map(({ part, hour }) => part.start + hour * HOUR_MS);
  const pick = (series: (part: AreaComparison) => Float64Array): number[] =>
    rows.map(({ part, hour }) => series(part)[hour]!);
  const number = (name: string, series: (part: AreaComparison) => Float64Array): TableColumn => ({
    name,
    kind: 'number',
    values: pick(series),
  });
  const instant = (name: string, series: (part: AreaComparison) => Float64Array): TableColumn => ({
    name,
    kind: 'instant',
    values: pick(series),
  });
  const clocked = rows.map(({ part: { area } }, row) => ({ area, at: starts[row]! }));
  return tableOf(rows.length, [
    { name: 'time_utc', kind: 'instant', values: starts },
    wallColumn('time_local', clocked, zoneFor),
    { name: 'region', kind: 'text', values: rows.map(({ part }) => part.code) },
    number('loadcast_mw', ({ forecast }) => forecast.valueMw),
    hasBounds ? number('p10', ({ forecast }) => forecast.p10Mw) : undefined,
    hasBounds ? number('p90', ({ forecast }) => forecast.p90Mw) : undefined,
    number('actual_mw', ({ actualMw }) => actualMw),
    number('operator_mw', ({ operatorMw }) => operatorMw),
    number('naive_24h_mw', ({ naive24hMw }) => naive24hMw),
    number('naive_168h_mw', ({ naive168hMw }) => naive168hMw),
    { name: 'issued_at', kind: 'instant', values: rows.map(({ vintage }) => vintage?.issuedAt ?? Number.NaN) },
    instant('operator_issued_at', ({ operatorKnownAtMs }) => operatorKnownAtMs),
    instant('naive_issued_at', ({ naiveAsOfMs }) => naiveAsOfMs),
    { name: 'model', kind: 'text', values: rows.map(({ vintage }) => vintage && modelText(vintage.model)) },
  ]);
}
