import type { JSX } from 'preact';
import { oddsText } from '../../data/peaks/peak-days.js';
import { forecastMw } from '../../time/megawatts.js';

/** Odds that a day's highest hour is the one that is named before. @param pct null: not known */
export function OddsOfHour({ pct }: { readonly pct: number | null }): JSX.Element | null {
  return pct === null ? null : <small class="peak-odds">odds of this hour: {oddsText(pct)}</small>;
}

interface RangeProps {
  readonly p10: number | null;
  readonly p90: number | null;
}

/** The range of a peak; nothing where a plan has none. */
export function PeakRange({ p10, p90 }: RangeProps): JSX.Element | null {
  if (p10 === null || p90 === null) return null;
  return (
    <span class="peak-range">
      eight in ten: {forecastMw(p10)} to {forecastMw(p90)} MW
    </span>
  );
}
