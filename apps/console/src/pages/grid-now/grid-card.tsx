import type { JSX } from 'preact';
import { ComparisonTable } from '../../charts/comparison-table.js';
import { FanChart } from '../../charts/fan-chart.js';
import type { ColumnsAnswer } from '../../data/columns.js';
import { comparePath } from '../../data/compare-path.js';
import { type Comparison, dayAfter, peakOf } from '../../data/comparison.js';
import type { Grid } from '../../data/facts.js';
import { hourOdds } from '../../data/peaks/tomorrows-odds.js';
import { forecastMw } from '../../time/megawatts.js';
import { HOUR_MS, hourText, wallTime } from '../../time/wall-clock.js';
import { OddsOfHour, PeakRange } from '../peaks/peak-words.js';
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
  /** Odds of tomorrow's peaks; undefined where this reader has none. */
  readonly odds: ColumnsAnswer | undefined;
}

/** One grid at a glance: tomorrow's peak, the fan, and how fresh it is. */
export function GridCard({ grid, comparison, zone, nowMs, isWaiting, root, odds }: GridCardProps): JSX.Element {
  return (
    <li class="card">
      <h2>
        <a href={`/r/${grid.code}`}>{grid.code}</a> <small>{grid.territory}</small>
      </h2>
      {comparison ? (
        <Known grid={grid} of={comparison} zone={zone} nowMs={nowMs} root={root} odds={odds} />
      ) : (
        <p class={isWaiting ? 'empty' : 'empty none'}>
          {isWaiting ? (
            'Reading …'
          ) : (
            <>
              No forecast yet, and no load in the last 24 hours. <a href="/status">Source status</a>
            </>
          )}
        </p>
      )}
    </li>
  );
}

interface KnownProps {
  readonly grid: Grid;
  readonly of: Comparison;
  readonly zone: string;
  readonly nowMs: number;
  readonly root: string;
  readonly odds: ColumnsAnswer | undefined;
}

function Known({ grid, of, zone, nowMs, root, odds }: KnownProps): JSX.Element {
  const { startMs, count } = of;
  if (isSourceLate(of, nowMs)) return <LateSource of={of} zone={zone} nowMs={nowMs} code={grid.code} />;
  const csv = comparePath({ codes: [grid.code], startMs, endMs: startMs + count * HOUR_MS, format: 'csv' });
  return (
    <>
      <TomorrowsPeak
        of={of}
        zone={zone}
        gridZone={grid.zone}
        nowMs={nowMs}
        oddsAt={(startMs) => odds && hourOdds(odds, grid, startMs)}
      />
      <FanChart of={of} title={grid.code} zone={zone} nowMs={nowMs} />
      <Freshness of={of} zone={zone} nowMs={nowMs} />
      <ComparisonTable of={of} caption={`${grid.code}, megawatts by hour`} zone={zone} csvHref={root + csv} />
    </>
  );
}

interface PeakProps {
  readonly of: Comparison;
  readonly zone: string;
  readonly gridZone: string;
  readonly nowMs: number;
  /** Odds that the hour that begins then is the day's highest, percent. */
  readonly oddsAt?: (startMs: number) => number | null | undefined;
}

/** Tomorrow is the grid's own, whichever clock the hours use. */
export function TomorrowsPeak({ of, zone, gridZone, nowMs, oddsAt }: PeakProps): JSX.Element {
  const day = dayAfter(nowMs, gridZone);
  const peak = peakOf(of, day, gridZone);
  if (!peak) return <p class="peak">Tomorrow’s forecast is being made. This takes about a minute.</p>;
  const { weekday, date } = wallTime(peak.startMs, gridZone);
  const odds = oddsAt?.(peak.startMs) ?? null;
  return (
    <p class="peak">
      <span class="peak-when">
        Peak tomorrow, {weekday} {date}
      </span>
      <strong>{forecastMw(peak.mw)} MW</strong>
      <span class="peak-hour">{hourText(peak.startMs, zone)}</span>
      <OddsOfHour pct={odds} keepsLine={oddsAt !== undefined} />
      <PeakRange p10={peak.p10} p90={peak.p90} />
    </p>
  );
}
