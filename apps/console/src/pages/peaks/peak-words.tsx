import type { JSX } from 'preact';
import { oddsText } from '../../data/peaks/peak-days.js';
import { forecastMw } from '../../time/megawatts.js';

interface OddsProps {
  /** Null: not known, or not yet. */
  readonly pct: number | null;
  /** Keeps an empty line when there are no odds yet: they may arrive after the first paint. */
  readonly keepsLine?: boolean;
}

/** Odds that a day's highest hour is the one that is named before. */
export function OddsOfHour({ pct, keepsLine = false }: OddsProps): JSX.Element | null {
  if (pct !== null) return <small class="peak-odds">{oddsText(pct)} chance the peak is in this hour</small>;
  return keepsLine ? <small class="peak-odds">{'\u00a0'}</small> : null;
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
      Likely range (80 %): {forecastMw(p10)} to {forecastMw(p90)} MW
    </span>
  );
}
