import type { LatestView } from '@loadcast/core';
import { type Table, tableOf } from '@loadcast/formats';
import { timeColumns } from '../parameters/wall-clock.js';

/** Two rows: the newest measured hour, with `actual_mw`, and the forecast of the next one, with `value_mw`. */
export function latestTable({ actual, forecast }: LatestView, region: string, zone: string | undefined): Table {
  return tableOf(2, [
    ...timeColumns([actual.start, forecast.start], zone),
    { name: 'region', kind: 'text', values: [region, region] },
    { name: 'value_mw', kind: 'number', values: [Number.NaN, forecast.valueMw] },
    { name: 'actual_mw', kind: 'number', values: [actual.valueMw, Number.NaN] },
    { name: 'issued_at', kind: 'instant', values: [Number.NaN, forecast.issuedAt] },
  ]);
}
