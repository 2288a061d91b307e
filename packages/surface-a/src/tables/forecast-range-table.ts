import { type EpochMs, type ForecastWindow, HOUR_MS, type Vintage } from '@loadcast/core';
import { modelText, type Table, type TableColumn, tableOf } from '@loadcast/formats';
import { timeColumns } from '../parameters/wall-clock.js';

/** The hours of a window that have a forecast, MW. */
export interface CoveredHours {
  readonly starts: readonly EpochMs[];
  readonly vintages: readonly Vintage[];
  readonly valueMw: Float64Array;
  readonly p10Mw: Float64Array;
  readonly p90Mw: Float64Array;
}

export function coveredHours({ start, valueMw, p10Mw, p90Mw, vintages }: ForecastWindow): CoveredHours {
  const hours = [...vintages.keys()].filter((hour) => vintages[hour] !== undefined);
  const pick = (values: Float64Array): Float64Array => Float64Array.from(hours, (hour) => values[hour]!);
  return {
    starts: hours.map((hour) => start + hour * HOUR_MS),
    vintages: hours.map((hour) => vintages[hour]!),
    valueMw: pick(valueMw),
    p10Mw: pick(p10Mw),
    p90Mw: pick(p90Mw),
  };
}

/** Covered hours as rows; `extra` columns follow p90. */
export function forecastRangeTable(
  { starts, valueMw, p10Mw, p90Mw, vintages }: CoveredHours,
  region: string,
  { zone, hasBounds }: { readonly zone: string | undefined; readonly hasBounds: boolean },
  extra: readonly TableColumn[],
): Table {
  return tableOf(starts.length, [
    ...timeColumns(starts, zone),
    { name: 'region', kind: 'text', values: starts.map(() => region) },
    { name: 'value_mw', kind: 'number', values: valueMw },
    hasBounds ? { name: 'p10', kind: 'number', values: p10Mw } : undefined,
    hasBounds ? { name: 'p90', kind: 'number', values: p90Mw } : undefined,
    ...extra,
    { name: 'issued_at', kind: 'instant', values: vintages.map(({ issuedAt }) => issuedAt) },
    { name: 'model', kind: 'text', values: vintages.map(({ model }) => modelText(model)) },
  ]);
}
