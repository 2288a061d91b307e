import type { MonthVersion } from '@loadcast/core/insight';
import { type Table, type TableColumn, tableOf } from '@loadcast/formats';
import { columnsFrom } from '../../insight/tables/columns-from.js';

/** Versions of hourly values as rows. */
export function versionsTable(versions: readonly MonthVersion[], code: string, ...more: TableColumn[]): Table {
  const { text, number, instant } = columnsFrom(versions);
  return tableOf(versions.length, [
    instant('time_utc', ({ start }) => start),
    text('region', () => code),
    number('value_mw', ({ valueMw }) => valueMw),
    instant('known_at', ({ knownAt }) => knownAt),
    ...more,
  ]);
}
