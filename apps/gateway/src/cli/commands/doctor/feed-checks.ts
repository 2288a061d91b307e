import { DAY_MS, HOUR_MS } from '@loadcast/core';
import type { Config } from '../../../config.js';
import { openFeedArchive } from '../../../service/feeds/feed-archive.js';
import { feedFolder, openFeeds } from '../../../service/feeds/open-feeds.js';
import { ledgerName } from '../../../service/schedule/poll-notes.js';
import type { Store } from '../../../wiring.js';
import type { Check } from './check.js';

/** A feed that has changed nothing for so long is frozen: each is renewed daily or more often. */
const FROZEN_MS = 36 * HOUR_MS;

/** What is kept of each operator's feed, and why it was left out if it was. */
export async function feedChecks(config: Config, { polls }: Pick<Store, 'polls'>, now: number): Promise<Check[]> {
  const followed = openFeeds(config).map(({ feed }) => feed.id);
  if (followed.length === 0) return [];
  const kept = await openFeedArchive(feedFolder(config)).contents();
  const ofDay = await polls.since(now - DAY_MS);
  return followed.map((id) => {
    const name = `feed ${id}`;
    const archived = kept.find(({ feed }) => feed === id);
    const last = ofDay.findLast(({ source }) => source === ledgerName.feed(id));
    const failure = last?.outcome === 'failed' ? `; left out: ${last.reason ?? 'for no known reason'}` : '';
    if (archived === undefined) {
      const remedy = 'Start loadcast serve; if it runs, see the log for this feed.';
      return { name, ok: false, message: `no file is kept yet${failure}`, remedy };
    }
    const hours = Math.round((now - archived.newestAt) / HOUR_MS);
    const size = `${archived.files} files, ${(archived.bytes / 1e6).toFixed(1)} MB`;
    const message = `${size}, the newest first seen ${hours} h ago${failure}`;
    const isWrong = now - archived.newestAt > FROZEN_MS || failure !== '';
    const remedy = 'Forecasts are made without it. Compare the kept file with the address in docs/data.md.';
    return isWrong ? { name, ok: false, message, remedy } : { name, ok: true, message };
  });
}
