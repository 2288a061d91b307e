import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ComparisonTable } from '../../charts/comparison-table.js';
import { FanChart } from '../../charts/fan-chart.js';
import { Legend } from '../../charts/legend.js';
import type { ColumnsAnswer } from '../../data/columns.js';
import { type Comparison, hasOperator } from '../../data/comparison.js';
import type { Grid, PageState } from '../../data/facts.js';
import { driversOf } from '../../data/hours/drivers.js';
import { peaksPath, tomorrowOf, tomorrowsPeak } from '../../data/peaks/tomorrows-peak.js';
import { type Reading, useAnswer } from '../../data/use-answer.js';
import { Download } from '../../shell/parts/download.js';
import { Pending } from '../../shell/trouble.js';
import { HOUR_MS } from '../../time/wall-clock.js';
import { Freshness } from '../grid-now/freshness.js';
import { PeakLine } from '../peaks/peak-words.js';
import { Why } from './why.js';
import { Yesterday } from './yesterday.js';

interface ShownProps {
  readonly state: PageState;
  readonly grid: Grid;
  readonly of: Comparison;
  readonly zone: string;
  readonly nowMs: number;
  readonly csvHref: string;
  /** Fetched when a reader opens the explanation. */
  readonly driversPath: string;
  /** The newest forecast of each hour is shown. */
  readonly isNewest: boolean;
  readonly xlsxHref: string;
  /** The choices, below the chart. */
  readonly children: ComponentChildren;
}

export function Shown(props: ShownProps): JSX.Element {
  const { state, grid, of, zone, nowMs, csvHref, driversPath, isNewest, children } = props;
  const [asksWhy, setAsksWhy] = useState(false);
  const [hour, setHour] = useState<number | undefined>(undefined);
  const why = useAnswer(state, asksWhy ? driversPath : undefined, {
    codes: [grid.code],
    subject: `why ${grid.code}`,
  });
  const drivers = asksWhy && why.body ? driversOf(why.body, of.startMs, of.count) : undefined;
  const peaks = useAnswer(state, peaksPath([grid], nowMs), {
    codes: [grid.code],
    renew: 'events',
    share: 2,
    subject: `peak of ${grid.code}`,
  });
  const peak = peaks.body && tomorrowsPeak(peaks.body, grid, nowMs);
  const index = hour ?? Math.ceil(((peak?.startMs ?? nowMs) - of.startMs) / HOUR_MS);
  return (
    <div class="shown">
      <Answers {...props} peaks={peaks} />
      <FanChart
        of={of}
        title={grid.code}
        zone={zone}
        nowMs={nowMs}
        isLarge
        isNewest={isNewest}
        behind={drivers ? [{ kind: 'normal', values: drivers.parts[0] ?? [] }] : []}
        onCursor={(at) => at !== undefined && setHour(at)}
      />
      <Legend
        kinds={[
          'actual',
          'forecast',
          'band',
          'half',
          hasOperator([of]) && 'operator',
          drivers !== undefined && 'normal',
        ]}
      />
      <p class="hint">
        We expect 8 of 10 hours inside the shaded range.{' '}
        <span class="on-screen">Point at the chart, or use the arrow keys.</span>
      </p>
      {children}
      <Freshness of={of} zone={zone} nowMs={nowMs} />
      <details class="past" onToggle={(event) => setAsksWhy(event.currentTarget.open)}>
        <summary>Why this number?</summary>
        <Pending of={why} what="the parts of the forecast" />
        {drivers && <Why of={drivers} startMs={of.startMs} index={index} zone={zone} />}
      </details>
      <ComparisonTable
        of={of}
        caption={`${grid.code}, megawatts by hour, ${of.count} hours from ${new Date(of.startMs).toISOString().slice(0, 16)}Z`}
        zone={zone}
        csvHref={csvHref}
      />
    </div>
  );
}

/** Tomorrow's peak, yesterday's error and the hours as a file: what most readers come for. */
function Answers({
  state,
  grid,
  zone,
  nowMs,
  xlsxHref,
  peaks,
}: ShownProps & { readonly peaks: Reading<ColumnsAnswer> }): JSX.Element {
  return (
    <div class="answers">
      <PeakLine
        name="Peak tomorrow"
        day={tomorrowOf(grid, nowMs)}
        of={peaks.body && tomorrowsPeak(peaks.body, grid, nowMs)}
        isWaiting={peaks.isWaiting}
        zone={zone}
        marketZone={grid.marketZone}
      />
      <Yesterday state={state} grid={grid} nowMs={nowMs} />
      <p class="take">
        <Download href={xlsxHref}>Download for Excel</Download>
        <span class="hint">
          These hours. Or{' '}
          {state.facts.grids.includes(grid) ? (
            <a href={`/build?region=${grid.code}`}>a sheet that refreshes itself</a>
          ) : (
            <a href="/docs/get-utility-forecast">the API of the utilities</a>
          )}
          .
        </span>
      </p>
    </div>
  );
}
