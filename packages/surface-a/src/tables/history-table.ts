import type { HistoryView } from '@loadcast/core';
import { type Table, tableOf } from '@loadcast/formats';
import { timeColumns } from '../parameters/wall-clock.js';

/** The hours of a view that have a value. */
export function historyTable({ hours }: HistoryView, region: string, zone: string | undefined): Table {
  const known = Array.from(hours.valuesMw.keys()).filter((hour) => !Number.isNaN(hours.valuesMw[hour]));
  return tableOf(known.length, [
    ...timeColumns(
      known.map((hour) => hours.start + hour * hours.stepMs),
      zone,
    ),
    { name: 'region', kind: 'text', values: known.map(() => region) },
    { name: 'value_mw', kind: 'number', values: known.map((hour) => hours.valuesMw[hour]!) },
  ]);
}
