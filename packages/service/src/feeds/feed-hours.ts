import { HOUR_MS, type IncomingSeries, type IngestReport } from '@loadcast/core';
import type { ReadFeed } from '@loadcast/sources/operator-feeds';

/** Values by hour from the first to the last; NaN between them where there is none. */
export function hoursOf(values: ReadFeed['load']): Pick<IncomingSeries, 'start' | 'valuesMw'> {
  const start = values[0]!.start;
  const valuesMw = new Float64Array((values.at(-1)!.start - start) / HOUR_MS + 1).fill(Number.NaN);
  for (const { start: hour, mw } of values) valuesMw[(hour - start) / HOUR_MS] = mw;
  return { start, valuesMw };
}

export function countNews({ series }: IngestReport): number {
  return series.reduce((sum, { newHours, restatedHours }) => sum + newHours + restatedHours, 0);
}
