import { HOUR_MS, type Window } from '@loadcast/core';
import type { ReportFormat } from './report-format.js';

/** How long a row takes to read and write, in rows of CSV. */
const WEIGHT: Readonly<Record<ReportFormat, number>> = { '5': 1.6, '6': 1, '7': 1.6 };

/** Upper bound of a load report's price, in rows of CSV: see `Priced`. */
export function reportPrice(report: {
  readonly areas: number;
  readonly runs: number;
  readonly window: Window;
  readonly format: ReportFormat;
}): number {
  const { areas, runs, window, format } = report;
  return areas * runs * ((window.end - window.start) / HOUR_MS) * WEIGHT[format];
}
