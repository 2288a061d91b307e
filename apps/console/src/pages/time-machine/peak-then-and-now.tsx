import type { JSX } from 'preact';
import { type Comparison, dayAfter, peakOf } from '../../data/comparison.js';
import type { Grid } from '../../data/facts.js';
import { dayText } from '../../time/market-day.js';
import { forecastMw } from '../../time/megawatts.js';
import { hourText } from '../../time/wall-clock.js';

interface PeakThenAndNowProps {
  readonly past: Comparison;
  readonly today: Comparison | undefined;
  readonly grid: Grid;
  readonly zone: string;
  readonly nowMs: number;
}

/** Tomorrow's peak as it was forecast then, and as it is now. */
export function PeakThenAndNow({ past, today, grid, zone, nowMs }: PeakThenAndNowProps): JSX.Element {
  const day = dayAfter(nowMs, grid.zone);
  const then = peakOf(past, day, grid.zone);
  const now = today && peakOf(today, day, grid.zone);
  return (
    <p class="peak">
      <span class="peak-when">Peak tomorrow, {dayText(day)}, as forecast then</span>
      {then ? (
        <>
          <strong>{forecastMw(then.mw)} MW</strong>
          <span class="peak-hour">{hourText(then.startMs, zone)}</span>
        </>
      ) : (
        <span>That forecast did not cover this day.</span>
      )}
      {now && (
        <span class="peak-range">
          now {forecastMw(now.mw)} MW, {hourText(now.startMs, zone)}
        </span>
      )}
    </p>
  );
}
