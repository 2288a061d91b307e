import { type AreaId, type Areas, DAY_MS, type EpochMs, ServiceError } from '@loadcast/core';
import { NO_GRID_DATA } from '@loadcast/core/quota';
import { endpoint, noEffect, refused, routesOf, type Surface } from '@loadcast/formats';
import type { EventLog } from '@loadcast/storage/sqlite';
import { z } from 'zod';
import type { EventFeed } from './event-feed.js';
import { regionsParameter, typesParameter } from './event-filter.js';
import { EVENT_TYPES, type EventFilter, placeOf } from './service-event.js';

/** How far back events are replayed to a subscriber that was away. */
const REPLAY_MS = DAY_MS;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'private, no-store',
  'x-accel-buffering': 'no', // nginx would keep parts back
};

interface EventsDeps {
  areas(): Areas;
  readonly feed: EventFeed;
  readonly log: Pick<EventLog, 'placeBefore'>;
  now(): EpochMs;
}

const eventsEndpoint = endpoint({
  path: '',
  name: 'streamEvents',
  title: 'Get updates as they happen (server-sent events)',
  notes: [
    `Types: ${EVENT_TYPES.map((type) => `\`${type}\``).join(', ')}. \`data\` is one line of JSON: \`id\`, \`type\`, \`at\`, \`region\` and \`data\`; times in UTC, load in MW.`,
    '`Last-Event-ID` (sent by browsers) first delivers the events missed in the last 24 hours. Without it the stream begins now. Ids grow without a gap among all events; a filter leaves gaps.',
    'Opening costs one request, and a key has at most 4 streams open at a gateway. A comment comes every 20 seconds. A stream ends with `retry:` when the gateway stops, when its key or plan changes, and when its reader falls 1,000 events behind: connect again with the last id.',
    'Load is shown as far back as the plan’s history reaches.',
  ],
  access: 'key',
  query: z.object({
    regions: regionsParameter().optional(),
    types: typesParameter().optional(),
    as_of: noEffect('events start now'),
  }),
  answers: [{ type: 'text/event-stream', text: 'An endless stream of events.' }],
  errors: ['plan_limit', 'key_scope'],
  examples: ['', 'regions=PJM&types=run.published,peak.changed'],
  // `passes` compares each event with the plan: a stream lasts while the hours that a plan reaches move on.
  shows: () => NO_GRID_DATA,
  prepare({ areas, feed, log, now }: EventsDeps, { regions, types }, { principal, headers }) {
    const filter: EventFilter = {
      ...allowedAreas(areas(), regions, principal.regions),
      ...(types && { types }),
    };
    const last = readLastId(headers.get('last-event-id'));
    feed.requireRoom(principal);
    return {
      regions: [],
      async reply() {
        const oldest = last === undefined ? 0 : await log.placeBefore(now() - REPLAY_MS);
        const after = last === undefined ? {} : { after: Math.max(last, oldest) };
        return { status: 200, headers: HEADERS, body: feed.stream({ principal, filter, ...after }) };
      },
    };
  },
});

export function createEvents(deps: EventsDeps): Surface {
  return { id: 'a', ...routesOf([eventsEndpoint], deps), dialect: () => 'json' };
}

/** @throws {ServiceError} key_scope: the key does not cover a requested region */
function allowedAreas(
  areas: Areas,
  asked: readonly AreaId[] | undefined,
  allowed: readonly AreaId[] | undefined,
): Pick<EventFilter, 'areas'> {
  const refused = allowed && asked?.find((id) => !allowed.includes(id));
  if (allowed && refused) {
    const names = allowed.map((id) => areas.codeOf(id)).join(', ');
    throw new ServiceError('key_scope', `This key is limited to the regions ${names}.`, {
      expected: `regions ${names}`,
    });
  }
  const shown = asked ?? allowed;
  return shown ? { areas: shown } : {};
}

/** @throws {ServiceError} invalid_parameter: it is no id of ours */
function readLastId(header: string | undefined): number | undefined {
  if (header === undefined || header === '') return undefined;
  const place = placeOf(header);
  if (place !== undefined) return place;
  throw refused('Last-Event-ID', 'the id of an event, as in evt_12');
}
