import { join } from 'node:path';
import { DAY_MS } from '@loadcast/core';
import { ConfigError } from '@loadcast/observe';
import { createAskFeed, FEEDS, type Feed } from '@loadcast/sources/operator-feeds';
import { chooseSource, type SourceSettings } from '../wiring/actuals-source.js';
import type { StoreSettings } from '../wiring/store.js';
import type { FollowedFeed } from './followed-feed.js';

export interface FeedSettings extends SourceSettings {
  /** How long files of the operators' feeds are kept, ms. */
  readonly OPERATOR_FEEDS_KEEP?: number | undefined;
  readonly OPERATOR_FEEDS?: readonly string[] | undefined;
  readonly PJM_API_KEY?: string | undefined;
}

/** The folder of the operators' files: in the data folder, for any store. */
export function feedFolder({ LOADCAST_DATA_DIR: dataDir }: Pick<StoreSettings, 'LOADCAST_DATA_DIR'>): string {
  return join(dataDir, 'operator-feeds');
}

/** How long files are kept, ms: as set, else for ever where grids are named. Who named none did not ask for a growing folder. */
export function keptFor({ OPERATOR_FEEDS: grids, OPERATOR_FEEDS_KEEP: keepMs }: FeedSettings): number | undefined {
  return keepMs ?? (grids ? undefined : 30 * DAY_MS);
}

/** Follows the feeds of the named grids. Where none is named, a service with EIA's load follows every feed that needs no key or has its key. */
export function openFeeds(settings: FeedSettings): FollowedFeed[] {
  const { OPERATOR_FEEDS: grids, PJM_API_KEY: key } = settings;
  const isEia = chooseSource(settings, undefined) === 'eia';
  const isNamed = (feed: Feed) =>
    grids?.includes(feed.areaId) ?? (isEia && (feed.key === undefined || key !== undefined));
  return FEEDS.filter(isNamed).map((feed) => {
    const { id: name, isForm } = feed;
    if (feed.key === undefined) return { feed, ask: createAskFeed({ name, isForm }) };
    if (key === undefined) throw new ConfigError(`${feed.key}: needed to follow the feed ${feed.id}`);
    return { feed, ask: createAskFeed({ name, isForm, key }) };
  });
}
