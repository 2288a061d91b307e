import { type Area, type EpochMs, HOUR_MS } from '@loadcast/core';
import type { AreaSnapshot } from '@loadcast/core/insight';
import { modelText, roundMw, type Table, tableOf } from '@loadcast/formats';
import { columnsFrom } from './columns-from.js';

export interface SnapshotLook {
  readonly hasBounds: boolean;
  zoneFor(area: Area): string | undefined;
  readonly asOf: EpochMs;
}

type SnapshotRow = AreaSnapshot & { readonly code: string };

export function snapshotTable(rows: readonly SnapshotRow[], { hasBounds, zoneFor, asOf }: SnapshotLook): Table {
  const { instant, number, text, wall } = columnsFrom(rows, ({ area }) => zoneFor(area));
  const bound = (name: string, value: (row: SnapshotRow) => number | undefined) =>
    hasBounds ? number(name, value) : undefined;
  return tableOf(rows.length, [
    instant('time_utc', ({ hour }) => hour),
    wall('time_local', ({ hour }) => hour),
    text('region', ({ code }) => code),
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
    number('peak_mw', ({ peak }) => peak && roundMw(peak.valueMw)),
    bound('peak_p10', ({ peak }) => roundedMw(peak?.p10Mw)),
    bound('peak_p90', ({ peak }) => roundedMw(peak?.p90Mw)),
    number('tomorrow_peak_mw', ({ tomorrowsPeak }) => tomorrowsPeak && roundMw(tomorrowsPeak.valueMw)),
    instant('tomorrow_peak_hour', ({ tomorrowsPeak }) => tomorrowsPeak?.start),
    wall('tomorrow_peak_local', ({ tomorrowsPeak }) => tomorrowsPeak?.start),
    bound('tomorrow_peak_p10', ({ tomorrowsPeak }) => roundedMw(tomorrowsPeak?.p10Mw)),
    bound('tomorrow_peak_p90', ({ tomorrowsPeak }) => roundedMw(tomorrowsPeak?.p90Mw)),
    instant('issued_at', ({ run }) => run?.issuedAt),
    number('run_age_hours', ({ run }) => run && wholeHours(asOf - run.issuedAt)),
    instant('data_cutoff', ({ run }) => run?.dataCutoff),
    text('model', ({ run }) => run && modelText(run.model)),
  ]);
}

/** NaN, of a run without bounds, is an empty cell. */
const roundedMw = (mw = Number.NaN): number | undefined => (Number.isNaN(mw) ? undefined : roundMw(mw));

const wholeHours = (ms: number): number => Math.max(0, Math.floor(ms / HOUR_MS));
