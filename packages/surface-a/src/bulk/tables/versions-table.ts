import type { MonthVersion } from '@loadcast/core/insight';
import { type Table, type TableColumn, tableOf } from '@loadcast/formats';

/** Versions of hourly values as rows. */
export function versionsTable(versions: readonly MonthVersion[], code: string, ...more: TableColumn[]): Table {
  return tableOf(versions.length, [
    { name: 'time_utc', kind: 'instant', values: versions.map(({ start }) => start) },
    { name: 'region', kind: 'text', values: versions.map(() => code) },
    { name: 'value_mw', kind: 'number', values: versions.map(({ valueMw }) => valueMw) },
    { name: 'known_at', kind: 'instant', values: versions.map(({ knownAt }) => knownAt) },
    ...more,
  ]);
}
