import { quartiles } from '../data/hours/quartiles.js';
import type { FanValues, Values } from '../data/values.js';
import type { ChartBand, ChartLine } from './plot.js';

interface FanOptions {
  /** Whether the inner half of the band is drawn too. */
  readonly hasHalf: boolean;
  /** Further lines below the others. */
  readonly behind?: readonly ChartLine[];
  /**
   * The newest measured hour, and the first hour of the newest forecast. Earlier forecasts are drawn up to the one, the newest
   * from the other on, and nothing between. Absent: all is one line.
   */
  readonly seam?: { readonly measured: number; readonly newest: number } | undefined;
}

/** The bands and lines of a fan: measured load is drawn over the forecast. */
export function fanOf(
  { actual, forecast, p10, p90, operator }: FanValues,
  { hasHalf, behind = [], seam }: FanOptions,
): { readonly bands: readonly ChartBand[]; readonly lines: readonly ChartLine[] } {
  const isOpen = (at: number): boolean => seam !== undefined && at > seam.measured && at < seam.newest;
  const drawn = (values: Values): Values => values.map((value, at) => (isOpen(at) ? null : value));
  const half = { kind: 'half', lower: drawn(quartiles(forecast, p10)), upper: drawn(quartiles(forecast, p90)) };
  return {
    bands: [{ kind: 'interval', lower: drawn(p10), upper: drawn(p90) }, ...(hasHalf ? [half] : [])],
    lines: [
      ...behind,
      { kind: 'operator', values: operator },
      { kind: 'forecast', values: drawn(forecast) },
      { kind: 'actual', values: actual },
    ],
  };
}
