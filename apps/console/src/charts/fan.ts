import { quartiles } from '../data/hours/quartiles.js';
import type { FanValues } from './given.js';
import type { ChartBand, ChartLine } from './plot.js';

interface FanOptions {
  /** Whether the inner half of the band is drawn too. */
  readonly hasHalf: boolean;
  /** Further lines below the others. */
  readonly behind?: readonly ChartLine[];
}

/** The bands and lines of a fan: measured load is drawn over the forecast. */
export function fanOf(
  { actual, forecast, p10, p90, operator }: FanValues,
  { hasHalf, behind = [] }: FanOptions,
): { readonly bands: readonly ChartBand[]; readonly lines: readonly ChartLine[] } {
  const half = { kind: 'half', lower: quartiles(forecast, p10), upper: quartiles(forecast, p90) };
  return {
    bands: [{ kind: 'interval', lower: p10, upper: p90 }, ...(hasHalf ? [half] : [])],
    lines: [
      ...behind,
      { kind: 'operator', values: operator },
      { kind: 'forecast', values: forecast },
      { kind: 'actual', values: actual },
    ],
  };
}
