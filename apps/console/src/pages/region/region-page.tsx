import type { JSX } from 'preact';
import { comparePath, type HourRange, hourIso, hoursAround } from '../../data/compare-path.js';
import { comparisonsOf } from '../../data/comparison.js';
import type { Grid, PageState } from '../../data/facts.js';
import { usePageQuery } from '../../data/page-query.js';
import { peaksPath } from '../../data/peaks/tomorrows-peak.js';
import { hoursOf, mayRead, rootOf } from '../../data/reader.js';
import { RUNS } from '../../data/runs.js';
import { useAnswer } from '../../data/use-answer.js';
import { useNow } from '../../data/use-now.js';
import { Choice, ClockChoice, readClock } from '../../shell/clock-choice.js';
import { GridHead } from '../../shell/grid-head.js';
import { LiveNote } from '../../shell/live-note.js';
import { Pending, SignIn } from '../../shell/trouble.js';
import { zoneOf } from '../../time/wall-clock.js';
import { gridAt } from '../grid-at.js';
import type { Page } from '../page.js';
import { CopyBox } from './copy-box.js';
import { Shown } from './shown.js';
import { yesterdayPath } from './yesterday.js';

const HOURS_BACK = 48;
const HOURS_AHEAD = 72;

/** Which of our forecasts an hour shows. */
const VIEWS = [{ id: 'newest', text: 'newest', query: undefined }, ...RUNS] as const;

const viewOf = (query: URLSearchParams) => VIEWS.find(({ id }) => id === query.get('show')) ?? VIEWS[0];

const rangeOf = (code: string, { facts }: PageState, nowMs: number): HourRange =>
  hoursAround(
    nowMs,
    hoursOf(code, facts, { side: 'back', wanted: HOURS_BACK }),
    hoursOf(code, facts, { side: 'ahead', wanted: HOURS_AHEAD }),
  );

function askOf(code: string, range: HourRange, query: URLSearchParams, format: 'columns' | 'csv' | 'xlsx'): string {
  return comparePath({ codes: [code], ...range, run: viewOf(query).query, format });
}

/** The parts of the forecasts of the hours to come. */
function driversPath(code: string, nowMs: number, endMs: number, { query }: (typeof VIEWS)[number]): string {
  const run = query ? `&${query}` : '';
  const { startMs } = hoursAround(nowMs, 0, 0);
  return `/demand/drivers?region=${code}&start=${hourIso(startMs)}&end=${hourIso(endMs)}${run}&format=columns`;
}

/** `/r/PJM`: one grid, its forecast and how sure that is. */
export const REGION: Page = {
  pattern: '/r/{grid}',
  title: (state) => gridAt(state).code,
  asks(state) {
    const grid = gridAt(state);
    if (!state.facts.demo.includes(grid.code)) return [];
    const { nowMs } = state.facts;
    return [
      askOf(grid.code, rangeOf(grid.code, state, nowMs), new URLSearchParams(state.query), 'columns'),
      yesterdayPath(grid, nowMs),
      peaksPath([grid], nowMs) ?? '',
    ];
  },
  view: (state) => <RegionPage state={state} grid={gridAt(state)} />,
};

function RegionPage({ state, grid }: { readonly state: PageState; readonly grid: Grid }): JSX.Element {
  const { facts } = state;
  const pageQuery = usePageQuery(state);
  const [query, change] = pageQuery;
  const view = viewOf(query);
  const isOpen = mayRead(grid.code, facts);
  const nowMs = useNow(facts);
  const range = rangeOf(grid.code, state, nowMs);
  const ask = (format: 'columns' | 'csv' | 'xlsx'): string => askOf(grid.code, range, query, format);
  const reading = useAnswer(state, isOpen ? ask('columns') : undefined, {
    codes: [grid.code],
    renew: 'events',
    subject: `${grid.code} ${view.id}`,
  });
  const root = rootOf([grid.code], facts);
  const [comparison] = reading.body ? comparisonsOf(reading.body, range.startMs, range.endMs) : [];
  return (
    <>
      <GridHead grid={grid} facts={facts} end="" />
      {!isOpen && <SignIn to={grid.code} />}
      <Pending of={reading} what={grid.code} />
      {comparison && (
        <Shown
          grid={grid}
          of={comparison}
          zone={zoneOf(readClock(query), grid)}
          nowMs={nowMs}
          csvHref={root + ask('csv')}
          state={state}
          isNewest={view.id === 'newest'}
          driversPath={driversPath(grid.code, nowMs, range.endMs, view)}
          xlsxHref={root + ask('xlsx')}
        >
          <div class="choices">
            <Choice
              legend="Forecast"
              options={VIEWS}
              chosen={view.id}
              onChoose={(id) => change({ show: id === 'newest' ? undefined : id })}
            />
            <ClockChoice grid={grid} query={pageQuery} />
          </div>
          <LiveNote isLive={reading.isLive} />
        </Shown>
      )}
      {comparison && facts.grids.includes(grid) && <CopyBox facts={facts} code={grid.code} />}
    </>
  );
}
