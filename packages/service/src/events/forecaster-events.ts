import { type ActualsStore, type Area, type Areas, closedGates, DAY_MS, type EpochMs, HOUR_MS } from '@loadcast/core';
import { scoreSubmission } from '@loadcast/core/insight';
import { newestHour } from '@loadcast/core/series';
import { isoUtc, roundMw } from '@loadcast/formats';
import type { ForecasterLedger, ForecasterRecord, NewEvent, SubmissionHeader } from '@loadcast/storage/sqlite';
import { event, nameOf } from './new-event.js';
import type { EventType } from './service-event.js';

export interface ForecasterEventDeps {
  readonly actuals: Pick<ActualsStore, 'read'>;
  readonly forecasters: Pick<ForecasterLedger, 'receivedSince' | 'endedIn' | 'known' | 'list'>;
  areas(): Areas;
}

const RECEIVED = 'forecaster.run.received';
const SCORED = 'forecaster.scored';
/** Load that comes later than this after the last hour of a run scores it without an event. */
const SCORED_WITHIN_MS = 2 * DAY_MS;

/** Runs that forecasters handed in, withdrawals, and runs whose load is known. Only the forecaster's account gets them. */
export async function forecasterEvents(
  deps: ForecasterEventDeps,
  from: EpochMs,
  at: EpochMs,
  isSeen: (name: string) => boolean,
): Promise<NewEvent[]> {
  const areaOf = new Map(deps.areas().list.map((area) => [area.id, area]));
  const unseen = (type: EventType, runs: readonly SubmissionHeader[]) =>
    runs.filter((run) => areaOf.has(run.areaId) && !isSeen(nameOf(type, run.areaId, chainPlace(run))));
  const received = unseen(RECEIVED, await deps.forecasters.receivedSince(from));
  const ended = unseen(SCORED, await deps.forecasters.endedIn({ start: at - SCORED_WITHIN_MS, end: at }));
  if (received.length + ended.length === 0) return [];
  const everyone = new Map((await deps.forecasters.list()).map((forecaster) => [forecaster.id, forecaster]));
  const events: NewEvent[] = [];
  for (const run of received)
    events.push(receivedEvent(areaOf.get(run.areaId)!, everyone.get(run.forecasterId)!, run, at));
  for (const run of ended) {
    const area = areaOf.get(run.areaId)!;
    const newest = newestHour(await deps.actuals.read({ series: area.series, measure: 'demand' }), at);
    if (newest !== undefined && newest + HOUR_MS >= run.endAt)
      events.push(await scoredEvent(deps, area, everyone.get(run.forecasterId)!, run, at));
  }
  return events;
}

const chainPlace = ({ forecasterId, position }: SubmissionHeader): string => `${forecasterId} ${position}`;

function receivedEvent(
  area: Area,
  { accountId, gates }: ForecasterRecord,
  run: SubmissionHeader,
  at: EpochMs,
): NewEvent {
  const { forecasterId, position, receivedAt, startAt, endAt, withdraws, sha256 } = run;
  return event(RECEIVED, area, chainPlace(run), at, {
    for_account: accountId,
    ...{ forecaster: forecasterId, position, received_at: new Date(receivedAt).toISOString() },
    ...{ start: isoUtc(startAt), end: isoUtc(endAt), withdraws, late_for: closedGates(area, gates, run), sha256 },
  });
}

async function scoredEvent(
  { forecasters, actuals }: ForecasterEventDeps,
  area: Area,
  { accountId }: ForecasterRecord,
  run: SubmissionHeader,
  at: EpochMs,
): Promise<NewEvent> {
  const { forecasterId, position, startAt, endAt } = run;
  const asked = { forecasterId, areaId: area.id, window: { start: startAt, end: endAt }, asOf: at };
  const [submitted] = await forecasters.known({ ...asked, before: position + 1, most: 1 });
  const { hours, mapePct, maeMw } = await scoreSubmission(actuals, area, submitted!, at);
  return event(SCORED, area, chainPlace(run), at, {
    ...{ for_account: accountId, forecaster: forecasterId, position, start: isoUtc(startAt), end: isoUtc(endAt) },
    // JSON has null for the NaN of a run of which no hour counts.
    ...{ sample_hours: hours, mape_pct: Number(mapePct.toFixed(3)), mae_mw: roundMw(maeMw) },
  });
}
