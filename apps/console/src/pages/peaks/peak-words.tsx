import type { ComponentChildren, JSX } from 'preact';
import { likeliestPct, oddsText, type PeakDay } from '../../data/peaks/peak-days.js';
import { dayText } from '../../time/market-day.js';
import { forecastMw, rangeMw } from '../../time/megawatts.js';
import { hourText } from '../../time/wall-clock.js';

interface PeakLineProps {
  /** `Peak tomorrow` */
  readonly name: string;
  /** `2026-11-22` */
  readonly day: string;
  /** Undefined: nothing is known of the day, or not yet. */
  readonly of: PeakDay | undefined;
  readonly isWaiting?: boolean;
  readonly zone: string;
  readonly marketZone: string;
  /** Shown where the day has no peak; absent: the usual reason. */
  readonly empty?: string;
  readonly children?: ComponentChildren;
}

/** The expected peak of a day: how high, in which hour, and how sure that is. The same on every page. */
export function PeakLine(props: PeakLineProps): JSX.Element {
  const { name, day, of, isWaiting, zone, marketZone, empty, children } = props;
  const hasPeak = of !== undefined && of.state !== 'pending' && of.peakMw !== null && of.startMs !== undefined;
  const pct = of ? likeliestPct(of, marketZone) : null;
  return (
    <p class="peak">
      <span class="peak-when">
        {name}, {dayText(day)}
      </span>
      {hasPeak ? (
        <>
          <strong>{forecastMw(of.peakMw)} MW</strong>
          <span class="peak-hour">{hourText(of.startMs ?? 0, zone)}</span>
          {pct !== null && <small class="peak-odds">{oddsText(pct)} chance the peak is in this hour</small>}
          {of.p10 !== null && of.p90 !== null && (
            <span class="peak-range">
              {of.p10 === of.p90
                ? 'Measured, the highest so far'
                : `Likely range (80 %): ${rangeMw(of.p10, of.p90)} MW`}
            </span>
          )}
        </>
      ) : (
        <span class="peak-none">
          {isWaiting
            ? 'Loading the peak …'
            : (empty ?? 'The forecast of this day is being made. This takes about a minute.')}
        </span>
      )}
      {children}
    </p>
  );
}
