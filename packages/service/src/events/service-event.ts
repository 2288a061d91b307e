import type { AreaId, Areas, EpochMs, Plan } from '@loadcast/core';
import { earliestHistory } from '@loadcast/core/quota';
import { parseEpochMs } from '@loadcast/core/time';
import { isoUtc } from '@loadcast/formats';
import type { LoggedEvent } from '@loadcast/storage/sqlite';

export const EVENT_TYPES = [
  'run.published',
  'actual.arrived',
  'actual.restated',
  'peak.changed',
  'source.late',
  'forecaster.run.received',
  'forecaster.scored',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

export interface ServiceEvent {
  /** Its place among all events; ids of subscribers are made of it. */
  readonly seq: number;
  readonly at: EpochMs;
  readonly type: EventType;
  readonly areaId: AreaId;
  /** The only account that may see it; undefined: it is for everyone. */
  readonly accountId: string | undefined;
  /** The hour whose load it shows; undefined where it shows none. */
  readonly hour: EpochMs | undefined;
  /** Whether it shows probabilities, which not every plan includes. */
  readonly hasOdds: boolean;
  /** JSON: `id`, `type`, `at`, `region` and `data`. */
  readonly json: string;
}

/** Which events a subscriber gets. Absent: all. */
export interface EventFilter {
  readonly areas?: readonly AreaId[];
  readonly types?: readonly EventType[];
}

const ID = /^evt_(0|[1-9]\d{0,14})$/;

/**
 * The id of the event at a place.
 *
 * @example
 * eventId(12) // => 'evt_12'
 */
export const eventId = (seq: number): string => `evt_${seq}`;

/** The place that an id names; undefined: it is none. */
export function placeOf(id: string): number | undefined {
  const [, digits] = ID.exec(id) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

export function eventOf(areas: Areas, { seq, at, type, areaId, body }: LoggedEvent): ServiceEvent {
  const kept: { for_account?: string; region?: string; timestamp?: string } = JSON.parse(body);
  const { for_account: accountId, region = areas.codeOf(areaId), ...data } = kept;
  const shown = { id: eventId(seq), type, at: isoUtc(at), region, data };
  return {
    seq,
    at,
    type: type as EventType,
    areaId,
    accountId,
    hour: data.timestamp === undefined ? undefined : parseEpochMs(data.timestamp),
    hasOdds: type === 'peak.changed' && Object.keys(data).some((name) => name.endsWith('_pct')),
    json: JSON.stringify(shown),
  };
}

/** Whether a subscriber wants an event and may see it, and its plan reaches back to the load that it shows. */
export function passes(
  { areas, types }: EventFilter,
  { accountId, plan }: { readonly accountId: string; readonly plan: Plan },
  now: EpochMs,
  event: ServiceEvent,
): boolean {
  if (event.accountId !== undefined && event.accountId !== accountId) return false;
  if (areas && !areas.includes(event.areaId)) return false;
  if (types && !types.includes(event.type)) return false;
  if (event.hasOdds && !plan.quantiles) return false;
  return event.hour === undefined || event.hour >= earliestHistory(plan, now);
}
