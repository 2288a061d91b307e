import type { AskFeed, Feed, ReadFeed, readFeed } from '@loadcast/sources/operator-feeds';

export interface FollowedFeed {
  readonly feed: Feed;
  readonly ask: AskFeed;
  /** Another host than the operator's. */
  readonly baseUrl?: string | undefined;
}

/** Reads a file of a feed. @throws {FeedRefusal} */
export type ReadFeedFile = (...given: Parameters<typeof readFeed>) => Promise<ReadFeed>;
