import { type EpochMs, HOUR_MS } from '../../time/instant.js';
import { addDays, instantOnDay, localDay } from '../../time/operating-day.js';
import type { Vintage } from '../../vintages/vintage.js';
import { decidingInstants, type ForecastWindowQuery, type RunChoice } from '../forecast-window.js';
import type { NewestDeps } from '../runs-forecast.js';
import { instantText, type Missing, noData } from './no-data.js';
import { type ActualsDeps, isBeforeHistory } from './why-no-actuals.js';
import { neverIssued } from './why-no-run.js';

type ForecastWindowDeps = NewestDeps & ActualsDeps;

/**
 * The failure for a window without any value from a run that counts.
 *
 * - `not_covered`, when the gate or the lead of some hour is still to come: expected then;
 * - `before_history`, when no run existed at the last gate or lead and no load is kept of so long ago;
 * - `not_issued`, when no run existed then although load is kept; a gate of the next day is expected;
 * - `not_covered` otherwise: the run that counts starts later or ends earlier.
 *
 * @param subject the request, in our own codes: it becomes part of a message
 */
export async function emptyForecastWindow(
  deps: ForecastWindowDeps,
  query: ForecastWindowQuery,
  subject: string,
): Promise<Error> {
  return noData(subject, await whyNoForecast(deps, query));
}

async function whyNoForecast(deps: ForecastWindowDeps, query: ForecastWindowQuery): Promise<Missing> {
  const { area, window, asOf, choice } = query;
  const instants = decidingInstants(query);
  const ahead = instants.find((instant) => instant > asOf);
  if (ahead !== undefined) {
    const because = `the run that counts for these hours is the newest one at ${instantText(ahead)}, ${nameOf(choice)}`;
    return { reason: 'not_covered', expectedAt: ahead, because };
  }
  const last = instants.at(-1) ?? asOf;
  const counts = await deps.vintages.newest(area.id, last);
  if (counts) return { reason: 'not_covered', because: outOfReach(counts, window.end) };
  if (await isBeforeHistory(deps, area, window.end, asOf)) return { reason: 'before_history' };
  if (choice.kind === 'newest') return neverIssued(last);
  const because = `no forecast had been issued by ${instantText(last)}, ${nameOf(choice)}, and none is backdated`;
  if (choice.kind === 'lead') return { reason: 'not_issued', because };
  const next = nextGate(query, choice);
  return {
    reason: 'not_issued',
    expectedAt: next,
    because: `${because}. The next such gate is at ${instantText(next)}`,
  };
}

function nameOf(choice: RunChoice): string {
  if (choice.kind === 'lead') return `${choice.leadMs / HOUR_MS} h before such an hour begins`;
  return 'the gate for these hours';
}

function outOfReach({ start, issuedAt, valueMw }: Vintage, end: EpochMs): string {
  const run = `the run that counts, issued at ${instantText(issuedAt)}`;
  if (end <= start) return `${run}, begins after these hours; use gate or lead for an earlier run`;
  return `${run}, ends at ${instantText(start + valueMw.length * HOUR_MS)}`;
}

/** The first gate of a choice that is still to come. */
function nextGate({ area, asOf }: ForecastWindowQuery, { timeOfDayMs }: RunChoice & { kind: 'gate' }): EpochMs {
  const today = localDay(area.marketTimezone, asOf);
  const ofToday = instantOnDay(area.marketTimezone, today, timeOfDayMs);
  return ofToday > asOf ? ofToday : instantOnDay(area.marketTimezone, addDays(today, 1), timeOfDayMs);
}
