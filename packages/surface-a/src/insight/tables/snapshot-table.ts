import { type Area, type EpochMs, HOUR_MS } from '@loadcast/core';
import type { AreaSnapshot } from '@loadcast/core/insight';
import { modelText, type Table, type TableColumn, tableOf } from '@loadcast/formats';
import { wallColumn } from './wall-column.js';

export interface SnapshotLook {
  readonly hasBounds: boolean;
  zoneFor(area: Area): string | undefined;
  readonly asOf: EpochMs;
}

type SnapshotRow = AreaSnapshot & { readonly code: string };

/** A row an area. */
export function snapshotTable(rows: readonly SnapshotRow[], { hasBounds, zoneFor, asOf }: SnapshotLook): Table {
  const each = (value: (row: SnapshotRow) => number | undefined) => rows.map((row) => value(row) ?? Number.NaN);
  const number = (name: string, value: (row: SnapshotRow) => number | undefined): TableColumn => ({
    name,
    kind: 'number',
    values: each(value),
  });
  const instant = (name: string, value: (row: SnapshotRow) => EpochMs | undefined): TableColumn => ({
    name,
    kind: 'instant',
    values: each(value),
  });
  const bound = (name: string, value: (row: SnapshotRow) => number | undefined) =>
    hasBounds ? number(name, value) : undefined;
  const wall = (name: string, value: (row: SnapshotRow) => EpochMs | undefined) =>
    wallColumn(
      name,
      rows.map((row) => ({ area: row.area, at: value(row) ?? Number.NaN })),
      zoneFor,
    );
  return tableOf(rows.length, [
    instant('time_utc', ({ hour }) => hour),
    wall('time_local', ({ hour }) => hour),
    { name: 'region', kind: 'text', values: rows.map(({ code }) => code) },
    number('value_mw', ({ now }) => now?.valueMw),
    bound('p10', ({ now }) => now?.p10Mw),
    bound('p90', ({ now }) => now?.p90Mw),
    number('actual_mw', ({ actual }) => actual?.valueMw),
    number('operator_mw', ({ operatorMw }) => operatorMw),
    instant('actual_time_utc', ({ actual }) => actual?.start),
    wall('actual_time_local', ({ actual }) => actual?.start),
    number('actual_age_hours', ({ actual }) => actual && wholeHours(asOf - actual.start - HOUR_MS)),
    instant('peak_time_utc', ({ peak }) => peak?.start),
    wall('peak_time_local', ({ peak }) => peak?.start),
    number('peak_mw', ({ peak }) => peak?.valueMw),
    bound('peak_p10', ({ peak }) => peak?.p10Mw),
    bound('peak_p90', ({ peak }) => peak?.p90Mw),
    instant('issued_at', ({ run }) => run?.issuedAt),
    number('run_age_hours', ({ run }) => run && wholeHours(asOf - run.issuedAt)),
    instant('data_cutoff', ({ run }) => run?.dataCutoff),
    { name: 'model', kind: 'text', values: rows.map(({ run }) => run && modelText(run.model)) },
  ]);
}

const wholeHours = (ms: number): number => Math.max(0, Math.floor(ms / HOUR_MS));
