import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type ActualsStore,
  type Area,
  type AreaId,
  type Areas,
  DAY_MS,
  type EpochMs,
  HOUR_MS,
  type KnownSeries,
  MINUTE_MS,
  type VintageStore,
} from '@loadcast/core';
import { type Lateness, latenessOf, loadShortfall, type PollTimes } from '@loadcast/core/series';
import type { Feed } from '@loadcast/sources/operator-feeds';
import type { PollLedger } from '@loadcast/storage/sqlite';
import { FEED_STATES_MS, type FeedState, feedStates } from '../feeds/feed-states.js';
import { GATE_LEAD_MS, newestGateIssue } from '../schedule/due-issue.js';
import { isLoadPoll } from '../schedule/poll-notes.js';
import {
  COVERAGE_PCT,
  clockLag,
  coveragePct,
  dataAgeMs,
  frozenHours,
  isFrozen,
  LATE_AFTER_MS,
  missedGate,
  operatorClockLag,
} from './area-checks.js';
import type { Finding } from './finding.js';

export interface Surveyed {
  areas(): Areas;
  readonly actuals: Pick<ActualsStore, 'read'>;
  readonly vintages: Pick<VintageStore, 'newest' | 'headers' | 'count'>;
  /** Past gates are played again, so that a gate without a forecast says nothing. */
  readonly backfillsGates: boolean;
  readonly polls?: Pick<PollLedger, 'since'>;
  readonly feeds?: readonly Feed[];
  /** Whether an upstream is followed: without one, load is as old as it is. */
  readonly follows: boolean;
}

/** Measurements of an area. Undefined: unknown. */
export interface AreaState {
  readonly areaId: AreaId;
  /** When the gate was due that the figures of earlier runs were measured after. */
  readonly gateIssue: EpochMs;
  readonly dataAgeMs: number | undefined;
  readonly frozenHours: number;
  /** Lag behind our own forecasts, and behind the operator's. */
  readonly clockLagHours: number | undefined;
  readonly operatorClockLagHours: number | undefined;
  readonly coveragePct: number | undefined;
  readonly forecastAgeMs: number | undefined;
  /** Why its load is too little for the forecast that is missing or old. */
  readonly shortfall: string | undefined;
  readonly missedGate: EpochMs | undefined;
  /** How late the hours of the last week came. */
  readonly lateness: Lateness | undefined;
}

export interface Survey {
  readonly at: EpochMs;
  readonly areas: readonly AreaState[];
  readonly feeds: readonly FeedState[];
  readonly findings: readonly Finding[];
}

/** Forecasts older than this are a finding: one is made at least every six hours. */
const FORECAST_LATE_MS = 7 * HOUR_MS;

/** Whether an area has no forecast, or its newest one is too old. */
const isLate = (forecastAgeMs = Number.POSITIVE_INFINITY): boolean => forecastAgeMs > FORECAST_LATE_MS;

/** Period of hours over which lateness is measured. */
const LATENESS_MS = 7 * DAY_MS;

export async function goodPolls(ledger: Surveyed['polls'], since: EpochMs): Promise<PollTimes[]> {
  return ((await ledger?.since(since)) ?? []).filter((poll) => poll.outcome === 'ok' && isLoadPoll(poll));
}

/**
 * Measures every area.
 *
 * @param before an earlier survey: its figures of earlier runs, of a month, stand until the next gate of an area
 * @throws any error of the stores
 */
export async function survey(deps: Surveyed, now: EpochMs, before?: Survey): Promise<Survey> {
  const areas: AreaState[] = [];
  const earlier = new Map(before?.areas.map((state) => [state.areaId, state]));
  const polls = await goodPolls(deps.polls, now - LATENESS_MS);
  const all = deps.areas();
  // One after the other, with room for requests between: a survey is in no hurry.
  for (const area of all.list) {
    areas.push(await measure(deps, area, now, polls, earlier.get(area.id)));
    await nextTurn();
  }
  const asked = deps.feeds && deps.polls ? await deps.polls.since(now - FEED_STATES_MS) : [];
  const feeds = await feedStates(deps.feeds ?? [], all, deps.actuals, asked, now);
  const findings = [...areas.flatMap((state, row) => findingsOf(deps, all.list[row]!, state)), ...feedFindings(feeds)];
  return { at: now, areas, feeds, findings };
}

/** One finding an area: all of its feeds that are late. */
function feedFindings(feeds: readonly FeedState[]): Finding[] {
  const late = feeds.filter(({ isLate }) => isLate);
  return [...new Set(late.map(({ areaId }) => areaId))].map((areaId) => {
    const named = late
      .filter((state) => state.areaId === areaId)
      .map(({ feed, ageMs = 0 }) => `${feed} for ${hours(ageMs)}`);
    return { monitor: 'operator_feed', areaId, message: `nothing new from ${named.join(', ')}` };
  });
}

async function measure(
  deps: Surveyed,
  area: Area,
  now: EpochMs,
  polls: readonly PollTimes[],
  before: AreaState | undefined,
): Promise<AreaState> {
  const { actuals, vintages } = deps;
  const load = await actuals.read({ series: area.series, measure: 'demand' });
  const operatorForecast = await actuals.read({ series: area.series, measure: 'day_ahead_forecast' });
  const newest = await vintages.newest(area.id, now);
  const gateIssue = newestGateIssue(area, now - GATE_LEAD_MS);
  const forecastAgeMs = newest && now - newest.issuedAt;
  const known = before?.gateIssue === gateIssue ? before : await compare(deps, area, load, now);
  return {
    areaId: area.id,
    gateIssue,
    dataAgeMs: dataAgeMs(load, now),
    frozenHours: frozenHours(load, now),
    clockLagHours: known.clockLagHours,
    operatorClockLagHours: operatorClockLag(load, operatorForecast, now),
    coveragePct: known.coveragePct,
    forecastAgeMs,
    shortfall: isLate(forecastAgeMs) && area.needs ? loadShortfall(load, area.needs, now) : undefined,
    missedGate: known.missedGate,
    lateness: latenessOf(load, polls, { start: now - LATENESS_MS, end: now }),
  };
}

/** The figures that earlier runs are read for. */
async function compare({ actuals, vintages, backfillsGates }: Surveyed, area: Area, load: KnownSeries, now: EpochMs) {
  return {
    clockLagHours: await clockLag(vintages, area, load, now),
    coveragePct: await coveragePct({ actuals, vintages }, area, now),
    missedGate: backfillsGates ? undefined : await missedGate(vintages, area, now),
  };
}

function findingsOf({ follows }: Surveyed, area: Area, state: AreaState): Finding[] {
  const { areaId } = state;
  const code = area.areas.codeOf(areaId); // messages are shown beside it
  const findings: Finding[] = [];
  const add = (monitor: Finding['monitor'], message: string) => findings.push({ monitor, areaId, message });
  const because = state.shortfall === undefined ? '' : `: ${state.shortfall}`;
  const { forecastAgeMs } = state;
  const forecast =
    forecastAgeMs === undefined ? ' has no forecast' : `’s newest forecast is ${hours(forecastAgeMs)} old`;
  if (isLate(forecastAgeMs)) add('forecast', `${code}${forecast}${because}`);
  if (state.dataAgeMs === undefined) add('data_lag', `${code} has no load data`);
  else if (follows && state.dataAgeMs > LATE_AFTER_MS) {
    add('data_lag', `${code}’s newest load is ${hours(state.dataAgeMs)} old; about 2 h is usual`);
  }
  if (follows && isFrozen(area, state.frozenHours)) {
    add('frozen_feed', `${code}’s load has repeated one value for ${state.frozenHours} h`);
  }
  const witnesses = [
    ...(state.clockLagHours ? [`${lagText(state.clockLagHours)} our forecasts`] : []),
    ...(state.operatorClockLagHours ? [`${lagText(state.operatorClockLagHours)} the operator’s`] : []),
  ];
  if (witnesses.length > 0) add('clock_lag', `${code}’s load is ${witnesses.join(' and ')}`);
  const covered = state.coveragePct;
  if (covered !== undefined && (covered < COVERAGE_PCT.least || covered > COVERAGE_PCT.most)) {
    add('coverage', `${covered.toFixed(0)} % of ${code}’s hours fell between p10 and p90; 80 % should`);
  }
  if (state.missedGate !== undefined) {
    add('missed_gate', `${code} has no forecast for the gate at ${new Date(state.missedGate).toISOString()}`);
  }
  return findings;
}

const lagText = (lag: number): string => `${Math.abs(lag)} h ${lag > 0 ? 'behind' : 'ahead of'}`;

function hours(ms: number): string {
  return ms < 90 * MINUTE_MS ? `${Math.round(ms / MINUTE_MS)} min` : `${Math.round(ms / HOUR_MS)} h`;
}
