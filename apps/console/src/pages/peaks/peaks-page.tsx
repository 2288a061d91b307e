import type { JSX } from 'preact';
import { HeatMap } from '../../charts/heat-map.js';
import type { Grid, PageState } from '../../data/facts.js';
import { oddsText, type PeakDay, peakDays } from '../../data/peaks/peak-days.js';
import { mayRead, rootOf } from '../../data/reader.js';
import { useAnswer } from '../../data/use-answer.js';
import { useNow } from '../../data/use-now.js';
import { GridHead } from '../../shell/grid-head.js';
import { LiveNote } from '../../shell/live-note.js';
import { Download } from '../../shell/parts/download.js';
import { Pending, SignIn } from '../../shell/trouble.js';
import { dayPlus, dayText } from '../../time/market-day.js';
import { hourNames, wallTime } from '../../time/wall-clock.js';
import { gridAt } from '../grid-at.js';
import type { Page } from '../page.js';
import { ComingDays } from './coming-days.js';
import { DayAnswer } from './day-answer.js';
import { PastDays } from './past-days.js';
import { ProgramRule } from './program-rule.js';

/** Today and the six days after: what the API answers by default. */
const askOf = (code: string): string => `/demand/peaks?region=${code}`;

/** `/r/ERCOT/peaks`: how likely a day is one whose peak counts, and at which hour. */
export const PEAKS: Page = {
  pattern: '/r/{grid}/peaks',
  title: (state) => `${gridAt(state).code} peaks`,
  asks(state) {
    const grid = gridAt(state);
    return state.facts.demo.includes(grid.code) ? [`${askOf(grid.code)}&format=columns`] : [];
  },
  view: (state) => <PeaksPage state={state} grid={gridAt(state)} />,
};

function PeaksPage({ state, grid }: { readonly state: PageState; readonly grid: Grid }): JSX.Element {
  const { facts } = state;
  const nowMs = useNow(facts);
  const codes = [grid.code];
  const isOpen = mayRead(grid.code, facts);
  const ask = askOf(grid.code);
  const reading = useAnswer(state, isOpen ? `${ask}&format=columns` : undefined, {
    codes,
    renew: 'events',
  });
  const { body } = reading;
  const days = body ? peakDays(body, grid.marketZone) : [];
  const root = rootOf(codes, facts);
  return (
    <>
      <GridHead grid={grid} facts={facts} end="/peaks" />
      <p class="lead">
        How high each day’s peak will be, in which hour, and{' '}
        <b>the chance that it sets your capacity or transmission charge</b>. Based on 400 simulated days, calibrated on
        past peaks, so a peak may differ by a percent or two from the hourly forecast. Days and hours are in market time
        ({wallTime(nowMs, grid.marketZone).zoneName}).
      </p>
      <LiveNote isLive={reading.isLive} />
      <Pending of={reading} what={`the peaks of ${grid.code}`} />
      {!isOpen && <SignIn to={grid.code} />}
      {days.length > 0 && (
        <>
          <Coming days={days} grid={grid} state={state} nowMs={nowMs} />
          <p>
            <Download href={`${root}${ask}&tz=market&format=xlsx`}>Download for Excel</Download>{' '}
            <Download href={`${root}${ask}&tz=market&format=csv`}>as CSV</Download>{' '}
            <span class="hint">
              <a href={`/account?webhook=peak.changed&regions=${grid.code}#webhooks`}>Notify me</a> when the hour or
              odds of a peak change.
            </span>
          </p>
          <PastDays state={state} grid={grid} lastDay={dayPlus(days[0]?.day ?? '', -1)} />
        </>
      )}
    </>
  );
}

interface ComingProps {
  readonly days: readonly PeakDay[];
  readonly grid: Grid;
  readonly state: PageState;
  readonly nowMs: number;
}

function Coming({ days, grid, state, nowMs }: ComingProps): JSX.Element {
  const programs = state.facts.programs.filter((program) => program.grid === grid.code);
  const today = wallTime(nowMs, grid.marketZone).day;
  const isPending = days.every(({ state: of }) => of === 'pending');
  const hasOdds = days.some(({ hourPcts }) => hourPcts.some((pct) => pct !== null));
  const names = [
    { day: today, text: 'Today' },
    { day: dayPlus(today, 1), text: 'Tomorrow' },
  ];
  return (
    <>
      <div class="answers">
        {names.map(({ day, text }) => {
          const of = days.find((each) => each.day === day);
          return of && <DayAnswer key={day} of={of} name={text} grid={grid} programs={programs} />;
        })}
      </div>
      {!hasOdds && !isPending && (
        <p class="trouble">
          Your plan does not include odds and ranges. <a href="/docs/plans">Compare plans</a>.
        </p>
      )}
      <ProgramRule programs={programs} days={isPending ? undefined : days} />
      <h2>Coming days</h2>
      <ComingDays days={days} grid={grid} programs={programs} hasOdds={hasOdds} />
      {hasOdds && (
        <>
          <h2>Odds by hour</h2>
          <HeatMap
            caption="Chance in percent that the day’s peak is in the hour, market time"
            rows={days.map(({ day }) => dayText(day))}
            columns={hourNames()}
            values={days.map(({ hourPcts }) => hourPcts)}
            text={oddsText}
            cell={(value) => (value === null || value < 1 ? '' : String(Math.round(value)))}
          />
        </>
      )}
    </>
  );
}
