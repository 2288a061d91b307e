import { type ForecastWindow, HOUR_MS } from '@loadcast/core';
import { modelText, type Table, tableOf, timeColumns } from '@loadcast/formats';

/** The hours of a window that have a forecast. */
export function forecastRangeTable(
  { start, valueMw, p10Mw, p90Mw, vintages }: ForecastWindow,
  region: string,
  { zone, hasBounds }: { readonly zone: string | undefined; readonly hasBounds: boolean },
): Table {
  const hours = vintages.flatMap((vintage, hour) => (vintage ? [{ vintage, hour }] : []));
  const pick = (values: Float64Array): number[] => hours.map(({ hour }) => values[hour]!);
  return tableOf(hours.length, [
    ...timeColumns(
      hours.map(({ hour }) => start + hour * HOUR_MS),
      zone,
    ),
    { name: 'region', kind: 'text', values: hours.map(() => region) },
    { name: 'value_mw', kind: 'number', values: pick(valueMw) },
    hasBounds ? { name: 'p10', kind: 'number', values: pick(p10Mw) } : undefined,
    hasBounds ? { name: 'p90', kind: 'number', values: pick(p90Mw) } : undefined,
    { name: 'issued_at', kind: 'instant', values: hours.map(({ vintage }) => vintage.issuedAt) },
    { name: 'model', kind: 'text', values: hours.map(({ vintage }) => modelText(vintage.model)) },
  ]);
}
