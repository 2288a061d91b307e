import type { JSX } from 'preact';
import type { Grid, PageState } from '../../data/facts.js';
import { peaksPath, tomorrowOf, tomorrowsPeak } from '../../data/peaks/tomorrows-peak.js';
import { useAnswer } from '../../data/use-answer.js';
import { forecastMw } from '../../time/megawatts.js';
import { hourText } from '../../time/wall-clock.js';
import { PeakLine } from '../peaks/peak-words.js';

interface PeakThenAndNowProps {
  readonly state: PageState;
  readonly grid: Grid;
  readonly zone: string;
  readonly nowMs: number;
  /** The instant of the past forecast. */
  readonly atMs: number;
}

export function PeakThenAndNow({ state, grid, zone, nowMs, atMs }: PeakThenAndNowProps): JSX.Element {
  const codes = [grid.code];
  const past = useAnswer(state, peaksPath([grid], nowMs, atMs), { codes, subject: 'then' });
  const newest = useAnswer(state, peaksPath([grid], nowMs), { codes });
  const now = newest.body && tomorrowsPeak(newest.body, grid, nowMs);
  return (
    <PeakLine
      name="Peak tomorrow as forecast then"
      day={tomorrowOf(grid, nowMs)}
      of={past.body && tomorrowsPeak(past.body, grid, nowMs)}
      isWaiting={past.isWaiting}
      zone={zone}
      marketZone={grid.marketZone}
      empty="That forecast did not cover this day."
    >
      {now && now.peakMw !== null && now.startMs !== undefined && (
        <span class="peak-now">
          Now: {forecastMw(now.peakMw)} MW, {hourText(now.startMs, zone)}
        </span>
      )}
    </PeakLine>
  );
}
