import type { JSX } from 'preact';
import type { ColumnsAnswer } from '../../data/columns.js';
import { comparePath, type HourRange, hourIso, hoursAround } from '../../data/compare-path.js';
import { comparisonsOf } from '../../data/comparison.js';
import type { Grid, PageState } from '../../data/facts.js';
import { usePageQuery } from '../../data/page-query.js';
import { gridsOf, hoursOf, rootOf } from '../../data/reader.js';
import { useAnswer } from '../../data/use-answer.js';
import { useNow } from '../../data/use-now.js';
import { Choice, ClockChoice, readClock } from '../../shell/clock-choice.js';
import { GridHead, NoSuchGrid } from '../../shell/grid-head.js';
import { LiveNote } from '../../shell/live-note.js';
import { Trouble, Waiting } from '../../shell/trouble.js';
import { zoneOf } from '../../time/wall-clock.js';
import { gridAt } from '../grid-at.js';
import type { Page } from '../page.js';
import { CopyBox } from './copy-box.js';
import { Shown } from './shown.js';
import { yesterdayPath } from './yesterday.js';

const HOURS_BACK = 48;
const HOURS_AHEAD = 72;

/** Which of our forecasts an hour shows. */
const VIEWS = [
  { id: 'newest', text: 'newest', gate: undefined, lead: undefined },
  { id: 'dam', text: 'day-ahead gate', gate: 'dam', lead: undefined },
  { id: '6h', text: '6 hours ahead', gate: undefined, lead: '6h' },
  { id: '24h', text: '24 hours ahead', gate: undefined, lead: '24h' },
] as const;

const viewOf = (query: URLSearchParams) => VIEWS.find(({ id }) => id === query.get('show')) ?? VIEWS[0];

const rangeOf = (code: string, { facts }: PageState, nowMs: number): HourRange =>
  hoursAround(
    nowMs,
    hoursOf(code, facts, { side: 'back', wanted: HOURS_BACK }),
    hoursOf(code, facts, { side: 'ahead', wanted: HOURS_AHEAD }),
  );

function askOf(code: string, range: HourRange, query: URLSearchParams, format: 'columns' | 'csv' | 'xlsx'): string {
  const { gate, lead } = viewOf(query);
  return comparePath({ codes: [code], ...range, gate, lead, format });
}

/** The parts of the forecasts of the hours to come. */
function driversPath(code: string, nowMs: number, endMs: number, { gate, lead }: (typeof VIEWS)[number]): string {
  const run = gate ? `&gate=${gate}` : lead ? `&lead=${lead}` : '';
  const { startMs } = hoursAround(nowMs, 0, 0);
  return `/demand/drivers?region=${code}&start=${hourIso(startMs)}&end=${hourIso(endMs)}${run}&format=columns`;
}

/** `/r/PJM`: one grid, its forecast and how sure that is. */
export const REGION: Page = {
  pattern: '/r/{grid}',
  title: (state) => gridAt(state)?.code ?? 'No such grid',
  asks(state) {
    const grid = gridAt(state);
    if (!grid || !state.facts.demo.includes(grid.code)) return [];
    const { nowMs } = state.facts;
    return [
      askOf(grid.code, rangeOf(grid.code, state, nowMs), new URLSearchParams(state.query), 'columns'),
      yesterdayPath(grid, nowMs),
    ];
  },
  view: (state) => {
    const grid = gridAt(state);
    return grid ? <RegionPage state={state} grid={grid} /> : <NoSuchGrid grids={state.facts.grids} end="" />;
  },
};

function RegionPage({ state, grid }: { readonly state: PageState; readonly grid: Grid }): JSX.Element {
  const { facts } = state;
  const [query, change] = usePageQuery(state);
  const clock = readClock(query.get('clock'));
  const view = viewOf(query);
  const isOpen = gridsOf(facts).includes(grid.code);
  const nowMs = useNow(facts.nowMs);
  const range = rangeOf(grid.code, state, nowMs);
  const ask = (format: 'columns' | 'csv' | 'xlsx'): string => askOf(grid.code, range, query, format);
  const { body, failure, isWaiting, isLive } = useAnswer<ColumnsAnswer>(state, isOpen ? ask('columns') : undefined, {
    codes: [grid.code],
    renew: 'events',
    subject: `${grid.code} ${view.id}`,
  });
  const root = rootOf([grid.code], facts);
  const [comparison] = body ? comparisonsOf(body, range.startMs, range.endMs) : [];
  return (
    <>
      <GridHead grid={grid} facts={facts} end="" />
      <p class="lead">
        The line is our forecast. <b>We expect 8 of 10 hours inside the shaded range.</b>
      </p>
      <div class="choices">
        <Choice
          legend="Forecast"
          options={VIEWS}
          chosen={view.id}
          onChoose={(id) => change({ show: id === 'newest' ? undefined : id })}
        />
        <ClockChoice grid={grid} clock={clock} onChoose={(id) => change({ clock: id === 'grid' ? undefined : id })} />
      </div>
      {!isOpen && (
        <p class="trouble">
          <a href="/account">Sign in</a> to see {grid.code}. A free account covers every grid.
        </p>
      )}
      <LiveNote isLive={isLive} />
      {failure && <Trouble failure={failure} isStale={body !== undefined} />}
      {isWaiting && <Waiting what={grid.code} />}
      {comparison && (
        <Shown
          grid={grid}
          of={comparison}
          zone={zoneOf(clock, grid)}
          nowMs={nowMs}
          csvHref={root + ask('csv')}
          state={state}
          driversPath={driversPath(grid.code, nowMs, range.endMs, view)}
        />
      )}
      {comparison && <CopyBox facts={facts} code={grid.code} xlsxHref={root + ask('xlsx')} />}
    </>
  );
}
