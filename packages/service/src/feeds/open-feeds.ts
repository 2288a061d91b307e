import { join } from 'node:path';
import { ConfigError } from '@loadcast/observe';
import { createAskFeed, FEEDS } from '@loadcast/sources/operator-feeds';
import type { StoreSettings } from '../wiring/store.js';
import type { FollowedFeed } from './follow-feeds.js';

export interface FeedSettings {
  readonly OPERATOR_FEEDS?: readonly string[] | undefined;
  readonly PJM_API_KEY?: string | undefined;
}

/** The folder of the operators' files: in the data folder, for any store. */
export function feedFolder({ LOADCAST_DATA_DIR: dataDir }: Pick<StoreSettings, 'LOADCAST_DATA_DIR'>): string {
  return join(dataDir, 'operator-feeds');
}

/** The followed feeds: feeds of the configured grids that need no key or have theirs. */
export function openFeeds({ OPERATOR_FEEDS: grids, PJM_API_KEY: key }: FeedSettings): FollowedFeed[] {
  return FEEDS.filter(({ areaId }) => grids?.some((grid) => grid === areaId)).map((feed) => {
    const { id: name, isForm } = feed;
    if (feed.key === undefined) return { feed, ask: createAskFeed({ name, isForm }) };
    if (key === undefined) throw new ConfigError(`${feed.key}: needed to follow the feed ${feed.id}`);
    return { feed, ask: createAskFeed({ name, isForm, key }) };
  });
}
