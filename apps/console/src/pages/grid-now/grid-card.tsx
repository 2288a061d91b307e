import type { JSX } from 'preact';
import { ComparisonTable } from '../../charts/comparison-table.js';
import { FanChart } from '../../charts/fan-chart.js';
import { comparePath } from '../../data/compare-path.js';
import type { Comparison } from '../../data/comparison.js';
import type { Grid } from '../../data/facts.js';
import type { PeakDay } from '../../data/peaks/peak-days.js';
import { tomorrowOf } from '../../data/peaks/tomorrows-peak.js';
import { HOUR_MS } from '../../time/wall-clock.js';
import { PeakLine } from '../peaks/peak-words.js';
import { Freshness, isSourceLate, LateSource } from './freshness.js';

export interface GridCardProps {
  readonly grid: Grid;
  /** Undefined: nothing is known, or not yet. */
  readonly comparison: Comparison | undefined;
  readonly zone: string;
  readonly nowMs: number;
  readonly isWaiting: boolean;
  /** Where calls about the grid go. */
  readonly root: string;
  /** Tomorrow's; undefined: not known, or not yet. */
  readonly peak: PeakDay | undefined;
  readonly isPeakWaiting: boolean;
}

/** One grid at a glance: tomorrow's peak, the fan, and how fresh it is. */
export function GridCard(props: GridCardProps): JSX.Element {
  const { grid, comparison, isWaiting } = props;
  return (
    <li class="card">
      <h2>
        <a href={`/r/${grid.code}`}>{grid.code}</a> <small>{grid.territory}</small>
      </h2>
      {comparison ? (
        <Known {...props} of={comparison} />
      ) : (
        <p class={isWaiting ? 'empty' : 'empty none'}>
          {isWaiting ? (
            'Loading …'
          ) : (
            <>
              No load in the last 24 hours, so no forecast yet. The first comes a minute after load does.{' '}
              <a href="/status">Source status</a>
            </>
          )}
        </p>
      )}
    </li>
  );
}

interface KnownProps extends GridCardProps {
  readonly of: Comparison;
}

function Known({ grid, of, zone, nowMs, root, peak, isPeakWaiting }: KnownProps): JSX.Element {
  const { startMs, count } = of;
  if (isSourceLate(of, nowMs)) return <LateSource of={of} zone={zone} nowMs={nowMs} code={grid.code} />;
  const csv = comparePath({ codes: [grid.code], startMs, endMs: startMs + count * HOUR_MS, format: 'csv' });
  return (
    <>
      <PeakLine
        name="Peak tomorrow"
        day={tomorrowOf(grid, nowMs)}
        of={peak}
        isWaiting={isPeakWaiting}
        zone={zone}
        marketZone={grid.marketZone}
      />
      <FanChart of={of} title={grid.code} zone={zone} nowMs={nowMs} isNewest href={`/r/${grid.code}`} />
      <Freshness of={of} zone={zone} nowMs={nowMs} />
      <ComparisonTable of={of} caption={`${grid.code}, megawatts by hour`} zone={zone} csvHref={root + csv} />
    </>
  );
}
