import { type ActualsStore, HOUR_MS, MINUTE_MS } from '@loadcast/core';
import {
  FEED_STATES_MS,
  feedFolder,
  feedStates,
  ledgerName,
  openFeedArchive,
  openFeeds,
  type Store,
} from '@loadcast/service';
import type { Config } from '../../../config.js';
import { buildCheck, type Check } from './check.js';

/** A feed whose files have not changed for so long is frozen: load is renewed hourly, a forecast daily or more often. */
const FROZEN_MS = { load: 3 * HOUR_MS, forecast: 36 * HOUR_MS } as const;

type FeedStore = Pick<Store, 'areas' | 'polls'> & { readonly actuals: Pick<ActualsStore, 'read'> };

/** The stored data of each operator's feed, how late its load comes, and why it was left out if it was. */
export async function feedChecks(config: Config, { areas, polls, actuals }: FeedStore, now: number): Promise<Check[]> {
  const followed = openFeeds(config).map(({ feed }) => feed);
  if (followed.length === 0) return [];
  const kept = await openFeedArchive(feedFolder(config)).contents();
  const ofWeek = await polls.since(now - FEED_STATES_MS);
  const states = await feedStates(followed, areas(), actuals, ofWeek, now);
  return followed.map(({ id, follows }, row) => {
    const name = `feed ${id}`;
    const archived = kept.find(({ feed }) => feed === id);
    const last = ofWeek.findLast(({ source }) => source === ledgerName.feed(id));
    const failure = last?.outcome === 'failed' ? `; left out: ${last.reason ?? 'no known reason'}` : '';
    if (archived === undefined) {
      const remedy = 'Start loadcast serve; if it runs, see the log for this feed.';
      return buildCheck(name, false, `no file yet${failure}`, remedy);
    }
    const hours = Math.round((now - archived.newestAt) / HOUR_MS);
    const size = `${archived.files} files, ${(archived.bytes / 1e6).toFixed(1)} MB`;
    const { lateness } = states[row]!;
    const late = lateness
      ? `; load comes ${Math.round(lateness.medianMs / MINUTE_MS)} min after its hour, median of a week`
      : '';
    const message = `${size}, the newest first seen ${hours} h ago${late}${failure}`;
    const frozenMs = follows.includes('load') ? FROZEN_MS.load : FROZEN_MS.forecast;
    const isWrong = now - archived.newestAt > frozenMs || failure !== '';
    const remedy = 'Forecasts are made without it. Compare the kept file with the address in docs/data.md.';
    return buildCheck(name, !isWrong, message, remedy);
  });
}
