import { type ActualsStore, type AreaId, type Areas, DAY_MS, type EpochMs, HOUR_MS } from '@loadcast/core';
import { type Lateness, latenessOf } from '@loadcast/core/series';
import type { Feed } from '@loadcast/sources/operator-feeds';
import type { PollRecord } from '@loadcast/storage/sqlite';
import { ledgerName } from '../schedule/poll-notes.js';

/** What the polls of a week say of a feed that is followed. */
export interface FeedState {
  readonly feed: string;
  readonly areaId: AreaId;
  /** Age of the last poll that brought data, or of the first one; undefined without any poll. */
  readonly ageMs: number | undefined;
  /** It has brought nothing for longer than it ever should. */
  readonly isLate: boolean;
  /** How late the hours of load of the last week came; undefined of forecasts alone. */
  readonly lateness: Lateness | undefined;
}

export const FEED_STATES_MS = 7 * DAY_MS;
/** Load comes every hour, a forecast of several days once a day at least. */
const LATE_LOAD_MS = 3 * HOUR_MS;
const LATE_FORECAST_MS = 36 * HOUR_MS;

/** @param polls of the last `FEED_STATES_MS`, oldest first, including polls of other sources */
export async function feedStates(
  feeds: readonly Feed[],
  areas: Areas,
  actuals: Pick<ActualsStore, 'read'>,
  polls: readonly PollRecord[],
  now: EpochMs,
): Promise<FeedState[]> {
  return Promise.all(
    feeds.map(async ({ id, areaId, follows = [] }) => {
      const own = polls.filter(({ source }) => source === ledgerName.feed(id));
      const good = own.filter(({ outcome }) => outcome === 'ok');
      const since =
        good.findLast(({ newHours, restatedHours }) => newHours + restatedHours > 0)?.endedAt ?? own[0]?.askedAt;
      const ageMs = since === undefined ? undefined : now - since;
      const hasLoad = follows.includes('load');
      const load = hasLoad && (await actuals.read({ series: areas.byId(areaId).series, measure: 'newest_load' }));
      return {
        feed: id,
        areaId,
        ageMs,
        isLate: ageMs !== undefined && ageMs > (hasLoad ? LATE_LOAD_MS : LATE_FORECAST_MS),
        lateness: load ? latenessOf(load, good, { start: now - FEED_STATES_MS, end: now }) : undefined,
      };
    }),
  );
}
