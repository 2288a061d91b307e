import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ComparisonTable } from '../../charts/comparison-table.js';
import { FanChart } from '../../charts/fan-chart.js';
import { Legend } from '../../charts/legend.js';
import type { ColumnsAnswer } from '../../data/columns.js';
import { type Comparison, dayAfter, hasOperator, peakOf } from '../../data/comparison.js';
import type { Grid, PageState } from '../../data/facts.js';
import { driversOf } from '../../data/hours/drivers.js';
import { useAnswer } from '../../data/use-answer.js';
import { Trouble, Waiting } from '../../shell/trouble.js';
import { HOUR_MS } from '../../time/wall-clock.js';
import { Freshness } from '../grid-now/freshness.js';
import { TomorrowsPeak } from '../grid-now/grid-card.js';
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
}

/** The answers of a grid's page, its chart, and why the forecast is so. */
export function Shown({ state, grid, of, zone, nowMs, csvHref, driversPath }: ShownProps): JSX.Element {
  const [asksWhy, setAsksWhy] = useState(false);
  const [hour, setHour] = useState<number | undefined>(undefined);
  const { body, failure, isWaiting } = useAnswer<ColumnsAnswer>(state, asksWhy ? driversPath : undefined, {
    codes: [grid.code],
    subject: `why ${grid.code}`,
  });
  const drivers = asksWhy && body ? driversOf(body, of.startMs, of.count) : undefined;
  const first = Math.ceil((nowMs - of.startMs) / HOUR_MS);
  const index = hour ?? peakOf(of, dayAfter(nowMs, grid.zone), grid.zone)?.index ?? first;
  return (
    <>
      <div class="answers">
        <TomorrowsPeak of={of} zone={zone} gridZone={grid.zone} nowMs={nowMs} />
        <Yesterday state={state} grid={grid} nowMs={nowMs} />
      </div>
      <FanChart
        of={of}
        title={grid.code}
        zone={zone}
        nowMs={nowMs}
        isLarge
        behind={drivers ? [{ kind: 'normal', values: drivers.parts[0] ?? [] }] : []}
        onCursor={(at) => at !== undefined && setHour(at)}
      />
      <Legend
        kinds={[
          'actual',
          'forecast',
          'band',
          'half',
          ...(hasOperator([of]) ? (['operator'] as const) : []),
          ...(drivers ? (['normal'] as const) : []),
        ]}
      />
      <Freshness of={of} zone={zone} nowMs={nowMs} />
      <details class="past" onToggle={(event) => setAsksWhy(event.currentTarget.open)}>
        <summary>Why this number?</summary>
        {failure && <Trouble failure={failure} isStale={drivers !== undefined} />}
        {isWaiting && <Waiting what="the parts of the forecast" />}
        {drivers && <Why of={drivers} startMs={of.startMs} index={index} zone={zone} />}
      </details>
      <ComparisonTable
        of={of}
        caption={`${grid.code}, megawatts by hour, ${of.count} hours from ${new Date(of.startMs).toISOString().slice(0, 16)}Z`}
        zone={zone}
        csvHref={csvHref}
      />
    </>
  );
}
