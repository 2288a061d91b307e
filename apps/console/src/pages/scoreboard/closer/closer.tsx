import type { JSX } from 'preact';
import { byLead } from '../../../charts/by-lead.js';
import { HeatMap } from '../../../charts/heat-map.js';
import { Legend } from '../../../charts/legend.js';
import { LineChart } from '../../../charts/line-chart.js';
import { Reliability } from '../../../charts/reliability.js';
import { comparisonsOf } from '../../../data/comparison.js';
import {
  errorsByLead,
  errorsByWeekHour,
  type HourError,
  hourErrors,
  type LeadErrors,
  reliabilityOf,
} from '../../../data/errors/hour-errors.js';
import type { Grid, PageState } from '../../../data/facts.js';
import { rootOf } from '../../../data/reader.js';
import { useAnswer } from '../../../data/use-answer.js';
import { Download } from '../../../shell/parts/download.js';
import { Pending } from '../../../shell/trouble.js';
import { epochMs } from '../../../time/epoch-ms.js';
import { percent } from '../../../time/megawatts.js';
import { DAY_MS, hourNames, wallTime } from '../../../time/wall-clock.js';
import { WorstDays } from './worst-days.js';

const DAYS = 28;

/** The hours behind the scores of one grid: four weeks of one run. @param run of the query: `gate=dam`, `lead=24h` */
export function closerPath({ code, marketZone }: Grid, run: string, nowMs: number): string {
  const day = (back: number): string => wallTime(nowMs - back * DAY_MS, marketZone).day;
  return `/demand/compare?region=${code}&${run}&start=${day(DAYS)}&end=${day(1)}`;
}

interface CloserProps {
  readonly state: PageState;
  readonly grid: Grid;
  readonly run: string;
}

/** One grid, hour by hour: where and when its forecasts are off. Made of the rows that can be downloaded beside it. */
export function Closer({ state, grid, run }: CloserProps): JSX.Element {
  const { nowMs } = state.facts;
  const path = closerPath(grid, run, nowMs);
  const codes = [grid.code];
  const reading = useAnswer(state, `${path}&format=columns`, { codes });
  const { body } = reading;
  const root = rootOf(codes, state.facts);
  const startMs = epochMs(String(body?.meta['start'] ?? ''));
  const [comparison] = body ? comparisonsOf(body, startMs, epochMs(String(body.meta['end']))) : [];
  return (
    <section aria-label={`${grid.code} hour by hour`} class="closer">
      <Pending of={reading} what={`the hours of ${grid.code}`} />
      {comparison && <Cuts hours={hourErrors(comparison, grid.marketZone)} grid={grid} />}
      {body && (
        <p>
          <Download href={`${root}${path}&format=csv`}>Download hourly CSV</Download>{' '}
          <Download href={`${root}${path}&format=xlsx`}>for Excel</Download>{' '}
          <span class="hint">Every hour: load, our forecast, the operator’s, and when each was made.</span>
        </p>
      )}
    </section>
  );
}

const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

function Cuts({ hours, grid }: { readonly hours: readonly HourError[]; readonly grid: Grid }): JSX.Element {
  if (hours.length === 0)
    return <p>No scores yet. The first come when actual load arrives, about 2 hours after each hour.</p>;
  const leads = errorsByLead(hours);
  const [sunday = [], ...days] = errorsByWeekHour(hours);
  const reliability = reliabilityOf(hours);
  return (
    <>
      {leads && <ByLead of={leads} code={grid.code} />}
      <div class="pair">
        <div>
          <h3>Error by hour and weekday</h3>
          <HeatMap
            caption="Average error in percent of load, market time; darker is worse"
            rows={WEEK}
            columns={hourNames()}
            values={[...days, sunday]}
            text={(value) => percent(value, 1)}
          />
        </div>
        {reliability.length > 0 && (
          <div>
            <h3>Is the range right?</h3>
            <Reliability title="Reliability" points={reliability} />
            <p class="hint">
              Across: how often load should fall below the line. Up: how often it did, in percent of{' '}
              {reliability[0]?.hours} hours. The diagonal is perfect.
            </p>
          </div>
        )}
      </div>
      <h3>Worst days</h3>
      <WorstDays hours={hours} grid={grid} />
    </>
  );
}

function ByLead({ of, code }: { readonly of: LeadErrors; readonly code: string }): JSX.Element {
  const { firstLead, ours, operator } = of;
  const axis = byLead(firstLead, ours.length);
  const hasOperator = operator.some((value) => value !== null);
  return (
    <>
      <h3>Error by lead time, percent of load</h3>
      <LineChart
        label={`${code}: average error in percent by lead time`}
        {...axis}
        lines={[
          ...(hasOperator ? [{ kind: 'operator' as const, values: operator }] : []),
          { kind: 'forecast', values: ours },
        ]}
        readOut={(index) => [
          { kind: 'forecast', name: 'Ours', text: percent(ours[index]) },
          { kind: 'operator', name: 'Operator’s', text: hasOperator ? percent(operator[index]) : undefined },
        ]}
      />
      <Legend kinds={['forecast', hasOperator && 'operator']} />
    </>
  );
}
