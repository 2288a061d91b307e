import type { EpochMs } from '@loadcast/core';
import { offsetMs } from '@loadcast/core/time';
import type { TableColumn } from '@loadcast/formats';

/**
 * Makes columns of a table, each by what it reads of a row; undefined, or NaN, is missing.
 *
 * @param zoneFor the zone of a row's wall clock; undefined where the caller wants no such columns
 */
export function columnsFrom<Row>(rows: readonly Row[], zoneFor: (row: Row) => string | undefined = () => undefined) {
  const numeric = (name: string, kind: 'number' | 'instant' | 'wall', value: (row: Row) => number | undefined) =>
    ({ name, kind, values: rows.map((row) => value(row) ?? Number.NaN) }) satisfies TableColumn;
  const hasClock = rows.some((row) => zoneFor(row) !== undefined);
  const onClock = (row: Row, at: EpochMs | undefined): number | undefined =>
    at === undefined || Number.isNaN(at) ? undefined : at + offsetMs(zoneFor(row) ?? 'UTC', at);
  return {
    number: (name: string, value: (row: Row) => number | undefined) => numeric(name, 'number', value),
    instant: (name: string, value: (row: Row) => EpochMs | undefined) => numeric(name, 'instant', value),
    /** What the wall clock of each row shows at an instant; undefined where no row has one. */
    wall: (name: string, value: (row: Row) => EpochMs | undefined) =>
      hasClock ? numeric(name, 'wall', (row) => onClock(row, value(row))) : undefined,
    text: (name: string, value: (row: Row) => string | undefined) =>
      ({ name, kind: 'text', values: rows.map(value) }) satisfies TableColumn,
  };
}
