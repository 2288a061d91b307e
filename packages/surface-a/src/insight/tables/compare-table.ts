import { type Area, HOUR_MS } from '@loadcast/core';
import type { Comparison } from '@loadcast/core/insight';
import { modelText, type Table, tableOf } from '@loadcast/formats';
import { columnsFrom } from './columns-from.js';

type AreaComparison = Comparison & { readonly area: Area; readonly code: string };

/** A row an hour and area, also where nothing is known of it: a time axis without holes. */
export function compareTable(
  parts: readonly AreaComparison[],
  { hasBounds, zoneFor }: { readonly hasBounds: boolean; readonly zoneFor: (area: Area) => string | undefined },
): Table {
  const rows = parts.flatMap((part) =>
    part.forecast.vintages.map((vintage, hour) => ({ part, hour, vintage, at: part.start + hour * HOUR_MS })),
  );
  const { instant, number, text, wall } = columnsFrom(rows, ({ part }) => zoneFor(part.area));
  return tableOf(rows.length, [
    instant('time_utc', ({ at }) => at),
    wall('time_local', ({ at }) => at),
    text('region', ({ part }) => part.code),
    number('loadcast_mw', ({ part, hour }) => part.forecast.valueMw[hour]),
    hasBounds ? number('p10', ({ part, hour }) => part.forecast.p10Mw[hour]) : undefined,
    hasBounds ? number('p90', ({ part, hour }) => part.forecast.p90Mw[hour]) : undefined,
    number('actual_mw', ({ part, hour }) => part.actualMw[hour]),
    number('operator_mw', ({ part, hour }) => part.operatorMw[hour]),
    number('naive_24h_mw', ({ part, hour }) => part.naive24hMw[hour]),
    number('naive_168h_mw', ({ part, hour }) => part.naive168hMw[hour]),
    instant('issued_at', ({ vintage }) => vintage?.issuedAt),
    instant('operator_issued_at', ({ part, hour }) => part.operatorKnownAtMs[hour]),
    instant('naive_issued_at', ({ part, hour }) => part.naiveAsOfMs[hour]),
    text('model', ({ vintage }) => vintage && modelText(vintage.model)),
    ...(parts.some(({ submitted }) => submitted)
      ? [
          number('forecaster_mw', ({ part, hour }) => part.submitted?.valueMw[hour]),
          hasBounds ? number('forecaster_p10', ({ part, hour }) => part.submitted?.p10Mw[hour]) : undefined,
          hasBounds ? number('forecaster_p90', ({ part, hour }) => part.submitted?.p90Mw[hour]) : undefined,
          instant('forecaster_received_at', ({ part, hour }) => part.submitted?.receivedAt[hour]),
        ]
      : []),
  ]);
}
