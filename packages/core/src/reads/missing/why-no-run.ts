import type { Area } from '../../areas/area.js';
import type { MarketRun } from '../../horizons/horizon.js';
import type { EpochMs } from '../../time/instant.js';
import { addDays, localDay } from '../../time/operating-day.js';
import type { Window } from '../../time/window.js';
import { gateInstant } from '../../vintages/market-run.js';
import type { RunDeps } from '../runs-forecast.js';
import { operatingDaysOf } from '../runs-issues.js';
import { instantText, type Missing } from './no-data.js';
import { type ActualsDeps, isBeforeHistory, whyNoActuals } from './why-no-actuals.js';

type MissingDeps = RunDeps & ActualsDeps;

/** Selects a part of a run. */
export interface RunQuery {
  readonly area: Area;
  /** Both ends on whole UTC hours. */
  readonly window: Window;
  /** Nothing that became available later is read. */
  readonly asOf: EpochMs;
  /** The n-th issue of the run for each day, from 1; absent is the newest, which is the run itself. */
  readonly version?: number;
}

/**
 * Why a run says nothing of a window.
 *
 * - `not_covered` with the next gate, when some of its days have a gate still to come;
 * - `before_history`, when no vintage existed at the last of the gates and no load is kept of so long ago;
 * - `not_issued`, when no vintage existed then although load is kept: the gate was missed for ever. Expected is the next
 *   run of its kind;
 * - `not_covered` otherwise: vintages existed and did not reach these hours, or had no such issue.
 */
export async function whyNoRun(deps: MissingDeps, run: MarketRun | 'RTM', query: RunQuery): Promise<Missing> {
  const { area, window, asOf, version } = query;
  const gates = run === 'RTM' ? [] : operatingDaysOf(area, window).map(({ day }) => gateInstant(area, run, day));
  const ahead = gates.find((gate) => gate > asOf);
  if (ahead !== undefined) {
    const because = `the forecast of these hours is fixed at the gate at ${instantText(ahead)}, 09:00 on the market's clock`;
    return { reason: 'not_covered', expectedAt: ahead, because };
  }
  const last = gates.at(-1) ?? Math.min(window.end, asOf);
  const existed = await deps.vintages.newest(area.id, last);
  if (!existed) {
    if (await isBeforeHistory(deps, area, window.end, asOf)) return { reason: 'before_history' };
    return run === 'RTM' ? neverIssued(last) : missedGate(area, run, last, asOf);
  }
  const because = version === undefined ? {} : { because: `the run has no version ${version} for these hours` };
  return { reason: 'not_covered', ...because };
}

/** No vintage at all was there at an instant. */
export function neverIssued(at: EpochMs): Missing {
  const because = `no forecast had been issued by ${instantText(at)}, and none is backdated`;
  return { reason: 'not_issued', because };
}

function missedGate(area: Area, run: MarketRun, gate: EpochMs, asOf: EpochMs): Missing {
  const next = nextRun(area, run, asOf);
  const because =
    `no forecast had been issued by the gate of ${run} for these hours, ${instantText(gate)}, and none is backdated. ` +
    `The next ${run} is for ${next.day}, at ${instantText(next.gate)}`;
  return { reason: 'not_issued', expectedAt: next.gate, because };
}

/** The first operating day whose gate is still to come. */
function nextRun(area: Area, run: MarketRun, asOf: EpochMs): { readonly day: string; readonly gate: EpochMs } {
  for (let day = localDay(area.marketTimezone, asOf); ; day = addDays(day, 1)) {
    const gate = gateInstant(area, run, day);
    if (gate > asOf) return { day, gate };
  }
}

/**
 * Why nothing of a run can be scored in a window of operating days: its days are not over (`not_covered`), it says nothing
 * of them, or their load is missing.
 */
export async function whyNoScore(deps: MissingDeps, run: MarketRun, query: RunQuery): Promise<Missing> {
  const { area, window, asOf } = query;
  if (window.end > asOf) {
    const because = `these hours end at ${instantText(window.end)}`;
    return { reason: 'not_covered', expectedAt: window.end, because };
  }
  for (const { day, hours } of operatingDaysOf(area, window)) {
    const isForecast = (await deps.vintages.count(area.id, gateInstant(area, run, day))) > 0;
    if (isForecast) return whyNoActuals(deps, area, { start: hours.start, end: window.end }, asOf);
  }
  return whyNoRun(deps, run, query);
}
