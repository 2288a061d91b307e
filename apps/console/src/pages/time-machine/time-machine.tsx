import type { JSX } from 'preact';
import { ComparisonTable } from '../../charts/comparison-table.js';
import { FanChart } from '../../charts/fan-chart.js';
import { Legend } from '../../charts/legend.js';
import type { ChartLine } from '../../charts/plot.js';
import type { ColumnsAnswer } from '../../data/columns.js';
import { comparePath, type HourRange, hourIso, hoursAround } from '../../data/compare-path.js';
import { type Comparison, comparisonsOf, hasOperator } from '../../data/comparison.js';
import type { Facts, Grid, PageState } from '../../data/facts.js';
import { firstPublished } from '../../data/hours/revisions.js';
import { usePageQuery } from '../../data/page-query.js';
import { peaksPath } from '../../data/peaks/tomorrows-peak.js';
import { hoursOf, mayRead, rootOf } from '../../data/reader.js';
import { useAnswer } from '../../data/use-answer.js';
import { useAnswers } from '../../data/use-answers.js';
import { useSettled } from '../../data/use-settled.js';
import { ClockChoice, readClock } from '../../shell/clock-choice.js';
import { GridHead } from '../../shell/grid-head.js';
import { Pending, SignIn } from '../../shell/trouble.js';
import { epochMs } from '../../time/epoch-ms.js';
import { agoText, HOUR_MS, instantText, zoneOf } from '../../time/wall-clock.js';
import { gridAt } from '../grid-at.js';
import type { Page } from '../page.js';
import { ghostLines, ghostPaths } from './ghosts.js';
import { PeakThenAndNow } from './peak-then-and-now.js';

const HOURS_AHEAD = 48;
/** Hours before now at which the slider begins. */
const FURTHEST = 72;

/** `/r/PJM/time`: the forecast at an instant of the past, beside the actual load since. */
export const TIME_MACHINE: Page = {
  pattern: '/r/{grid}/time',
  title: (state) => `${gridAt(state).code} before`,
  asks(state) {
    const { facts } = state;
    const grid = gridAt(state);
    if (!facts.demo.includes(grid.code)) return [];
    const query = new URLSearchParams(state.query);
    const { range, atMs } = shownOf(query, grid.code, facts);
    const ghosts = query.has('ghosts') ? ghostPaths(grid.code, range, hourOf(facts.nowMs)) : [];
    const peaks = [undefined, atMs].map((asOfMs) => peaksPath([grid], facts.nowMs, asOfMs) ?? '');
    return [
      askOf(grid.code, range, facts),
      askOf(grid.code, range, facts, atMs),
      revisionsOf(grid.code, range),
      ...peaks,
      ...ghosts,
    ];
  },
  view: (state) => <TimeMachine state={state} grid={gridAt(state)} />,
};

const hourOf = (ms: number): number => Math.floor(ms / HOUR_MS) * HOUR_MS;

interface TimeRange {
  readonly range: HourRange;
  /** Hours before now at which the slider begins, for this reader. */
  readonly furthest: number;
  /** No instant before it is this reader's to see. */
  readonly earliestMs: number;
  /** The instant of the address; two days ago where there is none. */
  readonly atMs: number;
}

function shownOf(query: URLSearchParams, code: string, facts: Facts): TimeRange {
  const furthest = hoursOf(code, facts, { side: 'back', wanted: FURTHEST });
  const latest = hourOf(facts.nowMs);
  const given = epochMs(query.get('at') ?? '');
  const earliestMs = latest - hoursOf(code, facts, { side: 'back', wanted: Number.POSITIVE_INFINITY }) * HOUR_MS;
  return {
    range: hoursAround(facts.nowMs, furthest, HOURS_AHEAD),
    furthest,
    earliestMs,
    atMs: Number.isNaN(given)
      ? latest - Math.min(48, furthest) * HOUR_MS
      : Math.max(earliestMs, Math.min(given, latest)),
  };
}

/** @param asOfMs omitted: the latest data. Hours further ahead of it than this reader's plan goes are not asked for. */
const askOf = (code: string, range: HourRange, facts: Facts, asOfMs?: number): string => {
  const ahead = hoursOf(code, facts, { side: 'ahead', wanted: Number.POSITIVE_INFINITY });
  const endMs = Math.min(range.endMs, hourOf(asOfMs ?? facts.nowMs) + ahead * HOUR_MS);
  return comparePath({ codes: [code], startMs: range.startMs, endMs, asOfMs, format: 'columns' });
};

const revisionsOf = (code: string, { startMs, endMs }: HourRange): string =>
  `/demand/revisions?region=${code}&start=${hourIso(startMs)}&end=${hourIso(endMs)}&format=columns`;

function TimeMachine({ state, grid }: { readonly state: PageState; readonly grid: Grid }): JSX.Element {
  const { nowMs } = state.facts;
  const pageQuery = usePageQuery(state);
  const [query, change] = pageQuery;
  const zone = zoneOf(readClock(query), grid);
  const { range, furthest, earliestMs, atMs } = shownOf(query, grid.code, state.facts);
  // The page begins as a guest's, whose instant may be too old for the plan of an account.
  const settledMs = Math.max(earliestMs, useSettled(atMs, 250));
  const isOpen = mayRead(grid.code, state.facts);
  const codes = [grid.code];
  const thenPath = askOf(grid.code, range, state.facts, settledMs);
  const now = useAnswer(state, isOpen ? askOf(grid.code, range, state.facts) : undefined, { codes });
  const then = useAnswer(state, isOpen ? thenPath : undefined, { codes });
  const restated = useAnswer(state, isOpen ? revisionsOf(grid.code, range) : undefined, { codes });
  const hasGhosts = isOpen && query.has('ghosts') && furthest === FURTHEST;
  const ghosts = hasGhosts ? ghostPaths(grid.code, range, hourOf(nowMs)) : [];
  const earlier = ghostLines(useAnswers<ColumnsAnswer>(state, ghosts, codes), range);
  const [today] = now.body ? comparisonsOf(now.body, range.startMs, range.endMs) : [];
  const [past] = then.body ? comparisonsOf(then.body, range.startMs, range.endMs) : [];
  const hoursAgo = Math.round((hourOf(nowMs) - atMs) / HOUR_MS);
  const move = (hours: number): void => change({ at: hourIso(hourOf(nowMs) - hours * HOUR_MS) });
  return (
    <>
      <GridHead grid={grid} facts={state.facts} end="/time" />
      <div class="intro">
        <p class="lead">
          We keep every forecast. You are looking at <b>{instantText(atMs, zone)}</b>, {agoText(atMs, nowMs)}: our
          forecast of that time, next to the load measured since.
        </p>
        <ClockChoice grid={grid} query={pageQuery} />
      </div>
      <HoursAgo hoursAgo={hoursAgo} furthest={furthest} instant={instantText(atMs, zone)} onMoved={move} />
      <Pending of={{ ...then, isWaiting: !past && (now.isWaiting || then.isWaiting) }} what="that forecast" />
      {!isOpen && <SignIn to={grid.code} />}
      {isOpen && furthest === FURTHEST && (
        <p>
          {/* A link, not a button: the forecasts come with the page, and cost no call. */}
          <a href={ghostHref(query, hasGhosts)}>
            {hasGhosts ? 'Hide the other days' : 'Show the forecasts of the last seven days'}
          </a>
        </p>
      )}
      {past && (
        <Then
          state={state}
          grid={grid}
          earlier={earlier}
          past={past}
          today={today}
          revisions={restated.body}
          nowMs={nowMs}
          zone={zone}
          atMs={settledMs}
          csvHref={rootOf(codes, state.facts) + thenPath.replace('format=columns', 'format=csv')}
        />
      )}
    </>
  );
}

interface HoursAgoProps {
  readonly hoursAgo: number;
  readonly furthest: number;
  readonly instant: string;
  readonly onMoved: (hoursAgo: number) => void;
}

function HoursAgo({ hoursAgo, furthest, instant, onMoved }: HoursAgoProps): JSX.Element {
  return (
    <label class="field slider">
      <span>Hours ago: {hoursAgo}</span>
      <input
        type="range"
        min={-furthest}
        max={0}
        step={1}
        value={-Math.min(furthest, hoursAgo)}
        aria-valuetext={`${hoursAgo} hours ago, ${instant}`}
        onInput={(event) => onMoved(-Number(event.currentTarget.value))}
      />
      <span class="ends hint" aria-hidden="true">
        <span>{furthest} hours ago</span>
        <span>now</span>
      </span>
    </label>
  );
}

/** The address of this page with the ghosts, or without them. */
function ghostHref(query: URLSearchParams, hasGhosts: boolean): string {
  const next = new URLSearchParams(query);
  if (hasGhosts) next.delete('ghosts');
  else next.set('ghosts', '7');
  return `?${next}`;
}

interface ThenProps {
  readonly state: PageState;
  readonly grid: Grid;
  /** Forecasts of the days before. */
  readonly earlier: readonly ChartLine[];
  readonly past: Comparison;
  readonly today: Comparison | undefined;
  readonly revisions: ColumnsAnswer | undefined;
  readonly zone: string;
  readonly atMs: number;
  readonly nowMs: number;
  readonly csvHref: string;
}

/** The past forecast drawn over today's load. */
function Then({ state, grid, earlier, past, today, revisions, zone, atMs, nowMs, csvHref }: ThenProps): JSX.Element {
  const both: Comparison = { ...past, actual: today?.actual ?? past.actual };
  const restated = revisions && firstPublished(revisions, past.startMs, past.count);
  const isRestated = restated?.some((value) => value !== null) ?? false;
  const hasForecast = past.forecast.some((value) => value !== null);
  const behind: ChartLine[] = [...earlier, ...(today ? [{ kind: 'ghost', values: today.forecast }] : [])];
  return (
    <>
      <PeakThenAndNow state={state} grid={grid} zone={zone} nowMs={nowMs} atMs={atMs} />
      {!hasForecast && (
        <p class="trouble">There is no forecast from that time: the service started later, or had no load data yet.</p>
      )}
      <FanChart
        of={both}
        title={`${grid.code} as of ${instantText(atMs, zone)}`}
        zone={zone}
        nowMs={atMs}
        ruleText="then"
        behind={behind}
        restated={restated}
        isLarge
      />
      <Legend
        kinds={[
          'actual',
          'forecast',
          'band',
          'half',
          hasOperator([both]) && 'operator',
          'ghost',
          earlier.length > 0 && 'past',
          isRestated && 'restated',
        ]}
      />
      <ComparisonTable
        of={both}
        caption={`${grid.code} as of ${instantText(atMs, zone)}`}
        zone={zone}
        csvHref={csvHref}
      />
    </>
  );
}
