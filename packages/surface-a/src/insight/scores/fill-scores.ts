import { type Area, type Areas, type EpochMs, localDay, MINUTE_MS } from '@loadcast/core';
import { drainedWithPauses, SCORES_BY, type ScoreDeps, scoreGroupsInSteps, storedPoints } from '@loadcast/core/insight';
import { DAM, DEFAULT_WINDOW_DAYS, scoredDays } from './scored-days.js';

/** Windows scored ahead of requests: the default one, and the longest that a plan has. */
const FILLED_DAYS = [DEFAULT_WINDOW_DAYS, 364];

/** Most of the time of an answer by day is its text, of 4 MB. */
const FILLED_BY = SCORES_BY.filter((by) => by !== 'day');

/** Areas scored ahead. `stored_points` holds no more in both windows, on both sides of a day's end. */
const FILLED_AREAS = 11;

/** An operating day that ends within this is taken as over, so that its scores are there when it is. */
const AHEAD_MS = MINUTE_MS;

/**
 * Makes the scores of the day-ahead run, every cut of the first areas, that hold at `now` and a minute later, so that who asks
 * for them finds them made. Unchanged scores are not computed again.
 *
 * @param deps the same stores as the surface's: they keep the scores
 */
export async function fillScores(deps: ScoreDeps, areas: Areas, now: EpochMs): Promise<void> {
  for (const { area } of areas.listed.slice(0, FILLED_AREAS)) {
    for (const days of FILLED_DAYS) {
      for (const asOf of instants(area, now)) {
        const window = scoredDays(area, asOf, days);
        const points = await storedPoints(deps, { area, choice: DAM, window, asOf, actuals: 'latest' });
        for (const by of FILLED_BY) {
          await drainedWithPauses(scoreGroupsInSteps(points, area.marketTimezone, by), deps.pause);
        }
      }
    }
  }
}

/** Now, and where an operating day ends before long, an instant of the next one. */
function instants({ marketTimezone: zone }: Area, now: EpochMs): readonly EpochMs[] {
  const soon = now + AHEAD_MS;
  return localDay(zone, soon) === localDay(zone, now) ? [now] : [now, soon];
}
