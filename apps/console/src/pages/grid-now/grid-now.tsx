import type { JSX } from 'preact';
import { Legend } from '../../charts/legend.js';
import type { ColumnsAnswer } from '../../data/columns.js';
import { comparePath, hoursAround } from '../../data/compare-path.js';
import { comparisonsOf, hasOperator } from '../../data/comparison.js';
import type { Facts, Grid, PageState } from '../../data/facts.js';
import { usePageQuery } from '../../data/page-query.js';
import { peaksPath, tomorrowsPeak } from '../../data/peaks/tomorrows-peak.js';
import { callsOf, gridsOf, rootOf } from '../../data/reader.js';
import { type Reading, useAnswer } from '../../data/use-answer.js';
import { useNow } from '../../data/use-now.js';
import { ClockChoice, readClock } from '../../shell/clock-choice.js';
import { LiveNote } from '../../shell/live-note.js';
import { Download } from '../../shell/parts/download.js';
import { Pending, SignIn } from '../../shell/trouble.js';
import { zoneOf } from '../../time/wall-clock.js';
import type { Page } from '../page.js';
import { GridCard } from './grid-card.js';
import { NextCard } from './next-card.js';

/** A day, including the current hour: every plan shows it. */
const HOURS_BACK = 23;
const HOURS_AHEAD = 48;

/** Peaks change less from run to run than the forecast. */
const PEAKS_SHARE = 2;

/** The grid of examples, where the reader may see it. */
const FIRST_GRID = 'PJM';

const gridsWith = (codes: readonly string[], { grids }: Facts): readonly Grid[] =>
  grids.filter(({ code }) => codes.includes(code));

function askOf(codes: readonly string[], nowMs: number): string | undefined {
  if (codes.length === 0) return undefined;
  return comparePath({ codes, ...hoursAround(nowMs, HOURS_BACK, HOURS_AHEAD), format: 'columns' });
}

/** `/`: every grid at a glance. */
export const GRID_NOW: Page = {
  pattern: '/',
  title: () => 'Loadcast',
  asks: ({ facts }) => {
    const codes = gridsOf(facts, 'guest');
    return [askOf(codes, facts.nowMs), peaksPath(gridsWith(codes, facts), facts.nowMs)].filter(
      (path) => path !== undefined,
    );
  },
  view: (state) => <GridNow state={state} />,
};

function GridNow({ state }: { readonly state: PageState }): JSX.Element {
  const { facts } = state;
  const nowMs = useNow(facts);
  const pageQuery = usePageQuery(state);
  const clock = readClock(pageQuery[0]);
  const [some = [], others = []] = callsOf(facts);
  const shown = [...some, ...others];
  const share = others.length > 0 ? 2 : 1;
  const readings = [useGrids(state, some, { nowMs, share }), useGrids(state, others, { nowMs, share })];
  const peaks = [usePeaks(state, some, { nowMs, share }), usePeaks(state, others, { nowMs, share })];
  const peakOf = (grid: Grid) => peaks.flatMap(({ body }) => (body ? (tomorrowsPeak(body, grid, nowMs) ?? []) : []))[0];
  const failure = readings.find((reading) => reading.failure)?.failure;
  const isWaiting = readings.some((reading) => reading.isWaiting);
  const nextCode = shown.includes(FIRST_GRID) ? FIRST_GRID : (shown[0] ?? FIRST_GRID);
  const { startMs, endMs } = hoursAround(nowMs, HOURS_BACK, HOURS_AHEAD);
  const comparisons = readings.flatMap(({ body }) => (body ? comparisonsOf(body, startMs, endMs) : []));
  const isOpen = ({ code }: Grid) => shown.includes(code) || comparisons.some((of) => of.code === code);
  const open = facts.grids.filter(isOpen);
  const locked = facts.grids.filter((grid) => !isOpen(grid));
  return (
    <>
      <div class="intro">
        <div>
          <h1>U.S. electricity load, now and next</h1>
          <p class="lead">
            The line is our forecast. <b>We expect 8 of 10 hours inside the shaded range.</b>
          </p>
        </div>
        <div class="choices">
          {shown.length > 0 && (
            <Download href={rootOf(shown, facts) + comparePath({ codes: shown, startMs, endMs, format: 'xlsx' })}>
              Download for Excel
            </Download>
          )}
          <ClockChoice query={pageQuery} />
        </div>
      </div>
      <Legend kinds={['actual', 'forecast', 'band', hasOperator(comparisons) && 'operator']} />
      <Pending of={{ body: comparisons[0], failure, isWaiting }} what="seven grids" />
      {shown.length === 0 && <SignIn to="data" />}
      <ul class="cards">
        {open.map((grid) => (
          <GridCard
            key={grid.code}
            grid={grid}
            comparison={comparisons.find(({ code }) => code === grid.code)}
            zone={zoneOf(clock, grid)}
            nowMs={nowMs}
            isWaiting={isWaiting}
            root={rootOf([grid.code], facts)}
            peak={peakOf(grid)}
            isPeakWaiting={peaks.some((reading) => reading.isWaiting)}
          />
        ))}
        {locked.length > 0 && <LockedGrids grids={locked} total={facts.grids.length} />}
        <NextCard code={nextCode} isDemo={facts.notice !== undefined} />
      </ul>
      <LiveNote isLive={liveOf(readings)} />
    </>
  );
}

interface Pace {
  readonly nowMs: number;
  readonly share: number;
}

const useGrids = (state: PageState, codes: readonly string[], { nowMs, share }: Pace): Reading<ColumnsAnswer> =>
  useAnswer(state, askOf(codes, nowMs), { codes, renew: 'events', share, subject: codes.join(',') });

const usePeaks = (state: PageState, codes: readonly string[], { nowMs, share }: Pace): Reading<ColumnsAnswer> =>
  useAnswer(state, peaksPath(gridsWith(codes, state.facts), nowMs), {
    codes,
    renew: 'events',
    share: PEAKS_SHARE * share,
    subject: `peaks ${codes.join(',')}`,
  });

/** Whether all that is shown follows events. */
function liveOf(readings: readonly Reading<unknown>[]): boolean | undefined {
  const known = readings.flatMap(({ isLive }) => (isLive === undefined ? [] : [isLive]));
  return known.length === 0 ? undefined : known.every((isLive) => isLive);
}

/** The grids that this reader may not see. @param total how many grids there are */
function LockedGrids({ grids, total }: { readonly grids: readonly Grid[]; readonly total: number }): JSX.Element {
  return (
    <li class="card locked">
      <h2>With an account</h2>
      <ul>
        {grids.map(({ code, territory }) => (
          <li key={code}>
            {code} <small>{territory}</small>
          </li>
        ))}
      </ul>
      <p>
        <a href="/account">Sign in</a> to see {grids.length === 1 ? 'it' : 'them'}. A free account covers all {total}.
      </p>
    </li>
  );
}
